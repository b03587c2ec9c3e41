import './live-mocks.ts'
import { type IDBPDatabase, openDB } from 'idb'
import { describe, expect, test, vi } from 'vitest'
import { cacheDeck, readCachedDeck } from '../games/game-cache.ts'
import { showToast, useToasts } from '../lib/feedback/toasts.ts'
import { endSession, getSession, startSession, useSessionState } from '../lib/http/session.ts'
import { isConnected } from '../lib/realtime/hub-connection.ts'
import { advance, chats, listedNames, mira, requestCount, setUpLive, socket } from './live-testing.ts'

setUpLive()

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
