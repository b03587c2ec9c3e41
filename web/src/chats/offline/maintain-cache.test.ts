import type { Id } from '@app/contract/base'
import { RESYNC_VERSIONS_MAX } from '@app/contract/limits'
import type { Session } from '@app/contract/members/members'
import { deleteDB } from 'idb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/http/api-error.ts'
import { NotFound } from '../../testing-refusals.ts'
import * as api from '../api.ts'
import { fakeChatsApi } from '../fake-api.ts'
import { FakeChats } from '../fake-chats.ts'
import { loadAll, openConversation } from '../loads.ts'
import { chatsIn, createEmptyChats, findConversation } from '../state.ts'
import { onChatChanged, onChatMessage, onChatMessageDeleted, useChats } from '../store.ts'
import { startGapDetection, trackVisibleChat } from '../sync.ts'
import { findCache, readCache } from './cache-db.ts'
import { setShowCached } from './cached.ts'
import { maintainCache } from './maintain-cache.ts'
import { removeCache } from './remove-cache.ts'

const wire = {
  server: null as FakeChats | null,
  isDown: false,
  /** Delays all calls until it resolves. */
  gate: Promise.resolve(),
  /** Chats whose changes the fake server refuses to return, and how often they were requested. */
  refuses: new Set<Id>(),
  refused: 0,
}

const request = async <Answer>(answer: (server: FakeChats) => Answer) => {
  await wire.gate
  if (wire.isDown || !wire.server) throw new ApiError('NETWORK', '')
  try {
    return structuredClone(answer(wire.server))
  } catch (error) {
    throw error instanceof NotFound ? new ApiError('NOT_FOUND', '') : error
  }
}

const token = (sessionId: string, memberId: string): string => `x.${btoa(JSON.stringify({ sessionId, memberId }))}.y`
const login = (sessionId = '7', memberId = '42'): Session => ({
  sessionId: token(sessionId, memberId),
  userName: 'Mira',
  memberLevel: 'BASIC',
  couple: false,
  language: 'SWEDISH',
})

let chats: FakeChats
let stop = (): void => undefined
const closers: (() => void)[] = []

beforeEach(() => {
  chats = new FakeChats()
  wire.server = chats
  wire.isDown = false
  wire.gate = Promise.resolve()
  wire.refuses = new Set()
  wire.refused = 0
  fakeChatsApi(request)
  vi.spyOn(api, 'getChanges').mockImplementation((chatId, since) => {
    if (!wire.refuses.has(chatId)) return request((server) => server.answer(chatId, { since }))
    wire.refused += 1
    return Promise.reject(new ApiError('UNAVAILABLE', ''))
  })
  useChats.setState(createEmptyChats(), true)
  chats.onPush = (push) => {
    if (push.type === 'chat:message') onChatMessage(push)
    if (push.type === 'chat:message-deleted') onChatMessageDeleted(push)
  }
})

function leavePage(): void {
  stop()
  for (const close of closers.splice(0)) close()
  useChats.setState(createEmptyChats(), true)
}

afterEach(async () => {
  leavePage()
  await deleteDB('salong.chats')
})

async function startPage(session = login()): Promise<void> {
  const cache = maintainCache(session)
  setShowCached(cache.show)
  stop = cache.stop
  closers.push(startGapDetection())
  await loadAll()
}

async function open(chatId: Id): Promise<void> {
  closers.push(trackVisibleChat(chatId))
  await openConversation(chatId)
}

const partners = () => chatsIn(useChats.getState().known, 'chats').map(({ partner }) => partner.userName)
const texts = (chatId: Id) => findConversation(useChats.getState(), chatId)?.messages.map(({ message }) => message)
const cached = async (owner = '42 7') => readCache(owner)
// NOTE: unlike `readCache`, this does not clear the cache while it is empty, which could undo a concurrent write.
const cachedTexts = async (chatId: Id) =>
  (await findCache('42 7', chatId))?.conversations[0]?.messages.map(({ message }) => message)
const isCached = (chatId: Id, ...words: (string | null)[]) =>
  vi.waitFor(async () => expect(await cachedTexts(chatId)).toEqual(words), 10_000)

test('the last seen list and the open chat are available offline', async () => {
  const anna = chats.open('Anna', 'hej')
  chats.open('Bo', 'också hej')
  await startPage()
  await open(anna)
  chats.send(anna, false, 'nytt medan jag ser på')
  await isCached(anna, 'hej', 'nytt medan jag ser på')
  leavePage()
  wire.isDown = true
  await startPage()
  await vi.waitFor(() => expect(partners()).toEqual(['Anna', 'Bo']))
  expect(texts(anna)).toEqual(['hej', 'nytt medan jag ser på'])
  expect(useChats.getState().count).not.toBeNull()
})

