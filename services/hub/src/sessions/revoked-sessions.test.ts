import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HubSocket, Sockets } from '../sockets.ts'
import { createRevokedSessions } from './revoked-sessions.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A hub without sockets: the logins of these tests are not complete. */
const io = { sockets: { adapter: { rooms: new Map() } } } as never as Sockets

const aLogin = (registeredAt: string): HubSocket =>
  ({ data: { sessionId: '7', accountId: '4', registeredAt } }) as never

test('rejects logins of earlier accounts for a minute after the newest push about the account', () => {
  const { onPush, isRevoked } = createRevokedSessions(io)
  const aPush = (registeredAt: string) => ({ type: 'session:ended' as const, sessions: [], registeredAt })
  onPush('4', aPush('2026-01-01T00:00:00.000Z'))
  vi.advanceTimersByTime(30_000)
  onPush('4', aPush('2026-01-02T00:00:00.000Z'))
  vi.advanceTimersByTime(59_000)
  expect(isRevoked(aLogin('2026-01-01T00:00:00.000Z'))).toBe(true)
  expect(isRevoked(aLogin('2026-01-02T00:00:00.000Z'))).toBe(false)
  vi.advanceTimersByTime(1_000)
  expect(isRevoked(aLogin('2026-01-01T00:00:00.000Z'))).toBe(false)
})
