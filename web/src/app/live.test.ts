import 'fake-indexeddb/auto'
import type { Session } from '@app/contract/members/members'
import type { Push } from '@app/contract/pushes'
import { type IDBPDatabase, openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FakeChats } from '../chats/fakes/fake-chats.ts'
import { openConversation } from '../chats/loads.ts'
import { chatsIn } from '../chats/state.ts'
import { useChats } from '../chats/store.ts'
import { trackVisibleChat } from '../chats/sync.ts'
import { setTabState } from '../conversation/fake-browser.ts'
import { cacheDeck, readCachedDeck } from '../games/game-cache.ts'
import { setOnline, useConnectivity } from '../lib/device/online.ts'
import { showToast, useToasts } from '../lib/feedback/toasts.ts'
import { ApiError } from '../lib/http/api-error.ts'
import { endSession, getSession, startSession, useSessionState } from '../lib/http/session.ts'
import { isConnected } from '../lib/realtime/hub-connection.ts'
import { startLive } from './live.ts'

type Listener = (...args: never[]) => void

/** A socket that behaves like a Socket.IO client without automatic reconnection. */
class FakeSocket {
  connected = false
  connectCount = 0
  frames: unknown[] = []
  listeners = new Map<string, Listener[]>()
  anyListener: Listener = () => undefined
  io = { on: (event: string, listener: Listener) => this.on(`io ${event}`, listener) }
  on(event: string, listener: Listener): void {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener])
  }
  onAny(listener: Listener): void {
    this.anyListener = listener
  }
  emit(...frame: unknown[]): void {
    this.frames.push(frame)
  }
  fire(event: string, ...args: unknown[]): void {
    for (const listener of this.listeners.get(event) ?? []) listener(...(args as never[]))
  }
  connect(): void {
    this.connectCount += 1
  }
  disconnect(): void {
    if (this.connected) this.drop('io client disconnect')
  }
  /** Accepts the connection and subscribes the member. */
  becomeReady(): void {
    this.connected = true
    this.fire('connect')
    this.anyListener(...(['ready'] as never[]))
    this.fire('ready')
  }
  drop(reason = 'transport close'): void {
    this.connected = false
    this.fire('disconnect', reason)
  }
  reject(code: string): void {
    this.fire('connect_error', new Error(code))
  }
  push(push: Push): void {
    this.anyListener(...([push.type, push] as never[]))
  }
}

const network = vi.hoisted(() => ({
  sockets: [] as { auth: unknown; socket: FakeSocket }[],
  requests: [] as string[],
  server: null as FakeChats | null,
  isDown: false,
}))

vi.mock('socket.io-client', () => ({
  io: ({ auth }: { auth: unknown }) => {
    const socket = new FakeSocket()
    network.sockets.push({ auth, socket })
    return socket
  },
}))

const request = <Result>(name: string, respond: (server: FakeChats) => Result) => {
  network.requests.push(name)
  if (network.isDown || !network.server) return Promise.reject(new ApiError('NETWORK', ''))
  return Promise.resolve(structuredClone(respond(network.server)))
}

vi.mock('../chats/api.ts', () => ({
  getList: (list: 'chats' | 'invites' | 'sent') => request(`list ${list}`, (server) => server.list(list)),
  getCount: () => request('count', (server) => server.count()),
  getNewest: (id: string) => request('newest', (server) => server.getChat(id)),
  getChanges: (id: string, since: number) => request(`since ${since}`, (server) => server.getChat(id, { since })),
}))

vi.mock('../news/count-api.ts', () => ({
  getNewsCount: () => request('news count', () => ({ count: 1, seen: null, newest: ['1'] })),
}))

vi.mock('../accounts/api.ts', () => ({
  verifySession: async () => {
    network.requests.push('verify')
  },
}))

vi.mock('../lib/http/http.ts', () => ({
  get: async () => {
    if (network.isDown) throw new ApiError('NETWORK', '')
    return { count: 0, seen: null, newest: [] }
  },
  post: async (path: string) => {
    network.requests.push(path)
  },
}))

const token = (sessionId: string): string => `x.${btoa(JSON.stringify({ sessionId, memberId: '42' }))}.y`
const mira: Session = {
  sessionId: token('7'),
  userName: 'Mira',
  memberLevel: 'BASIC',
  couple: false,
  language: 'SWEDISH',
}

