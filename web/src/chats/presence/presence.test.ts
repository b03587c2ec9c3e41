import type { PushOf } from '@app/contract/pushes'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setHubConnection } from '../../lib/realtime/hub-connection.ts'
import { withSummary } from '../apply.ts'
import { FakeChats } from '../fakes/fake-chats.ts'
import { createEmptyChats } from '../state.ts'
import { useChats } from '../store.ts'
import { clearPresence, onPresence, startPresenceExpiry, usePresence } from './presence.ts'
import { startPresenceSubscription } from './presence-subscription.ts'

beforeEach(() => {
  vi.useFakeTimers()
  useChats.setState(createEmptyChats(), true)
})
afterEach(() => {
  clearPresence()
  setHubConnection(null)
  vi.useRealTimers()
})

const push = (...members: PushOf<'presence'>['members']) => onPresence({ type: 'presence', members })
const online = () => [...usePresence.getState().online]
const at = '2026-11-20T12:07:00.000Z'

test("a partner without further input goes offline after five minutes, regardless of the device's clock", () => {
  vi.setSystemTime(new Date('2026-11-20T17:00:00.000Z'))
  push({ userName: 'Linn', online: true, at })
  vi.advanceTimersByTime(5 * 60_000 - 1)
  expect(online()).toEqual(['Linn'])
  vi.advanceTimersByTime(1)
  expect(online()).toEqual([])
})

test('partners go offline after one minute without a connection, regardless of failed attempts to reconnect', () => {
  const stop = startPresenceExpiry()
  setHubConnection(() => undefined)
  push({ userName: 'Linn', online: true, at })
  setHubConnection(null)
  vi.advanceTimersByTime(30_000)
  // A failed attempt to reconnect.
  setHubConnection(null)
  vi.advanceTimersByTime(30_000 - 1)
  expect(online()).toEqual(['Linn'])
  vi.advanceTimersByTime(1)
  expect(online()).toEqual([])
  stop()
})

test('the end of a session whose connection is down does not clear the presence of the next session', () => {
  const stop = startPresenceExpiry()
  setHubConnection(() => undefined)
  setHubConnection(null)
  stop()
  setHubConnection(() => undefined)
  push({ userName: 'Linn', online: true, at })
  vi.advanceTimersByTime(60_000)
  expect(online()).toEqual(['Linn'])
})

test('a partner who goes offline was last seen at their last input, rounded down to a quarter of an hour', () => {
  push({ userName: 'Linn', online: true, at })
  push({ userName: 'Linn', online: false, at: null })
  expect(online()).toEqual([])
  expect(usePresence.getState().lastSeen.get('Linn')).toBe('2026-11-20T12:00:00.000Z')
})

test('the presence subscription names the partners of open chats, at most 200; it is sent at most once a second, and on reconnect', () => {
  const frames: string[][] = []
  const stop = startPresenceSubscription()
  const fake = new FakeChats()
  const show = (chatId: string) => useChats.setState((state) => withSummary(state, fake.getChat(chatId).chat))
  show(fake.open('Siv'))
  show(fake.invite('Saga', 'Hej'))
  setHubConnection((frame, ...args) => {
    if (frame === 'presence:watch') frames.push((args[0] as { userNames: string[] }).userNames)
  })
  expect(frames).toEqual([['Siv']])
  for (let n = 0; n < 250; n += 1) show(fake.open(`Medlem ${n}`))
  vi.advanceTimersByTime(1_000)
  expect(frames).toHaveLength(2)
  expect(frames[1]).toHaveLength(200)
  vi.advanceTimersByTime(10_000)
  expect(frames).toHaveLength(2)
  setHubConnection(null)
  setHubConnection((frame, ...args) => {
    if (frame === 'presence:watch') frames.push((args[0] as { userNames: string[] }).userNames)
  })
  expect(frames).toHaveLength(3)
  stop()
})
