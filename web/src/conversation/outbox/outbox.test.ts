import 'fake-indexeddb/auto'
import type { MessageToSend } from '@app/contract/chats'
import { openDB } from 'idb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setOnline } from '../../lib/device/online.ts'
import { useToasts } from '../../lib/feedback/toasts.ts'
import { ApiError, type ApiErrorCode } from '../../lib/http/api-error.ts'
import { setLink } from '../../lib/navigation/link.ts'
import type { ConversationAdapter, StoredMessage } from '../adapters.ts'
import { startDraining } from './drain.ts'
import { closeOutbox, discard, emptyOutbox, enqueue, type Outgoing, openOutbox, retry, useOutbox } from './outbox.ts'
import { listQueued } from './outbox-db.ts'

type Post = { chatId: string; message: string; clientId: string; answer: (result: 'sent' | ApiErrorCode) => void }

const wire = { posts: [] as Post[] }

const recordSend = (chatId: string, { message, clientId = '' }: MessageToSend) =>
  new Promise<StoredMessage>((resolve, reject) => {
    const stored = { sendTime: '2026-11-20T12:00:00.000Z', photo: null }
    const answer = (result: 'sent' | ApiErrorCode) =>
      result === 'sent' ? resolve(stored) : reject(new ApiError(result, ''))
    wire.posts.push({ chatId, message: message ?? '', clientId, answer })
  })

/** Whether the conversation is loaded, so that a sent message stays in the outbox until it arrives there. */
let isVisible = false

const chat: ConversationAdapter = {
  send: recordSend,
  sendPhoto: () => Promise.reject(new Error('no photos here')),
  refresh: () => Promise.reject(new ApiError('NETWORK', '')),
  isAwaiting: () => isVisible,
  onArrival: () => () => undefined,
  removedText: () => 'chatten finns inte längre',
}

let stop: () => void

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  wire.posts = []
  isVisible = false
  setLink(() => undefined)
  stop = startDraining({ chat })
  await openOutbox('42')
})

afterEach(async () => {
  setOnline(false)
  for (const { answer } of wire.posts) answer('sent')
  await vi.advanceTimersByTimeAsync(0)
  stop()
  setLink(null)
  setOnline(true)
  await emptyOutbox('42')
  closeOutbox()
  useToasts.setState({ queue: [] })
  vi.useRealTimers()
})

const items = (): readonly Outgoing[] => useOutbox.getState().items
const texts = () => wire.posts.map(({ message }) => message)
const posted = async (count: number): Promise<Post> => {
  await vi.waitFor(() => expect(wire.posts).toHaveLength(count))
  return wire.posts[count - 1]!
}
/** The queued texts on the device, which a reload would find. */
const onDevice = async () => (await listQueued('42')).map(({ text }) => text)
const isOnDevice = (...wanted: string[]) =>
  vi.waitFor(async () => expect((await onDevice()).sort()).toEqual(wanted.sort()))

test('a message is queued, sending, then sent, and leaves the device when the server has it', async () => {
  const seen: string[] = []
  const unsubscribe = useOutbox.subscribe(({ items: [item] }) => item && seen.push(item.state))
  isVisible = true
  enqueue('chat:7', 'Hej')
  await isOnDevice('Hej')
  ;(await posted(1)).answer('sent')
  await vi.waitFor(() => expect(items()).toMatchObject([{ state: 'sent', stored: { photo: null } }]))
  await isOnDevice()
  expect(seen.filter((state, index) => state !== seen[index - 1])).toEqual(['queued', 'sending', 'sent'])
  unsubscribe()
})

test('messages of a chat are sent one after the other even if the first fails; other chats do not wait', async () => {
  enqueue('chat:7', 'ett')
  enqueue('chat:7', 'två')
  enqueue('chat:8', 'annan chatt')
  await posted(2)
  expect(texts()).toEqual(['ett', 'annan chatt'])
  wire.posts[0]?.answer('TIMEOUT')
  await vi.advanceTimersByTimeAsync(3_500)
  await posted(3)
  expect(texts()[2]).toBe('ett')
  wire.posts[2]?.answer('sent')
  expect((await posted(4)).message).toBe('två')
})

test('a message without a response is retried with its client id, then waits for the member', async () => {
  enqueue('chat:7', 'utan svar')
  for (let n = 1; n <= 3; n += 1) {
    ;(await posted(n)).answer('TIMEOUT')
    await vi.advanceTimersByTimeAsync(7_000)
  }
  await vi.waitFor(() => expect(items()).toMatchObject([{ state: 'failed', problem: 'TIMEOUT' }]))
  expect(new Set(wire.posts.map(({ clientId }) => clientId)).size).toBe(1)
  await isOnDevice('utan svar')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(wire.posts).toHaveLength(3)
})

test('a message stays queued for as long as the server cannot be reached', async () => {
  setLink(null)
  enqueue('chat:7', 'servern är borta')
  for (let n = 1; n <= 5; n += 1) {
    ;(await posted(n)).answer('NETWORK')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(items()).not.toMatchObject([{ state: 'failed' }])
  }
  ;(await posted(6)).answer('sent')
  await vi.waitFor(() => expect(items()).toEqual([]))
})