test('a cached chat opens at once when the network is lost after the start', async () => {
  const anna = chats.open('Anna', 'hej')
  await startPage()
  await open(anna)
  await isCached(anna, 'hej')
  leavePage()
  await startPage()
  await vi.waitFor(() => expect(texts(anna)).toBeUndefined())
  wire.isDown = true
  closers.push(trackVisibleChat(anna))
  const opening = openConversation(anna)
  await vi.waitFor(() => expect(texts(anna)).toEqual(['hej']))
  expect(await opening).toBe(false)
})

test('a chat is requested from the server while its cached copy is still being read', async () => {
  const anna = chats.open('Anna', 'hej')
  await startPage()
  setShowCached(() => new Promise(() => undefined))
  await open(anna)
  expect(texts(anna)).toEqual(['hej'])
})

test('fresh messages continue a visible cached copy, so that its list does not start over', async () => {
  const anna = chats.open('Anna', 'hej')
  await startPage()
  await open(anna)
  await isCached(anna, 'hej')
  leavePage()
  chats.send(anna, false, 'sedan dess')
  let answer = (): void => undefined
  wire.gate = new Promise((resolve) => {
    answer = resolve
  })
  const cache = maintainCache(login())
  stop = cache.stop
  setShowCached(cache.show)
  const opening = open(anna)
  await vi.waitFor(() => expect(texts(anna)).toEqual(['hej']))
  const range = findConversation(useChats.getState(), anna)?.rangeId
  answer()
  await opening
  expect(texts(anna)).toEqual(['hej', 'sedan dess'])
  expect(findConversation(useChats.getState(), anna)?.rangeId).toBe(range)
})

test("a cached copy that is read after the server's response replaces nothing", async () => {
  const anna = chats.open('Anna', 'hej')
  await startPage()
  await open(anna)
  await isCached(anna, 'hej')
  leavePage()
  let read = (): void => undefined
  const isRead = new Promise<void>((resolve) => {
    read = resolve
  })
  const cache = maintainCache(login())
  stop = cache.stop
  let shown = Promise.resolve()
  setShowCached((chatId) => {
    shown = isRead.then(() => cache.show(chatId))
    return shown
  })
  chats.send(anna, false, 'sedan dess')
  await open(anna)
  read()
  await shown
  expect(texts(anna)).toEqual(['hej', 'sedan dess'])
})

test('a chat that was removed from the lists is not shown from the cache', async () => {
  const anna = chats.open('Anna', 'hej')
  await startPage()
  await open(anna)
  await isCached(anna, 'hej')
  leavePage()
  await startPage()
  onChatChanged({ type: 'chat:changed', chatId: anna, chat: null })
  wire.isDown = true
  await openConversation(anna)
  expect(texts(anna)).toBeUndefined()
})

test('no signed photo URL is cached', async () => {
  const anna = chats.open('Anna', 'hej')
  chats.send(anna, false, null, undefined, '/media/AAAAAAAAAAAAAAAAAAAAAA/1/medium')
  await startPage()
  await open(anna)
  await isCached(anna, 'hej', null)
  expect(JSON.stringify(await cached())).not.toContain('signature')
  expect((await cached())?.conversations[0]?.messages[1]?.photo?.id).toBe('AAAAAAAAAAAAAAAAAAAAAA')
})

test.each([
  ['another member', login('8', '43'), '43 8'],
  ['another session of the same member', login('8', '42'), '42 8'],
])('%s sees no cached data, and the cache is cleared', async (_, session, owner) => {
  const anna = chats.open('Anna', 'hej')
  await startPage()
  await open(anna)
  await isCached(anna, 'hej')
  leavePage()
  wire.isDown = true
  await startPage(session)
  expect(await cached(owner)).toBeNull()
  expect(partners()).toEqual([])
  expect(await cached()).toBeNull()
})

test("the server's data replaces the cached data", async () => {
  const [anna, bo] = [chats.open('Anna', 'hej'), chats.open('Bo', 'också hej')]
  await startPage()
  await open(bo)
  await open(anna)
  await isCached(bo, 'också hej')
  leavePage()
  wire.isDown = true
  await startPage()
  await vi.waitFor(() => expect(partners()).toEqual(['Bo', 'Anna']))
  closers.push(trackVisibleChat(anna))
  chats.leave(bo)
  chats.send(anna, false, 'sedan dess')
  wire.isDown = false
  await loadAll()
  await vi.waitFor(() => expect(partners()).toEqual(['Anna']), 10_000)
  await vi.waitFor(() => expect(texts(anna)).toEqual(['hej', 'sedan dess']), 10_000)
  expect(texts(bo)).toBeUndefined()
  await vi.waitFor(async () => expect(await cachedTexts(bo)).toBeUndefined(), 10_000)
})

