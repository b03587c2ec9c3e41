import 'fake-indexeddb/auto'
import type { MessageToSend } from '@app/contract/chats'
import { openDB } from 'idb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setOnline } from '../../lib/device/online.ts'
import { useToasts } from '../../lib/feedback/toasts.ts'
import { ApiError, type ApiErrorCode } from '../../lib/http/api-error.ts'
import { setHubConnection } from '../../lib/realtime/hub-connection.ts'
import type { ConversationAdapter, StoredMessage } from '../adapters.ts'
import { startDraining } from './drain.ts'
import {
  closeOutbox,
  countUnsent,
  discard,
  emptyOutbox,
  enqueue,
  enqueueReport,
  type OutgoingMessage,
  openOutbox,
  retry,
  useOutbox,
} from './outbox.ts'
import * as outboxDb from './outbox-db.ts'

const { listQueued } = outboxDb

type Post = { chatId: string; message: string; clientId: string; respond: (result: 'sent' | ApiErrorCode) => void }

/** The requests that were received, each with a function that responds to it. */
const network = { posts: [] as Post[] }

const recordSend = (chatId: string, { message, clientId = '' }: MessageToSend) =>
  new Promise<StoredMessage>((resolve, reject) => {
    const stored = { sendTime: '2026-11-20T12:00:00.000Z', photo: null }
    const respond = (result: 'sent' | ApiErrorCode) =>
      result === 'sent' ? resolve(stored) : reject(new ApiError(result, ''))
    network.posts.push({ chatId, message: message ?? '', clientId, respond })
  })

/** Whether the conversation is loaded, so that a sent message stays in the outbox until it arrives there. */
let isVisible = false

const sentPayloads: (string | undefined)[] = []

/** The adapter of reports, whose rejected items stay in the outbox. */
const reportAdapter: ConversationAdapter = {
  send: (path, message, payload) => {
    sentPayloads.push(payload)
    return recordSend(path, message)
  },
  sendPhoto: () => Promise.reject(new Error('this test sends no photos')),
  refresh: () => Promise.resolve(),
  isAwaiting: () => false,
  onArrival: () => () => undefined,
  removedText: null,
}

const chatAdapter: ConversationAdapter = {
  send: recordSend,
  sendPhoto: () => Promise.reject(new Error('this test sends no photos')),
  refresh: () => Promise.reject(new ApiError('NETWORK', '')),
  isAwaiting: () => isVisible,
  onArrival: () => () => undefined,
  removedText: () => 'chatten finns inte längre',
}

let stop: () => void

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  network.posts = []
  isVisible = false
  setHubConnection(() => undefined)
  sentPayloads.length = 0
  stop = startDraining({ chat: chatAdapter, report: reportAdapter })
  await openOutbox('42')
})

afterEach(async () => {
  setOnline(false)
  for (const { respond } of network.posts) respond('sent')
  await vi.advanceTimersByTimeAsync(0)
  stop()
  setHubConnection(null)
  setOnline(true)
  await emptyOutbox('42')
  closeOutbox()
  useToasts.setState({ queue: [] })
  vi.useRealTimers()
})

const items = (): readonly OutgoingMessage[] => useOutbox.getState().items
const postedTexts = () => network.posts.map(({ message }) => message)
/** Waits for this number of requests, and returns the last one. */
const waitForPosts = async (count: number): Promise<Post> => {
  await vi.waitFor(() => expect(network.posts).toHaveLength(count))
  return network.posts[count - 1]!
}
/** Lists the queued texts on the device, which a reload would restore. */
const listStoredTexts = async () => (await listQueued('42')).map(({ text }) => text)
const expectStoredTexts = (...expected: string[]) =>
  vi.waitFor(async () => expect((await listStoredTexts()).sort()).toEqual(expected.sort()))

