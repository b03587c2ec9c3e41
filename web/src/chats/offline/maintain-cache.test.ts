import type { Id } from '@app/contract/base'
import { RESYNC_VERSIONS_MAX } from '@app/contract/limits'
import type { Session } from '@app/contract/members/members'
import { deleteDB } from 'idb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/http/api-error.ts'
import { NotFound } from '../../testing-rejections.ts'
import * as api from '../api.ts'
import { fakeChatsApi } from '../fakes/fake-api.ts'
import { FakeChats } from '../fakes/fake-chats.ts'
import { loadAll, openConversation } from '../loads.ts'
import { chatsIn, createEmptyChats, findConversation } from '../state.ts'
import { onChatChanged, onChatMessage, onChatMessageChanged, useChats } from '../store.ts'
import { startGapDetection, trackVisibleChat } from '../sync.ts'
import { findCacheOfChat, readCache, writeCache } from './cache-db.ts'
import { setShowCached } from './cached.ts'
import { maintainCache } from './maintain-cache.ts'
import { removeCache } from './remove-cache.ts'

const network = {
  server: null as FakeChats | null,
  isDown: false,
  /** Delays all requests until it resolves. */
  gate: Promise.resolve(),
  /** Chats whose changes the fake server does not return, and how often they were requested. */
  rejectedChats: new Set<Id>(),
  rejectionCount: 0,
}

const request = async <Result>(respond: (server: FakeChats) => Result) => {
  await network.gate
  if (network.isDown || !network.server) throw new ApiError('NETWORK', '')
  try {
    return structuredClone(respond(network.server))
  } catch (error) {
    throw error instanceof NotFound ? new ApiError('NOT_FOUND', '') : error
  }
}