test('pressing retry ten times makes one request', async () => {
  enqueue('chat:7', 'för mycket')
  ;(await posted(1)).answer('FORBIDDEN')
  await vi.waitFor(() => expect(items()).toMatchObject([{ state: 'failed' }]))
  const { clientId } = items()[0]!
  for (let n = 0; n < 10; n += 1) retry(clientId)
  expect((await posted(2)).clientId).toBe(clientId)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(wire.posts).toHaveLength(2)
})

test('a refusal stops only its own message and shows the reason', async () => {
  enqueue('chat:7', 'nekas')
  enqueue('chat:7', 'går fram')
  ;(await posted(1)).answer('FORBIDDEN')
  expect((await posted(2)).message).toBe('går fram')
  wire.posts[1]?.answer('sent')
  await vi.waitFor(() => expect(items()).toMatchObject([{ text: 'nekas', state: 'failed', problem: 'FORBIDDEN' }]))
  discard(items()[0]!.clientId)
  await isOnDevice()
})

test('a message to a chat that is gone shows a toast, since its conversation cannot show it', async () => {
  enqueue('chat:7', 'för sent')
  ;(await posted(1)).answer('NOT_FOUND')
  await vi.waitFor(() => expect(useToasts.getState().queue[0]?.text).toContain('chatten finns inte längre'))
  expect(items()).toEqual([])
})

test('nothing is sent offline; back online the queue drains by itself within two seconds', async () => {
  setOnline(false)
  enqueue('chat:7', 'ett')
  enqueue('chat:7', 'två')
  await isOnDevice('ett', 'två')
  expect(wire.posts).toEqual([])
  expect(items().map(({ state }) => state)).toEqual(['queued', 'queued'])
  setOnline(true)
  await vi.advanceTimersByTimeAsync(2_000)
  ;(await posted(1)).answer('sent')
  ;(await posted(2)).answer('sent')
  expect(texts()).toEqual(['ett', 'två'])
})

test('a new connection also resumes messages that had failed after all attempts', async () => {
  enqueue('chat:7', 'ihärdig')
  for (let n = 1; n <= 3; n += 1) {
    ;(await posted(n)).answer('NETWORK')
    await vi.advanceTimersByTimeAsync(7_000)
  }
  await vi.waitFor(() => expect(items()[0]?.state).toBe('failed'))
  setLink(null)
  setLink(() => undefined)
  ;(await posted(4)).answer('sent')
  await isOnDevice()
})

test('queued messages survive a reload and are sent with their client ids', async () => {
  setOnline(false)
  enqueue('chat:7', 'före omladdning')
  await isOnDevice('före omladdning')
  const { clientId } = items()[0]!
  closeOutbox()
  setOnline(true)
  await openOutbox('42')
  expect((await posted(1)).clientId).toBe(clientId)
})

test('messages queued before an update are sent after it', async () => {
  const db = await openDB('salong', 1)
  await db.put('outbox', { clientId: 'old', member: '42', chatId: '7', text: 'från förr', place: 1, problem: null })
  db.close()
  closeOutbox()
  await openOutbox('42')
  expect(await posted(1)).toMatchObject({ chatId: '7', message: 'från förr', clientId: 'old' })
})

test('queued messages are neither shown nor sent for another member, and restored for the same member', async () => {
  setOnline(false)
  enqueue('chat:7', 'bara mitt')
  await isOnDevice('bara mitt')
  closeOutbox()
  await openOutbox('43')
  expect(items()).toEqual([])
  setOnline(true)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(wire.posts).toEqual([])
  closeOutbox()
  await openOutbox('42')
  expect((await posted(1)).message).toBe('bara mitt')
})

test('an expired session keeps queued messages', async () => {
  enqueue('chat:7', 'väntar på inloggning')
  const post = await posted(1)
  closeOutbox()
  post.answer('PLEASE_LOGIN')
  await isOnDevice('väntar på inloggning')
})

test('logging out removes queued messages from the device', async () => {
  setOnline(false)
  enqueue('chat:7', 'borta')
  await isOnDevice('borta')
  await emptyOutbox('42')
  expect(await onDevice()).toEqual([])
})

/** Imports the code a second time, as another tab that shares the device. */
async function anotherTab() {
  vi.resetModules()
  const other = await import('./outbox.ts')
  await other.openOutbox('42')
  return other
}

test('a message that one tab queues, sends or discards changes in the other tab, too', async () => {
  setOnline(false)
  const other = await anotherTab()
  enqueue('chat:7', 'skrivet här')
  await vi.waitFor(() => expect(other.useOutbox.getState().items).toMatchObject([{ text: 'skrivet här' }]))
  other.discard(other.useOutbox.getState().items[0]!.clientId)
  await vi.waitFor(() => expect(items()).toEqual([]))
  other.enqueue('chat:7', 'skrivet där')
  await vi.waitFor(() => expect(items()).toMatchObject([{ text: 'skrivet där' }]))
  await other.emptyOutbox('42')
  await vi.waitFor(() => expect(items()).toEqual([]))
  other.closeOutbox()
})

test('a message queued in a closed tab is sent from another one', async () => {
  const other = await anotherTab()
  other.enqueue('chat:7', 'från en stängd flik')
  other.closeOutbox()
  expect((await posted(1)).message).toBe('från en stängd flik')
})