test('a message is queued, sending, then sent, and is removed from the device when the server has it', async () => {
  const states: string[] = []
  const unsubscribe = useOutbox.subscribe(({ items: [item] }) => item && states.push(item.state))
  isVisible = true
  enqueue('chat:7', 'Hej')
  await expectStoredTexts('Hej')
  ;(await waitForPosts(1)).respond('sent')
  await vi.waitFor(() => expect(items()).toMatchObject([{ state: 'sent', stored: { photo: null } }]))
  await expectStoredTexts()
  expect(states.filter((state, index) => state !== states[index - 1])).toEqual(['queued', 'sending', 'sent'])
  unsubscribe()
})

test('messages of a chat are sent one after the other even if the first fails; other chats do not wait', async () => {
  enqueue('chat:7', 'ett')
  enqueue('chat:7', 'två')
  enqueue('chat:8', 'annan chatt')
  await waitForPosts(2)
  expect(postedTexts()).toEqual(['ett', 'annan chatt'])
  network.posts[0]?.respond('TIMEOUT')
  await vi.advanceTimersByTimeAsync(3_500)
  await waitForPosts(3)
  expect(postedTexts()[2]).toBe('ett')
  network.posts[2]?.respond('sent')
  expect((await waitForPosts(4)).message).toBe('två')
})

test('a message without a response is retried under the same client id, and fails after three attempts', async () => {
  enqueue('chat:7', 'utan svar')
  for (let n = 1; n <= 3; n += 1) {
    ;(await waitForPosts(n)).respond('TIMEOUT')
    await vi.advanceTimersByTimeAsync(7_000)
  }
  await vi.waitFor(() => expect(items()).toMatchObject([{ state: 'failed', problem: 'TIMEOUT' }]))
  expect(new Set(network.posts.map(({ clientId }) => clientId)).size).toBe(1)
  await expectStoredTexts('utan svar')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(network.posts).toHaveLength(3)
})

test('a message stays queued as long as the server cannot be reached', async () => {
  setHubConnection(null)
  enqueue('chat:7', 'servern är borta')
  for (let n = 1; n <= 5; n += 1) {
    ;(await waitForPosts(n)).respond('NETWORK')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(items()).not.toMatchObject([{ state: 'failed' }])
  }
  ;(await waitForPosts(6)).respond('sent')
  await vi.waitFor(() => expect(items()).toEqual([]))
})

test('pressing retry ten times makes one request', async () => {
  enqueue('chat:7', 'för mycket')
  ;(await waitForPosts(1)).respond('FORBIDDEN')
  await vi.waitFor(() => expect(items()).toMatchObject([{ state: 'failed' }]))
  const { clientId } = items()[0]!
  for (let n = 0; n < 10; n += 1) retry(clientId)
  expect((await waitForPosts(2)).clientId).toBe(clientId)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(network.posts).toHaveLength(2)
})

test('a rejected message fails with the reason and does not block the next one', async () => {
  enqueue('chat:7', 'nekas')
  enqueue('chat:7', 'går fram')
  ;(await waitForPosts(1)).respond('FORBIDDEN')
  expect((await waitForPosts(2)).message).toBe('går fram')
  network.posts[1]?.respond('sent')
  await vi.waitFor(() => expect(items()).toMatchObject([{ text: 'nekas', state: 'failed', problem: 'FORBIDDEN' }]))
  discard(items()[0]!.clientId)
  await expectStoredTexts()
})

test('a message to a chat that no longer exists shows a toast, since its conversation cannot show it', async () => {
  enqueue('chat:7', 'för sent')
  ;(await waitForPosts(1)).respond('NOT_FOUND')
  await vi.waitFor(() => expect(useToasts.getState().queue[0]?.text).toContain('chatten finns inte längre'))
  expect(items()).toEqual([])
})

