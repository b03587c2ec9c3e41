import type { Tx } from '@app/server/delivery/transact'
import type { GatewayCtx } from '../context.ts'
import { openSession } from '../sessions/actions.ts'
import {
  type SessionIds,
  type SessionOwner,
  type SessionOwnerRow,
  type SessionStart,
  toSessionOwner,
} from '../sessions/queries.ts'
import { recordDevice } from './known-devices.ts'
import type { Visitor } from './visitor.ts'

/** A new session: the content of its token, and its owner. */
export type NewSession = SessionIds & { memberId: string; email: string; owner: SessionOwner }

/**
 * Opens a session for a visitor who has proved to own the account, and records the browser. The caller holds the lock on
 * the account.
 */
export async function completeLogin(
  tx: Tx,
  { config }: Pick<GatewayCtx, 'config'>,
  account: SessionOwnerRow & { memberId: string; email: string },
  { source, device, deviceKey }: Visitor,
  start: SessionStart,
): Promise<NewSession> {
  const { memberId, email, userName, memberLevel, language, couple, duties } = account
  const { unreadDecisions, removedContent, restrictions, ageCheckNeeded } = account
  const ids = await openSession(tx, memberId, device, start)
  const { sessionId } = ids
  await recordDevice(tx, config.sessionSecret, { memberId, email, language, sessionId }, deviceKey, source.cookies)
  const owner = toSessionOwner(
    { userName, memberLevel, language, couple, duties, unreadDecisions, removedContent, restrictions, ageCheckNeeded },
    start.startedBy,
  )
  return { ...ids, memberId, email, owner }
}
