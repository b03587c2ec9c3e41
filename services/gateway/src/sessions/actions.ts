import { type Tx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import type { MemberCtx } from '../context.ts'
import { deleteCalendarFeed, deletePendingEmailChange } from './access-without-session.ts'
import {
  deleteAllSessions,
  deleteSession,
  deleteSurplusSessions,
  insertSession,
  type SessionIds,
  type SessionStart,
} from './queries.ts'

type Reason = { suspended?: true }

/** Notifies the member's devices of revoked sessions, and of the reason if the team suspends the member. */
export function notifySessionsRevoked(tx: Tx, memberId: string, sessions: string[], reason: Reason = {}): void {
  if (sessions.length > 0) tx.notify([memberId], { type: 'session:ended', sessions, ...reason })
}

/**
 * Closes the sockets of an account that had this id before: a database failover that loses the last transactions also
 * loses their accounts, and issues the ids again.
 */
export const notifyRegistered = (tx: Tx, memberId: string, registeredAt: Date): void =>
  tx.notify([memberId], { type: 'session:ended', sessions: [], registeredAt: registeredAt.toISOString() })

/**
 * Opens a session; if that exceeds the limit, revokes the oldest one. The caller holds the lock on the member's row.
 */
export async function openSession(tx: Tx, memberId: string, device: string, start: SessionStart): Promise<SessionIds> {
  const ids = await insertSession(tx.db, { memberId, device, ...start }, tx.now())
  notifySessionsRevoked(tx, memberId, await deleteSurplusSessions(tx.db, memberId, tx.now()))
  return ids
}

/** Revokes one of the caller's sessions; throws NOT_FOUND for any other session. */
export const revokeSession = (ctx: MemberCtx, sessionId: string): Promise<void> =>
  transact(ctx, async (tx) => {
    const revokedIds = await deleteSession(tx.db, tx.member.accountId, sessionId)
    if (revokedIds.length === 0) throw new AppError('NOT_FOUND')
    notifySessionsRevoked(tx, tx.member.accountId, revokedIds)
  })

/** Revokes the caller's current session. */
export const logOut = (ctx: MemberCtx): Promise<void> =>
  transact(ctx, async (tx) =>
    notifySessionsRevoked(
      tx,
      tx.member.accountId,
      await deleteSession(tx.db, tx.member.accountId, tx.member.sessionId),
    ),
  )

/** Revokes all sessions of the member, and deletes the calendar feed and the pending email address change. */
export async function revokeAllAccess(tx: Tx, memberId: string, reason?: Reason): Promise<void> {
  notifySessionsRevoked(tx, memberId, await deleteAllSessions(tx.db, memberId), reason)
  // Must follow the sessions: a concurrent request that creates a feed locks its session, so its feed exists by now.
  await deleteCalendarFeed(tx.db, memberId)
  await deletePendingEmailChange(tx.db, memberId)
}

export const logOutEverywhere = (ctx: MemberCtx): Promise<void> =>
  transact(ctx, (tx) => revokeAllAccess(tx, tx.member.accountId))
