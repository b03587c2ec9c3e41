import type { Session } from '@app/contract/members/members'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { FakeChats } from '../chats/fakes/fake-chats.ts'
import { chatsIn } from '../chats/state.ts'
import { useChats } from '../chats/store.ts'
import { setTabState } from '../conversation/fake-browser.ts'
import { setOnline } from '../lib/device/online.ts'
import { endSession, startSession } from '../lib/http/session.ts'
import { startLive } from './live.ts'
import { type FakeSocket, network } from './live-mocks.ts'

export const token = (sessionId: string): string => `x.${btoa(JSON.stringify({ sessionId, memberId: '42' }))}.y`

export const mira: Session = {
  sessionId: token('7'),
  userName: 'Mira',
  memberLevel: 'BASIC',
  couple: false,
  language: 'SWEDISH',
}

export let chats: FakeChats

/** Starts the client with a logged-in member before each test, and waits until its socket connects. */
export function setUpLive(): void {
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
}

/** Returns the newest socket. */
export function socket(): FakeSocket {
  const newest = network.sockets.at(-1)
  if (!newest) throw new Error('no socket has been created')
  return newest.socket
}

export const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
export const requestCount = (name: string) => network.requests.filter((each) => each === name).length
export const listedNames = () => chatsIn(useChats.getState().known, 'chats').map(({ partner }) => partner.userName)