let chats: FakeChats

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  vi.spyOn(Math, 'random').mockReturnValue(1)
  setTabState({ focused: true, visible: true })
  chats = new FakeChats()
  network.server = chats
  network.isDown = false
  network.sockets = []
  network.requests = []
  startLive()
  startSession(mira)
  await vi.waitFor(() => expect(network.sockets[0]?.socket.connectCount).toBe(1))
})
afterEach(() => {
  endSession('loggedOut')
  setOnline(true)
  localStorage.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const socket = (): FakeSocket => network.sockets.at(-1)!.socket
const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const requestCount = (name: string) => network.requests.filter((each) => each === name).length
const listedNames = () => chatsIn(useChats.getState().known, 'chats').map(({ partner }) => partner.userName)

test('the socket sends the session, and the lists are loaded when the hub becomes ready, not before', async () => {
  chats.open('Linn')
  expect(network.sockets[0]?.auth).toEqual({ sessionId: mira.sessionId })
  expect(requestCount('list chats')).toBe(0)
  socket().becomeReady()
  await advance(0)
  expect(listedNames()).toEqual(['Linn'])
  expect(isConnected()).toBe(true)
})

test('the lists are loaded without the hub if it is not ready within a second', async () => {
  chats.open('Linn')
  await advance(1_000)
  expect(listedNames()).toEqual(['Linn'])
})

test('lists that the HTML document requested before the scripts loaded show before the hub is ready, and are then loaded again', async () => {
  endSession('loggedOut')
  window.firstResponses = new Map([['Bearer x /chats?limit=50', Promise.resolve(new Response())]])
  chats.open('Linn')
  startSession({ ...mira, sessionId: token('8') })
  await advance(0)
  expect(listedNames()).toEqual(['Linn'])
  expect(isConnected()).toBe(false)
  chats.open('Siv')
  socket().becomeReady()
  await advance(0)
  expect(listedNames()).toEqual(['Siv', 'Linn'])
  expect(window.firstResponses.size).toBe(0)
})

test('a push reaches its handler, and unknown pushes are ignored', async () => {
  socket().becomeReady()
  await advance(0)
  chats.onPush = (push) => socket().push(push)
  chats.open('Linn', 'Hej!')
  expect(listedNames()).toEqual(['Linn'])
  socket().push({ type: 'something:new' } as unknown as Push)
  expect(listedNames()).toEqual(['Linn'])
})

test('a push about a decision updates the numbers of unread decisions and of removed content', {
  tags: 'decisions.session',
}, async () => {
  socket().becomeReady()
  socket().push({ type: 'decision:new', id: '5', unread: 1, removed: 2 })
  expect(getSession()).toMatchObject({ unreadDecisions: 1, removedContent: 2 })
  socket().push({ type: 'decision:new', id: '5', unread: 0, removed: 0 })
  expect(getSession()).toMatchObject({ unreadDecisions: 0, removedContent: 0 })
  await advance(0)
  expect(requestCount('verify')).toBeGreaterThan(0)
})

test('a reconnect verifies the session, unlike the first connection', {
  tags: 'decisions.session',
}, async () => {
  socket().becomeReady()
  await advance(0)
  expect(requestCount('verify')).toBe(0)
  socket().drop()
  await advance(1_000)
  socket().becomeReady()
  await advance(0)
  expect(requestCount('verify')).toBe(1)
})

test('a reconnect reloads the lists and catches up the visible chat from its loaded version', async () => {
  const chatId = chats.open('Linn')
  socket().becomeReady()
  await advance(0)
  const leave = trackVisibleChat(chatId)
  await openConversation(chatId)
  const { version } = chats.getChat(chatId).chat
  socket().drop()
  chats.send(chatId, false, 'medan länken var borta')
  chats.open('Siv')
  await advance(1_000)
  expect(socket().connectCount).toBe(2)
  socket().becomeReady()
  await advance(0)
  expect(requestCount(`since ${version}`)).toBe(1)
  expect(listedNames()).toEqual(['Siv', 'Linn'])
  expect(useChats.getState().conversations.get(chatId)?.data?.messages.at(-1)?.message).toBe('medan länken var borta')
  leave()
})

describe('a gateway that does not respond after a reconnect', () => {
  const reconnectWithoutResponse = async () => {
    const chatId = chats.open('Linn')
    socket().becomeReady()
    await advance(0)
    const leave = trackVisibleChat(chatId)
    await openConversation(chatId)
    socket().drop()
    chats.send(chatId, false, 'medan länken var borta')
    network.isDown = true
    await advance(1_000)
    network.requests = []
    socket().becomeReady()
    await advance(0)
    const { version } = useChats.getState().conversations.get(chatId)!.data!
    return { chatId, leave, catchUpCount: () => requestCount(`since ${version}`) }
  }

  test('is requested again at growing intervals until it responds', async () => {
    const { chatId, leave, catchUpCount } = await reconnectWithoutResponse()
    for (const [attempts, pause] of [3_000, 6_000, 9_000].entries()) {
      expect(catchUpCount()).toBe(attempts + 1)
      await advance(pause - 1)
      expect(catchUpCount()).toBe(attempts + 1)
      await advance(1)
    }
    network.isDown = false
    await advance(12_000)
    expect(useChats.getState().conversations.get(chatId)?.data?.messages.at(-1)?.message).toBe('medan länken var borta')
    expect(useChats.getState().lists.chats.state).toBe('loaded')
    expect(useChats.getState().count).toEqual(chats.count())
    network.requests = []
    await advance(60_000)
    expect(network.requests).toEqual([])
    leave()
  })

  test('is no longer requested for a chat that was left, or for anything while disconnected and hidden', async () => {
    const { leave, catchUpCount } = await reconnectWithoutResponse()
    leave()
    await advance(3_000)
    expect([catchUpCount(), requestCount('count')]).toEqual([1, 2])
    socket().drop()
    setTabState({ visible: false })
    await advance(60_000)
    expect(requestCount('count')).toBe(2)
  })
})

describe('reconnecting', () => {
  test('the backoff doubles from 0.5 s to 30 s', async () => {
    socket().drop()
    for (const pause of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      const previous = socket().connectCount
      await advance(pause - 1)
      expect(socket().connectCount).toBe(previous)
      await advance(1)
      expect(socket().connectCount).toBe(previous + 1)
      socket().reject('xhr poll error')
    }
  })

  test('the backoff is shortened by a random share of up to half', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    socket().drop()
    await advance(250)
    expect(socket().connectCount).toBe(2)
  })

  test.each([
    ['online', () => window.dispatchEvent(new Event('online'))],
    ['focused', () => window.dispatchEvent(new Event('focus'))],
    ['visible', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('happens immediately when the page is %s again', async (_, trigger) => {
    socket().drop()
    for (let n = 0; n < 6; n += 1) {
      await advance(30_000)
      socket().reject('away')
    }
    const previous = socket().connectCount
    await advance(2_500)
    trigger()
    await advance(0)
    expect(socket().connectCount).toBe(previous + 1)
  })

  test('a connection that has been silent for too long is replaced when the page gets the focus', async () => {
    socket().becomeReady()
    await advance(20_000)
    window.dispatchEvent(new Event('focus'))
    expect(socket().connectCount).toBe(1)
    await advance(5_001)
    window.dispatchEvent(new Event('focus'))
    await advance(0)
    expect(socket().connectCount).toBe(2)
    socket().becomeReady()
    await advance(20_000)
    socket().fire('io ping')
    await advance(20_000)
    window.dispatchEvent(new Event('focus'))
    expect(socket().connectCount).toBe(2)
  })

  test('a new connection stays when the page gets the focus before the hub is ready', async () => {
    socket().becomeReady()
    await advance(20_000)
    socket().drop()
    await advance(10_000)
    expect(socket().connectCount).toBe(2)
    socket().connected = true
    socket().fire('connect')
    window.dispatchEvent(new Event('focus'))
    await advance(0)
    expect(socket().connected).toBe(true)
    expect(socket().connectCount).toBe(2)
  })

  test('a connection is replaced if the hub is not ready within ten seconds', async () => {
    socket().connected = true
    socket().fire('connect')
    await advance(10_000)
    expect(socket().connectCount).toBe(2)
  })
})

describe('the timers', () => {
  const openOneChat = async () => {
    const chatId = chats.open('Linn')
    const leave = trackVisibleChat(chatId)
    await openConversation(chatId)
    network.requests = []
    return { chatId, leave }
  }

  test('poll the counts and the open conversation, but no lists, every 15 s while disconnected', {
    tags: 'app.polling',
  }, async () => {
    await advance(1_000)
    const { chatId, leave } = await openOneChat()
    chats.send(chatId, false, 'utan länk')
    await advance(15_000)
    expect(requestCount('count')).toBeGreaterThan(0)
    expect(requestCount('news count')).toBe(1)
    expect(useChats.getState().conversations.get(chatId)?.data?.messages.at(-1)?.message).toBe('utan länk')
    expect(useChats.getState().count).toEqual(chats.count())
    network.requests = []
    await advance(15_000)
    expect(requestCount('count')).toBe(1)
    expect(network.requests.filter((each) => each.startsWith('list'))).toEqual([])
    leave()
  })

  test('poll nothing while connected, nor while the page is hidden', async () => {
    socket().becomeReady()
    await advance(0)
    const { leave } = await openOneChat()
    await advance(100_000)
    expect(network.requests).toEqual([])
    socket().drop()
    setTabState({ visible: false })
    await advance(60_000)
    expect(network.requests).toEqual([])
    leave()
  })

  test('report the member as active and verify the session every 120 s while the page is visible', {
    tags: 'app.activity-timer',
  }, async () => {
    socket().becomeReady()
    await advance(0)
    network.requests = []
    await advance(120_000)
    expect([requestCount('members/last-active'), requestCount('verify')]).toEqual([1, 1])
    setTabState({ visible: false })
    await advance(240_000)
    expect(requestCount('verify')).toBe(1)
    setTabState({ visible: true })
    expect(requestCount('verify')).toBe(2)
  })
})

test('the page goes offline when all requests fail, and online again when the hub is ready', {
  tags: 'app.offline-detection',
}, async () => {
  socket().drop()
  network.isDown = true
  await advance(15_000)
  expect(useConnectivity.getState().online).toBe(false)
  await advance(3_000)
  expect(useConnectivity.getState().bannerShown).toBe(true)
  network.isDown = false
  socket().becomeReady()
  await advance(0)
  expect(useConnectivity.getState()).toMatchObject({ online: true, bannerShown: false })
})

test('input is reported to the hub at most once a minute', async () => {
  socket().becomeReady()
  await advance(0)
  const sentFrames = () =>
    socket().frames.filter((frame) => Array.isArray(frame) && frame[0] === 'presence:active').length
  for (let n = 0; n < 70; n += 1) {
    window.dispatchEvent(new Event('keydown'))
    await advance(1_000)
  }
  expect(sentFrames()).toBe(2)
})

describe('the end of a session', () => {
  test('a push that ends this session closes the connection and keeps the drafts', async () => {
    socket().becomeReady()
    localStorage.setItem('salong.draft.42.chat:7', 'halvfärdigt')
    socket().push({ type: 'session:ended', sessions: ['8', '7'] })
    expect(useSessionState.getState()).toMatchObject({ session: null, ending: 'endedElsewhere' })
    expect(localStorage.getItem('salong.draft.42.chat:7')).toBe('halvfärdigt')
    expect(isConnected()).toBe(false)
    await advance(60_000)
    expect(socket().connectCount).toBe(1)
  })

  test('a push about a suspension ends the session for that reason, and keeps the drafts', async () => {
    socket().becomeReady()
    localStorage.setItem('salong.draft.42.chat:7', 'halvfärdigt')
    socket().push({ type: 'session:ended', sessions: ['7'], suspended: true })
    expect(useSessionState.getState()).toMatchObject({ session: null, ending: 'suspended' })
    expect(localStorage.getItem('salong.draft.42.chat:7')).toBe('halvfärdigt')
  })

  test('a push that ends another session of the member does not affect this one', () => {
    socket().becomeReady()
    socket().push({ type: 'session:ended', sessions: ['8'] })
    expect(getSession()).not.toBeNull()
  })

  test('the client verifies its session when the hub rejects or closes the connection', async () => {
    socket().reject('PLEASE_LOGIN')
    expect(requestCount('verify')).toBe(1)
    await advance(1_000)
    socket().becomeReady()
    socket().drop('io server disconnect')
    expect(requestCount('verify')).toBe(2)
  })

  test("logging out removes the member's chats, toasts, deck and drafts, but no data of other members", async () => {
    chats.open('Linn')
    socket().becomeReady()
    await advance(0)
    localStorage.setItem('salong.draft.42.chat:7', 'halvfärdigt')
    localStorage.setItem('salong.draft.43.chat:7', 'någon annans')
    await cacheDeck('42', [])
    await cacheDeck('43', [])
    showToast({ text: 'Linn kan inte längre skriva till dig.' })
    endSession('loggedOut')
    expect(listedNames()).toEqual([])
    expect(useToasts.getState().queue).toEqual([])
    await vi.waitFor(async () => expect(await readCachedDeck('42')).toBeUndefined())
    expect(await readCachedDeck('43')).toEqual([])
    expect(localStorage.getItem('salong.draft.42.chat:7')).toBeNull()
    expect(localStorage.getItem('salong.draft.43.chat:7')).toBe('någon annans')
  })

  test('toasts, which may name members, disappear when the session ends elsewhere', () => {
    socket().becomeReady()
    showToast({ text: 'Linn kan inte längre skriva till dig.' })
    socket().push({ type: 'session:ended', sessions: ['7'] })
    expect(useToasts.getState().queue).toEqual([])
  })

  test("logging out removes the member's welcome draft and absence, but those of no other member", () => {
    const keys = ['welcome-draft', 'last-use', 'absence-closed'].map((key) => `salong.${key}`)
    for (const key of keys) for (const member of ['42', '43']) localStorage.setItem(`${key}.${member}`, '1')
    endSession('loggedOut')
    expect(keys.map((key) => localStorage.getItem(`${key}.42`))).toEqual([null, null, null])
    expect(keys.map((key) => localStorage.getItem(`${key}.43`))).toEqual(['1', '1', '1'])
  })

  test('an open database connection in a suspended tab does not prevent clearing the offline cache', async () => {
    const cachedData = async (db: IDBPDatabase) => [await db.getAll('lists'), await db.getAll('conversations')]
    chats.open('Linn')
    socket().becomeReady()
    await advance(10_000)
    await vi.waitFor(async () =>
      expect((await indexedDB.databases()).map(({ name }) => name)).toContain('salong.chats'),
    )
    const suspendedTab = await openDB('salong.chats')
    await vi.waitFor(async () => expect(JSON.stringify(await cachedData(suspendedTab))).toContain('Linn'))
    endSession('endedElsewhere')
    await vi.waitFor(async () => expect(await cachedData(suspendedTab)).toEqual([[], []]))
    suspendedTab.close()
  })

  test.each(['loggedOut', 'endedElsewhere'] as const)(
    'the data of past searches is removed from this tab: %s',
    (ending) => {
      sessionStorage.setItem('salong.searchPlaces', '[["/profilelist?index=0&name=Linn",{"top":0,"hit":"Linn"}]]')
      endSession(ending)
      expect(JSON.stringify({ ...sessionStorage })).not.toContain('Linn')
    },
  )

  test('logging out removes the drafts even if the browser denies access to databases', () => {
    vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })
    localStorage.setItem('salong.draft.42.chat:7', 'halvfärdigt')
    endSession('loggedOut')
    expect(getSession()).toBeNull()
    expect(localStorage.getItem('salong.draft.42.chat:7')).toBeNull()
  })

  test('a page restored from the back/forward cache applies a logout in another tab', () => {
    const restorePage = () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    restorePage()
    expect(getSession()).toEqual(mira)
    localStorage.removeItem('salong.session')
    localStorage.setItem('salong.ending', 'loggedOut')
    restorePage()
    expect(useSessionState.getState()).toMatchObject({ session: null, ending: 'loggedOut' })
  })

  test('a push about a logout in another tab removes the drafts, even before the storage event from that tab', () => {
    socket().becomeReady()
    localStorage.setItem('salong.draft.42.chat:7', 'halvfärdigt')
    localStorage.setItem('salong.ending', 'loggedOut')
    localStorage.removeItem('salong.session')
    socket().push({ type: 'session:ended', sessions: ['7'] })
    expect(useSessionState.getState()).toMatchObject({ session: null, ending: 'loggedOut' })
    expect(localStorage.getItem('salong.draft.42.chat:7')).toBeNull()
  })

  test('drafts stay when the session expires in another tab, and are removed when the member logs out there', async () => {
    localStorage.setItem('salong.draft.42.chat:7', 'halvfärdigt')
    const endInOtherTab = (ending: string) => {
      localStorage.setItem('salong.ending', ending)
      window.dispatchEvent(new StorageEvent('storage', { key: 'salong.session', newValue: null }))
    }
    endInOtherTab('endedElsewhere')
    expect(localStorage.getItem('salong.draft.42.chat:7')).toBe('halvfärdigt')
    startSession(mira)
    endInOtherTab('loggedOut')
    expect(localStorage.getItem('salong.draft.42.chat:7')).toBeNull()
  })
})
