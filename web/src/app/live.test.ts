import 'fake-indexeddb/auto'
import type { Session } from '@app/contract/members/members'
import type { Push } from '@app/contract/pushes'
import { type IDBPDatabase, openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FakeChats } from '../chats/fake-chats.ts'
import { openConversation } from '../chats/loads.ts'
import { chatsIn } from '../chats/state.ts'
import { useChats } from '../chats/store.ts'
import { trackVisibleChat } from '../chats/sync.ts'
import { setPage } from '../conversation/fake-browser.ts'
import { cacheDeck, readCachedDeck } from '../games/device.ts'
import { setOnline, useConnectivity } from '../lib/device/online.ts'
import { showToast, useToasts } from '../lib/feedback/toasts.ts'
import { ApiError } from '../lib/http/api-error.ts'
import { endSession, getSession, startSession, useSessionState } from '../lib/http/session.ts'
import { isConnected } from '../lib/navigation/link.ts'
import { startLive } from './live.ts'

type Listener = (...args: never[]) => void

/** Behaves like a socket of the library with reconnection turned off. */
class FakeSocket {
  connected = false
  connects = 0
  frames: unknown[] = []
  listeners = new Map<string, Listener[]>()
  any: Listener = () => undefined
  io = { on: (event: string, listener: Listener) => this.on(`io ${event}`, listener) }
  on(event: string, listener: Listener): void {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener])
  }
  onAny(listener: Listener): void {
    this.any = listener
  }
  emit(...frame: unknown[]): void {
    this.frames.push(frame)
  }
  fire(event: string, ...args: unknown[]): void {
    for (const listener of this.listeners.get(event) ?? []) listener(...(args as never[]))
  }
  connect(): void {
    this.connects += 1
  }
  disconnect(): void {
    if (this.connected) this.drop('io client disconnect')
  }
  /** Accepts the connection and subscribes the member. */
  ready(): void {
    this.connected = true
    this.fire('connect')
    this.any(...(['ready'] as never[]))
    this.fire('ready')
  }
  drop(reason = 'transport close'): void {
    this.connected = false
    this.fire('disconnect', reason)
  }
  refuse(code: string): void {
    this.fire('connect_error', new Error(code))
  }
  push(push: Push): void {
    this.any(...([push.type, push] as never[]))
  }
}

const wire = vi.hoisted(() => ({
  sockets: [] as { auth: unknown; socket: FakeSocket }[],
  calls: [] as string[],
  server: null as FakeChats | null,
  isDown: false,
}))

vi.mock('socket.io-client', () => ({
  io: ({ auth }: { auth: unknown }) => {
    const socket = new FakeSocket()
    wire.sockets.push({ auth, socket })
    return socket
  },
}))

const call = <Answer>(name: string, answer: (server: FakeChats) => Answer) => {
  wire.calls.push(name)
  if (wire.isDown || !wire.server) return Promise.reject(new ApiError('NETWORK', ''))
  return Promise.resolve(structuredClone(answer(wire.server)))
}

vi.mock('../chats/api.ts', () => ({
  getList: (list: 'chats' | 'invites' | 'sent') => call(`list ${list}`, (server) => server.list(list)),
  getCount: () => call('count', (server) => server.count()),
  getNewest: (id: string) => call('newest', (server) => server.answer(id)),
  getChanges: (id: string, since: number) => call(`since ${since}`, (server) => server.answer(id, { since })),
}))

vi.mock('../news/count-api.ts', () => ({
  getNewsCount: () => call('news count', () => ({ count: 1, seen: null, newest: ['1'] })),
}))

vi.mock('../accounts/api.ts', () => ({
  verifySession: async () => {
    wire.calls.push('verify')
  },
}))