test('nothing is sent offline, and the queue drains within two seconds of being online again', async () => {
  setOnline(false)
  enqueue('chat:7', 'ett')
  enqueue('chat:7', 'två')
  await expectStoredTexts('ett', 'två')
  expect(network.posts).toEqual([])
  expect(items().map(({ state }) => state)).toEqual(['queued', 'queued'])
  setOnline(true)
  await vi.advanceTimersByTimeAsync(2_000)
  ;(await waitForPosts(1)).respond('sent')
  ;(await waitForPosts(2)).respond('sent')
  expect(postedTexts()).toEqual(['ett', 'två'])
})

test('a new connection resumes messages that have failed after all attempts', async () => {
  enqueue('chat:7', 'ihärdig')
  for (let n = 1; n <= 3; n += 1) {
    ;(await waitForPosts(n)).respond('NETWORK')
    await vi.advanceTimersByTimeAsync(7_000)
  }
  await vi.waitFor(() => expect(items()[0]?.state).toBe('failed'))
  setHubConnection(null)
  setHubConnection(() => undefined)
  ;(await waitForPosts(4)).respond('sent')
  await expectStoredTexts()
})

test('queued messages survive a reload and are sent with their client ids', async () => {
  setOnline(false)
  enqueue('chat:7', 'före omladdning')
  await expectStoredTexts('före omladdning')
  const { clientId } = items()[0]!
  closeOutbox()
  setOnline(true)
  await openOutbox('42')
  expect((await waitForPosts(1)).clientId).toBe(clientId)
})

test('messages queued by an earlier version of the client are sent', async () => {
  const db = await openDB('salong', 1)
  await db.put('outbox', { clientId: 'old', member: '42', chatId: '7', text: 'från förr', place: 1, problem: null })
  db.close()
  closeOutbox()
  await openOutbox('42')
  expect(await waitForPosts(1)).toMatchObject({ chatId: '7', message: 'från förr', clientId: 'old' })
})

test('queued messages are neither shown nor sent for another member, and restored for the same member', async () => {
  setOnline(false)
  enqueue('chat:7', 'bara mitt')
  await expectStoredTexts('bara mitt')
  closeOutbox()
  await openOutbox('43')
  expect(items()).toEqual([])
  setOnline(true)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(network.posts).toEqual([])
  closeOutbox()
  await openOutbox('42')
  expect((await waitForPosts(1)).message).toBe('bara mitt')
})

test('an expired session keeps queued messages', async () => {
  enqueue('chat:7', 'väntar på inloggning')
  const post = await waitForPosts(1)
  closeOutbox()
  post.respond('PLEASE_LOGIN')
  await expectStoredTexts('väntar på inloggning')
})

test('logging out removes queued messages from the device', async () => {
  setOnline(false)
  enqueue('chat:7', 'borta')
  await expectStoredTexts('borta')
  await emptyOutbox('42')
  expect(await listStoredTexts()).toEqual([])
})

/** Imports the code a second time, as another tab that shares the device. */
async function openAnotherTab() {
  vi.resetModules()
  const otherTab = await import('./outbox.ts')
  await otherTab.openOutbox('42')
  return otherTab
}

type OtherTab = Awaited<ReturnType<typeof openAnotherTab>>

test('messages that one tab queues or discards appear in or disappear from the other tab', async () => {
  setOnline(false)
  const otherTab = await openAnotherTab()
  enqueue('chat:7', 'skrivet här')
  await vi.waitFor(() => expect(otherTab.useOutbox.getState().items).toMatchObject([{ text: 'skrivet här' }]))
  otherTab.discard(otherTab.useOutbox.getState().items[0]!.clientId)
  await vi.waitFor(() => expect(items()).toEqual([]))
  otherTab.enqueue('chat:7', 'skrivet där')
  await vi.waitFor(() => expect(items()).toMatchObject([{ text: 'skrivet där' }]))
  await otherTab.emptyOutbox('42')
  await vi.waitFor(() => expect(items()).toEqual([]))
  otherTab.closeOutbox()
})