test('a deleted message is removed from the cache, even if its chat is not visible', async () => {
  const anna = chats.open('Anna', 'hej')
  const secret = chats.send(anna, false, 'ångrar mig')
  await startPage()
  await open(anna)
  await isCached(anna, 'hej', 'ångrar mig')
  leavePage()
  await startPage()
  chats.deleteMessage(anna, secret.id)
  await isCached(anna, 'hej', null)
})

test('a failed catch-up is retried, so that no deleted message stays in the cache', async () => {
  const anna = chats.open('Anna', 'hej')
  const secret = chats.send(anna, false, 'ångrar mig')
  await startPage()
  await open(anna)
  await isCached(anna, 'hej', 'ångrar mig')
  leavePage()
  await startPage()
  wire.refuses = new Set([anna])
  chats.deleteMessage(anna, secret.id)
  await vi.waitFor(() => expect(wire.refused).toBeGreaterThan(0), 10_000)
  wire.refuses = new Set()
  chats.open('Bo', 'något annat händer')
  await loadAll()
  await isCached(anna, 'hej', null)
})

test('a message deleted while older messages are visible is removed from the cache', async () => {
  const anna = chats.open('Anna', 'hej')
  const secret = chats.send(anna, true, 'ångrar mig')
  await startPage()
  await open(anna)
  await isCached(anna, 'hej', 'ångrar mig')
  leavePage()
  // More changes than one catch-up returns, so that the messages are loaded around the first unread one.
  for (let n = 1; n <= RESYNC_VERSIONS_MAX + 1; n += 1) chats.send(anna, false, `rad ${n}`)
  await startPage()
  await open(anna)
  expect(findConversation(useChats.getState(), anna)).toMatchObject({ hasNewer: true })
  chats.deleteMessage(anna, secret.id)
  await vi.waitFor(async () => expect((await cachedTexts(anna)) ?? []).not.toContain('ångrar mig'), 10_000)
})

test('the cache holds fifty messages each of the twenty chats opened last', async () => {
  const all = Array.from({ length: 22 }, (_, n) => chats.open(`Vän ${n}`, 'hej'))
  for (let n = 1; n <= 60; n += 1) chats.send(all.at(-1)!, n % 2 === 0, `rad ${n}`)
  await startPage()
  for (const chatId of all) {
    const close = trackVisibleChat(chatId)
    await openConversation(chatId)
    close()
  }
  await vi.waitFor(async () => expect((await cached())?.conversations).toHaveLength(20), 10_000)
  const cache = await cached()
  expect(cache?.list.chats).toHaveLength(22)
  const longest = cache?.conversations.find(({ chatId }) => chatId === all.at(-1))
  expect(longest?.messages).toHaveLength(50)
  expect(longest).toMatchObject({ hasOlder: true })
  expect(longest?.messages.at(-1)?.message).toBe('rad 60')
})

test('the chat opened last is cached even if the clock was set back', async () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-23T12:00:00Z'))
  const all = Array.from({ length: 21 }, (_, n) => chats.open(`Vän ${n}`, 'hej'))
  await startPage()
  for (const chatId of all.slice(0, 20)) {
    const close = trackVisibleChat(chatId)
    await openConversation(chatId)
    close()
  }
  await vi.waitFor(async () => expect((await cached())?.conversations).toHaveLength(20), 10_000)
  clock.mockReturnValue(Date.parse('2026-11-22T12:00:00Z'))
  await open(all.at(-1)!)
  await isCached(all.at(-1)!, 'hej')
  clock.mockRestore()
})

test('the cache is cleared when the device has no room for new data, and the page keeps working', async () => {
  const anna = chats.open('Anna', 'hej')
  await startPage()
  await open(anna)
  await isCached(anna, 'hej')
  const { put } = IDBObjectStore.prototype
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...what) {
    const request = put.apply(this, what)
    request.addEventListener('success', () => this.transaction.abort())
    return request
  })
  chats.send(anna, false, 'det som inte får plats')
  await vi.waitFor(() => expect(full).toHaveBeenCalled())
  await vi.waitFor(() => expect(texts(anna)).toContain('det som inte får plats'))
  await vi.waitFor(async () => expect(await cached()).toBeNull())
  full.mockRestore()
  chats.open('Bo', 'något annat händer')
  await loadAll()
  await isCached(anna, 'hej', 'det som inte får plats')
})

test('the cache is deleted when the session ends, and an open tab closes its connection to it', async () => {
  const anna = chats.open('Anna', 'hej')
  await startPage()
  await open(anna)
  await isCached(anna, 'hej')
  stop()
  removeCache()
  await vi.waitFor(async () =>
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('salong.chats'),
  )
})