const token = (sessionId: string, memberId: string): string => `x.${btoa(JSON.stringify({ sessionId, memberId }))}.y`
const sessionOf = (sessionId = '7', memberId = '42'): Session => ({
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
  network.server = chats
  network.isDown = false
  network.gate = Promise.resolve()
  network.rejectedChats = new Set()
  network.rejectionCount = 0
  fakeChatsApi(request)
  vi.spyOn(api, 'getChanges').mockImplementation((chatId, since) => {
    if (!network.rejectedChats.has(chatId)) return request((server) => server.getChat(chatId, { since }))
    network.rejectionCount += 1
    return Promise.reject(new ApiError('UNAVAILABLE', ''))
  })
  useChats.setState(createEmptyChats(), true)
  chats.onPush = (push) => {
    if (push.type === 'chat:message') onChatMessage(push)
    if (push.type === 'chat:message-changed' || push.type === 'chat:message-deleted') onChatMessageChanged(push)
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

async function startPage(session = sessionOf()): Promise<void> {
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
const cachedTexts = async (chatId: Id) =>
  (await findCacheOfChat('42 7', chatId))?.conversations[0]?.messages.map(({ message }) => message)
const expectCached = (chatId: Id, ...expected: (string | null)[]) =>
  vi.waitFor(async () => expect(await cachedTexts(chatId)).toEqual(expected))

async function openBriefly(chatId: Id): Promise<void> {
  const close = trackVisibleChat(chatId)
  await openConversation(chatId)
  close()
}

/** Starts the page, opens a chat and waits until the cache has these messages of it. */
async function cacheChat(chatId: Id, ...messages: (string | null)[]): Promise<void> {
  await startPage()
  await open(chatId)
  await expectCached(chatId, ...messages)
}

test('the list of chats and the open chat are available offline as last shown', async () => {
  const anna = chats.open('Anna', 'hej')
  chats.open('Bo', 'också hej')
  await startPage()
  await open(anna)
  chats.send(anna, false, 'nytt medan jag ser på')
  await expectCached(anna, 'hej', 'nytt medan jag ser på')
  leavePage()
  network.isDown = true
  await startPage()
  await vi.waitFor(() => expect(partners()).toEqual(['Anna', 'Bo']))
  expect(texts(anna)).toEqual(['hej', 'nytt medan jag ser på'])
  expect(useChats.getState().count).not.toBeNull()
})

test('a chat opens from the cache when the network is lost after the start', async () => {
  const anna = chats.open('Anna', 'hej')
  await cacheChat(anna, 'hej')
  leavePage()
  await startPage()
  await vi.waitFor(() => expect(texts(anna)).toBeUndefined())
  network.isDown = true
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

test('fresh messages extend the range of a visible cached copy instead of starting a new one', async () => {
  const anna = chats.open('Anna', 'hej')
  await cacheChat(anna, 'hej')
  leavePage()
  chats.send(anna, false, 'sedan dess')
  let openGate = (): void => undefined
  network.gate = new Promise((resolve) => {
    openGate = resolve
  })
  const cache = maintainCache(sessionOf())
  stop = cache.stop
  setShowCached(cache.show)
  const opening = open(anna)
  await vi.waitFor(() => expect(texts(anna)).toEqual(['hej']))
  const range = findConversation(useChats.getState(), anna)?.rangeId
  openGate()
  await opening
  expect(texts(anna)).toEqual(['hej', 'sedan dess'])
  expect(findConversation(useChats.getState(), anna)?.rangeId).toBe(range)
})

test("a cached copy that is read after the server's response does not replace it", async () => {
  const anna = chats.open('Anna', 'hej')
  await cacheChat(anna, 'hej')
  leavePage()
  let finishRead = (): void => undefined
  const isRead = new Promise<void>((resolve) => {
    finishRead = resolve
  })
  const cache = maintainCache(sessionOf())
  stop = cache.stop
  let shown = Promise.resolve()
  setShowCached((chatId) => {
    shown = isRead.then(() => cache.show(chatId))
    return shown
  })
  chats.send(anna, false, 'sedan dess')
  await open(anna)
  finishRead()
  await shown
  expect(texts(anna)).toEqual(['hej', 'sedan dess'])
})

test('a chat that was removed from the lists is not shown from the cache', async () => {
  const anna = chats.open('Anna', 'hej')
  await cacheChat(anna, 'hej')
  leavePage()
  await startPage()
  onChatChanged({ type: 'chat:changed', chatId: anna, chat: null })
  network.isDown = true
  await openConversation(anna)
  expect(texts(anna)).toBeUndefined()
})

test('a page that finds no cache keeps what another tab of the member writes meanwhile', async () => {
  const chatId = chats.open('Anna', 'hej')
  const { chat, messages } = chats.getChat(chatId)
  const conversation = { chatId, version: chat.version, messages, hasOlder: false, openedAt: 1 }
  const reading = cached()
  await writeCache({ owner: '42 7', chats: [chat], count: null }, [conversation])
  await reading
  expect(await cachedTexts(chatId)).toEqual(['hej'])
})

test('no signed photo URL is cached', async () => {
  const anna = chats.open('Anna', 'hej')
  chats.send(anna, false, null, undefined, '/media/AAAAAAAAAAAAAAAAAAAAAA/1/medium')
  await cacheChat(anna, 'hej', null)
  expect(JSON.stringify(await cached())).not.toContain('signature')
  expect((await cached())?.conversations[0]?.messages[1]?.photo?.id).toBe('AAAAAAAAAAAAAAAAAAAAAA')
})

test.each([
  ['another member', sessionOf('8', '43'), '43 8'],
  ['another session of the same member', sessionOf('8', '42'), '42 8'],
])('%s sees no cached data, and the cache is cleared', async (_, session, owner) => {
  const anna = chats.open('Anna', 'hej')
  await cacheChat(anna, 'hej')
  leavePage()
  network.isDown = true
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
  await expectCached(bo, 'också hej')
  leavePage()
  network.isDown = true
  await startPage()
  await vi.waitFor(() => expect(partners()).toEqual(['Bo', 'Anna']))
  closers.push(trackVisibleChat(anna))
  chats.leave(bo)
  chats.send(anna, false, 'sedan dess')
  network.isDown = false
  await loadAll()
  await vi.waitFor(() => expect(partners()).toEqual(['Anna']))
  await vi.waitFor(() => expect(texts(anna)).toEqual(['hej', 'sedan dess']))
  expect(texts(bo)).toBeUndefined()
  await vi.waitFor(async () => expect(await cachedTexts(bo)).toBeUndefined())
})

test('a deleted message is removed from the cache, even if its chat is not visible', async () => {
  const anna = chats.open('Anna', 'hej')
  const secret = chats.send(anna, false, 'ångrar mig')
  await cacheChat(anna, 'hej', 'ångrar mig')
  leavePage()
  await startPage()
  chats.deleteMessage(anna, secret.id)
  await expectCached(anna, 'hej', null)
})

test('a failed catch-up is retried, so that no deleted message stays in the cache', async () => {
  const anna = chats.open('Anna', 'hej')
  const secret = chats.send(anna, false, 'ångrar mig')
  await cacheChat(anna, 'hej', 'ångrar mig')
  leavePage()
  await startPage()
  network.rejectedChats = new Set([anna])
  chats.deleteMessage(anna, secret.id)
  await vi.waitFor(() => expect(network.rejectionCount).toBeGreaterThan(0))
  network.rejectedChats = new Set()
  chats.open('Bo', 'något annat händer')
  await loadAll()
  await expectCached(anna, 'hej', null)
})

test('a message deleted while older messages are visible is removed from the cache', async () => {
  const anna = chats.open('Anna', 'hej')
  const secret = chats.send(anna, true, 'ångrar mig')
  await cacheChat(anna, 'hej', 'ångrar mig')
  leavePage()
  // More changes than one catch-up returns, so that the messages are loaded around the first unread one.
  for (let n = 1; n <= RESYNC_VERSIONS_MAX + 1; n += 1) chats.send(anna, false, `rad ${n}`)
  await startPage()
  await open(anna)
  expect(findConversation(useChats.getState(), anna)).toMatchObject({ hasNewer: true })
  chats.deleteMessage(anna, secret.id)
  await vi.waitFor(async () => expect((await cachedTexts(anna)) ?? []).not.toContain('ångrar mig'))
})

test('the cache holds the last fifty messages of each of the twenty chats opened last', async () => {
  const chatIds = Array.from({ length: 22 }, (_, n) => chats.open(`Vän ${n}`, 'hej'))
  for (let n = 1; n <= 60; n += 1) chats.send(chatIds.at(-1)!, n % 2 === 0, `rad ${n}`)
  await startPage()
  for (const chatId of chatIds) await openBriefly(chatId)
  await vi.waitFor(async () => expect((await cached())?.conversations).toHaveLength(20))
  const cache = await cached()
  expect(cache?.conversations.map(({ chatId }) => chatId).toSorted()).toEqual(chatIds.slice(-20).toSorted())
  expect(cache?.list.chats).toHaveLength(22)
  const longest = cache?.conversations.find(({ chatId }) => chatId === chatIds.at(-1))
  expect(longest?.messages).toHaveLength(50)
  expect(longest).toMatchObject({ hasOlder: true })
  expect(longest?.messages.at(-1)?.message).toBe('rad 60')
})

test('the chat opened last is cached even if the clock was set back', async () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-23T12:00:00Z'))
  const chatIds = Array.from({ length: 21 }, (_, n) => chats.open(`Vän ${n}`, 'hej'))
  await startPage()
  for (const chatId of chatIds.slice(0, 20)) await openBriefly(chatId)
  await vi.waitFor(async () => expect((await cached())?.conversations).toHaveLength(20))
  clock.mockReturnValue(Date.parse('2026-11-22T12:00:00Z'))
  await open(chatIds.at(-1)!)
  await expectCached(chatIds.at(-1)!, 'hej')
  clock.mockRestore()
})

test('the cache is cleared when the device has no room for new data, and the page keeps working', async () => {
  const anna = chats.open('Anna', 'hej')
  await cacheChat(anna, 'hej')
  const { put } = IDBObjectStore.prototype
  const putSpy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    const request = put.apply(this, args)
    request.addEventListener('success', () => this.transaction.abort())
    return request
  })
  chats.send(anna, false, 'det som inte får plats')
  await vi.waitFor(() => expect(putSpy).toHaveBeenCalled())
  await vi.waitFor(() => expect(texts(anna)).toContain('det som inte får plats'))
  await vi.waitFor(async () => expect(await cached()).toBeNull())
  putSpy.mockRestore()
  chats.open('Bo', 'något annat händer')
  await loadAll()
  await expectCached(anna, 'hej', 'det som inte får plats')
})

test('removing the cache deletes its database even while this tab has an open connection to it', async () => {
  const anna = chats.open('Anna', 'hej')
  await cacheChat(anna, 'hej')
  stop()
  removeCache()
  await vi.waitFor(async () =>
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('salong.chats'),
  )
})
