import { type Tx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import type { MemberCtx } from '../context.ts'
import { deleteCalendarFeed, deletePendingEmailChange } from './access-without-session.ts'
import { deleteAllSessions, deleteSession, deleteSurplusSessions, insertSession, type SessionIds } from './queries.ts'

/** Notifies the member's devices of ended sessions. */
export function notifySessionsEnded(tx: Tx, memberId: string, sessions: string[]): void {
  if (sessions.length > 0) tx.notify([memberId], { type: 'session:ended', sessions })
}

/**
 * Opens a session; if that exceeds the limit, the oldest session ends. The caller holds the lock on the member's row.
 */
export async function openSession(tx: Tx, memberId: string, device: string): Promise<SessionIds> {
  const ids = await insertSession(tx.db, memberId, device, tx.now())
  notifySessionsEnded(tx, memberId, await deleteSurplusSessions(tx.db, memberId, tx.now()))
  return ids
}

/** Ends one of the caller's sessions; throws NOT_FOUND for any other session. */
export const endSession = (ctx: MemberCtx, sessionId: string): Promise<void> =>
  transact(ctx, async (tx) => {
    const endedIds = await deleteSession(tx.db, tx.member.accountId, sessionId)
    if (endedIds.length === 0) throw new AppError('NOT_FOUND')
    notifySessionsEnded(tx, tx.member.accountId, endedIds)
  })

/** Ends the caller's current session. */
export const logOut = (ctx: MemberCtx): Promise<void> =>
  transact(ctx, async (tx) =>
    notifySessionsEnded(tx, tx.member.accountId, await deleteSession(tx.db, tx.member.accountId, tx.member.sessionId)),
  )

/** Ends all sessions of the member, and deletes the calendar feed and the pending change of email address. */
export async function revokeAllAccess(tx: Tx, memberId: string): Promise<void> {
  notifySessionsEnded(tx, memberId, await deleteAllSessions(tx.db, memberId))
  // After the sessions: a concurrent request that creates a feed locks its session, so its feed exists by now.
  await deleteCalendarFeed(tx.db, memberId)
  await deletePendingEmailChange(tx.db, memberId)
}

export const logOutEverywhere = (ctx: MemberCtx): Promise<void> =>
  transact(ctx, (tx) => revokeAllAccess(tx, tx.member.accountId))