test.each([
  ['discarded', (tab: OtherTab, clientId: string) => tab.discard(clientId)],
  ['removed by a logout', (tab: OtherTab) => void tab.emptyOutbox('42')],
])('a message that is %s in one tab while another one opens is not sent', async (_, remove) => {
  setOnline(false)
  enqueue('chat:7', 'ångrat')
  await expectStoredTexts('ångrat')
  const { clientId } = items()[0]!
  closeOutbox()
  const otherTab = await openAnotherTab()
  // The tab that opens has read the message when the other one removes it.
  const listed = await listQueued('42')
  const messages = new BroadcastChannel('salong.outbox.4')
  const arrived = new Promise((resolve) => messages.addEventListener('message', resolve, { once: true }))
  vi.spyOn(outboxDb, 'listQueued').mockImplementationOnce(async () => {
    remove(otherTab, clientId)
    await arrived
    return listed
  })
  await openOutbox('42')
  messages.close()
  setOnline(true)
  await expectStoredTexts()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(items()).toEqual([])
  expect(network.posts).toEqual([])
  otherTab.closeOutbox()
})

test('a message queued in a closed tab is sent from another one', async () => {
  const otherTab = await openAnotherTab()
  otherTab.enqueue('chat:7', 'från en stängd flik')
  otherTab.closeOutbox()
  expect((await waitForPosts(1)).message).toBe('från en stängd flik')
})

test('each report is sent under its own client id, without waiting for another report', async () => {
  const clientIds = [enqueueReport('{"category":"SPAM"}'), enqueueReport('{"category":"HATE"}')]
  await waitForPosts(2)
  expect(network.posts.map(({ clientId }) => clientId)).toEqual(clientIds)
  expect(sentPayloads).toEqual(['{"category":"SPAM"}', '{"category":"HATE"}'])
  expect(countUnsent()).toEqual({ messages: 0, reports: 2 })
  for (const { respond } of network.posts) respond('sent')
  await vi.waitFor(() => expect(items()).toEqual([]))
})

test.each(['NOT_FOUND', 'TOO_MANY_REQUESTS'] as const)(
  'a report that the server rejects with %s stays in the outbox',
  async (code) => {
    enqueueReport('{"words":"viktigt"}')
    ;(await waitForPosts(1)).respond(code)
    await vi.waitFor(() => expect(items()).toMatchObject([{ state: 'failed', problem: code }]))
    expect(await listQueued('42')).toMatchObject([{ payload: '{"words":"viktigt"}' }])
    expect(useToasts.getState().queue).toEqual([])
  },
)

test('a report that was written offline survives a reload, is sent once, and is no longer queued in another tab', async () => {
  setOnline(false)
  const clientId = enqueueReport('{"category":"THREAT"}')
  await vi.waitFor(async () => expect(await listQueued('42')).toHaveLength(1))
  closeOutbox()
  await openOutbox('42')
  const otherTab = await openAnotherTab()
  setOnline(true)
  const post = await waitForPosts(1)
  expect(post.clientId).toBe(clientId)
  expect(sentPayloads).toEqual(['{"category":"THREAT"}'])
  post.respond('sent')
  await vi.waitFor(() =>
    expect(otherTab.useOutbox.getState().items.filter(({ state }) => state !== 'sent')).toEqual([]),
  )
  await vi.waitFor(async () => expect(await listQueued('42')).toEqual([]))
  await vi.advanceTimersByTimeAsync(7_000)
  expect(network.posts).toHaveLength(1)
  otherTab.closeOutbox()
})

test('items of a kind that this page does not know stay queued for a page that does', async () => {
  enqueue('letter:1', 'från en nyare sida')
  enqueue('chat:7', 'går fram')
  ;(await waitForPosts(1)).respond('sent')
  await vi.waitFor(() => expect(items()).toMatchObject([{ text: 'från en nyare sida', state: 'queued' }]))
  expect(postedTexts()).toEqual(['går fram'])
})