vi.mock('../lib/http/http.ts', () => ({
  get: async () => {
    if (wire.isDown) throw new ApiError('NETWORK', '')
    return { count: 0, seen: null, newest: [] }
  },
  post: async (path: string) => {
    wire.calls.push(path)
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
  setPage({ focused: true, visible: true })
  chats = new FakeChats()
  wire.server = chats
  wire.isDown = false
  wire.sockets = []
  wire.calls = []
  startLive()
  startSession(mira)
  await vi.waitFor(() => expect(wire.sockets[0]?.socket.connects).toBe(1))
})
afterEach(() => {
  endSession('loggedOut')
  setOnline(true)
  localStorage.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const socket = (): FakeSocket => wire.sockets.at(-1)!.socket
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const requestedAt = (name: string) => wire.calls.filter((each) => each === name).length
const listed = () => chatsIn(useChats.getState().known, 'chats').map(({ partner }) => partner.userName)

test('the socket sends the session, and the lists are loaded only when the hub is ready', async () => {
  chats.open('Linn')
  expect(wire.sockets[0]?.auth).toEqual({ sessionId: mira.sessionId })
  expect(requestedAt('list chats')).toBe(0)
  socket().ready()
  await pass(0)
  expect(listed()).toEqual(['Linn'])
  expect(isConnected()).toBe(true)
})

test('the lists are loaded without the hub if it cannot be reached', async () => {
  chats.open('Linn')
  await pass(1_000)
  expect(listed()).toEqual(['Linn'])
})

test('every push reaches its handler, and unknown pushes are ignored', async () => {
  socket().ready()
  await pass(0)
  chats.onPush = (push) => socket().push(push)
  chats.open('Linn', 'Hej!')
  expect(listed()).toEqual(['Linn'])
  socket().push({ type: 'something:new' } as unknown as Push)
  expect(listed()).toEqual(['Linn'])
})

test('a reconnect reloads the lists and catches up the visible chat from its loaded version', async () => {
  const chatId = chats.open('Linn')
  socket().ready()
  await pass(0)
  const leave = trackVisibleChat(chatId)
  await openConversation(chatId)
  const { version } = chats.answer(chatId).chat
  socket().drop()
  chats.send(chatId, false, 'medan länken var borta')
  chats.open('Siv')
  await pass(1_000)
  expect(socket().connects).toBe(2)
  socket().ready()
  await pass(0)
  expect(requestedAt(`since ${version}`)).toBe(1)
  expect(listed()).toEqual(['Siv', 'Linn'])
  expect(useChats.getState().conversations.get(chatId)?.data?.messages.at(-1)?.message).toBe('medan länken var borta')
  leave()
})

describe('a gateway that does not respond after a reconnect', () => {
  const reconnectInVain = async () => {
    const chatId = chats.open('Linn')
    socket().ready()
    await pass(0)
    const leave = trackVisibleChat(chatId)
    await openConversation(chatId)
    socket().drop()
    chats.send(chatId, false, 'medan länken var borta')
    wire.isDown = true
    await pass(1_000)
    wire.calls = []
    socket().ready()
    await pass(0)
    const { version } = useChats.getState().conversations.get(chatId)!.data!
    return { chatId, leave, since: () => requestedAt(`since ${version}`) }
  }

  test('is requested again at growing intervals until it responds', async () => {
    const { chatId, leave, since } = await reconnectInVain()
    for (const [tries, pause] of [3_000, 6_000, 9_000].entries()) {
      expect(since()).toBe(tries + 1)
      await pass(pause - 1)
      expect(since()).toBe(tries + 1)
      await pass(1)
    }
    wire.isDown = false
    await pass(12_000)
    expect(useChats.getState().conversations.get(chatId)?.data?.messages.at(-1)?.message).toBe('medan länken var borta')
    expect(useChats.getState().lists.chats.state).toBe('loaded')
    expect(useChats.getState().count).toEqual(chats.count())
    wire.calls = []
    await pass(60_000)
    expect(wire.calls).toEqual([])
    leave()
  })

  test('is not requested for a chat that was left, nor after the connection is lost again', async () => {
    const { leave, since } = await reconnectInVain()
    leave()
    await pass(3_000)
    expect([since(), requestedAt('count')]).toEqual([1, 2])
    socket().drop()
    setPage({ visible: false })
    await pass(60_000)
    expect(requestedAt('count')).toBe(2)
  })
})

describe('reconnecting', () => {
  test('the backoff doubles from 0.5 s to 30 s', async () => {
    socket().drop()
    for (const pause of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      const before = socket().connects
      await pass(pause - 1)
      expect(socket().connects).toBe(before)
      await pass(1)
      expect(socket().connects).toBe(before + 1)
      socket().refuse('xhr poll error')
    }
  })

  test('half of the backoff is random', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    socket().drop()
    await pass(250)
    expect(socket().connects).toBe(2)
  })

  test.each([
    ['online', () => window.dispatchEvent(new Event('online'))],
    ['focused', () => window.dispatchEvent(new Event('focus'))],
    ['visible', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('happens at once when the page is %s again', async (_, happens) => {
    socket().drop()
    for (let n = 0; n < 6; n += 1) {
      await pass(30_000)
      socket().refuse('away')
    }
    const before = socket().connects
    await pass(2_500)
    happens()
    await pass(0)
    expect(socket().connects).toBe(before + 1)
  })

  test('a connection that has been silent for too long is replaced when the page gets the focus', async () => {
    socket().ready()
    await pass(20_000)
    window.dispatchEvent(new Event('focus'))
    expect(socket().connects).toBe(1)
    await pass(5_001)
    window.dispatchEvent(new Event('focus'))
    await pass(0)
    expect(socket().connects).toBe(2)
    socket().ready()
    await pass(20_000)
    socket().fire('io ping')
    await pass(20_000)
    window.dispatchEvent(new Event('focus'))
    expect(socket().connects).toBe(2)
  })

  test('a connection is replaced if the hub never becomes ready', async () => {
    socket().connected = true
    socket().fire('connect')
    await pass(10_000)
    expect(socket().connects).toBe(2)
  })
})

describe('the timers', () => {
  const openOne = async () => {
    const chatId = chats.open('Linn')
    const leave = trackVisibleChat(chatId)
    await openConversation(chatId)
    wire.calls = []
    return { chatId, leave }
  }

  test('poll the counts and the open conversation every 15 s while disconnected', { tags: 'app.polling' }, async () => {
    await pass(1_000)
    const { chatId, leave } = await openOne()
    chats.send(chatId, false, 'utan länk')
    await pass(15_000)
    expect(requestedAt('count')).toBeGreaterThan(0)
    expect(requestedAt('news count')).toBe(1)
    expect(useChats.getState().conversations.get(chatId)?.data?.messages.at(-1)?.message).toBe('utan länk')
    expect(useChats.getState().count).toEqual(chats.count())
    wire.calls = []
    await pass(15_000)
    expect(wire.calls.filter((each) => each.startsWith('list'))).toEqual([])
    leave()
  })

  test('poll nothing while connected, nor while the page is hidden', async () => {
    socket().ready()
    await pass(0)
    const { leave } = await openOne()
    await pass(100_000)
    expect(wire.calls).toEqual([])
    socket().drop()
    setPage({ visible: false })
    await pass(60_000)
    expect(wire.calls.filter((each) => each === 'count')).toEqual([])
    leave()
  })

  test('report the member as active and verify the session every 120 s while the page is visible', {
    tags: 'app.activity-timer',
  }, async () => {
    socket().ready()
    await pass(0)
    wire.calls = []
    await pass(120_000)
    expect([requestedAt('members/last-active'), requestedAt('verify')]).toEqual([1, 1])
    setPage({ visible: false })
    await pass(240_000)
    expect(requestedAt('verify')).toBe(1)
    setPage({ visible: true })
    expect(requestedAt('verify')).toBe(2)
  })
})

test('the page goes offline when no call gets through, and online again when one does', {
  tags: 'app.offline-detection',
}, async () => {
  socket().drop()
  wire.isDown = true
  await pass(15_000)
  expect(useConnectivity.getState().online).toBe(false)
  await pass(3_000)
  expect(useConnectivity.getState().bannerShown).toBe(true)
  wire.isDown = false
  socket().ready()
  await pass(0)
  expect(useConnectivity.getState()).toMatchObject({ online: true, bannerShown: false })
})

test('input is reported at most once a minute', async () => {
  socket().ready()
  await pass(0)
  const sentFrames = () =>
    socket().frames.filter((frame) => Array.isArray(frame) && frame[0] === 'presence:active').length
  for (let n = 0; n < 70; n += 1) {
    window.dispatchEvent(new Event('keydown'))
    await pass(1_000)
  }
  expect(sentFrames()).toBe(2)
})

describe('the end of a session', () => {
  test('a push that ends this session leads to the login and keeps drafts for the same member', async () => {
    socket().ready()
    localStorage.setItem('salong.draft.42.chat:7', 'halvfärdigt')
    socket().push({ type: 'session:ended', sessions: ['8', '7'] })
    expect(useSessionState.getState()).toMatchObject({ session: null, ending: 'endedElsewhere' })
    expect(localStorage.getItem('salong.draft.42.chat:7')).toBe('halvfärdigt')
    expect(isConnected()).toBe(false)
    await pass(60_000)
    expect(socket().connects).toBe(1)
  })

  test('a push that ends another session of the member does not affect this one', () => {
    socket().ready()
    socket().push({ type: 'session:ended', sessions: ['8'] })
    expect(getSession()).not.toBeNull()
  })

  test('a refused or closed connection verifies the session with the gateway', async () => {
    socket().refuse('PLEASE_LOGIN')
    expect(requestedAt('verify')).toBe(1)
    await pass(1_000)
    socket().ready()
    socket().drop('io server disconnect')
    expect(requestedAt('verify')).toBe(2)
  })

  test("logging out removes all of the member's data from page and device", async () => {
    chats.open('Linn')
    socket().ready()
    await pass(0)
    localStorage.setItem('salong.draft.42.chat:7', 'halvfärdigt')
    localStorage.setItem('salong.draft.43.chat:7', 'någon annans')
    await cacheDeck('42', [])
    await cacheDeck('43', [])
    showToast({ text: 'Linn kan inte längre skriva till dig.' })
    endSession('loggedOut')
    expect(listed()).toEqual([])
    expect(useToasts.getState().queue).toEqual([])
    await vi.waitFor(async () => expect(await readCachedDeck('42')).toBeUndefined())
    expect(await readCachedDeck('43')).toEqual([])
    expect(localStorage.getItem('salong.draft.42.chat:7')).toBeNull()
    expect(localStorage.getItem('salong.draft.43.chat:7')).toBe('någon annans')
  })

  test('an open connection in a suspended tab does not prevent clearing the offline cache', async () => {
    const secrets = async (db: IDBPDatabase) => [await db.getAll('lists'), await db.getAll('conversations')]
    chats.open('Linn')
    socket().ready()
    await pass(10_000)
    await vi.waitFor(async () =>
      expect((await indexedDB.databases()).map(({ name }) => name)).toContain('salong.chats'),
    )
    const asleep = await openDB('salong.chats')
    await vi.waitFor(async () => expect(JSON.stringify(await secrets(asleep))).toContain('Linn'))
    endSession('endedElsewhere')
    await vi.waitFor(async () => expect(await secrets(asleep)).toEqual([[], []]))
    asleep.close()
  })

  test.each(['loggedOut', 'endedElsewhere'] as const)(
    'the data of past searches is removed from this tab: %s',
    (ending) => {
      sessionStorage.setItem('salong.searchPlaces', '[["/profilelist?index=0&name=Linn",{"top":0,"hit":"Linn"}]]')
      endSession(ending)
      expect(JSON.stringify({ ...sessionStorage })).not.toContain('Linn')
    },
  )

  test('logging out removes everything else when the browser refuses storage', () => {
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

  test("a session that expired in another tab keeps this device's drafts, one logged out there does not", async () => {
    localStorage.setItem('salong.draft.42.chat:7', 'halvfärdigt')
    const elsewhere = (ending: string) => {
      localStorage.setItem('salong.ending', ending)
      window.dispatchEvent(new StorageEvent('storage', { key: 'salong.session', newValue: null }))
    }
    elsewhere('endedElsewhere')
    expect(localStorage.getItem('salong.draft.42.chat:7')).toBe('halvfärdigt')
    startSession(mira)
    elsewhere('loggedOut')
    expect(localStorage.getItem('salong.draft.42.chat:7')).toBeNull()
  })
})
