import type { MemberTx } from '@app/server/delivery/transact'
import { lockAccountExclusively } from '@app/server/policies/actors'
import { lockSession } from '../sessions/queries.ts'

/**
 * Locks the caller's account, and the session, so that a request that waits while the owner revokes all access changes
 * nothing afterwards. Returns how to email the owner.
 */
export async function lockOwnAccount({ db, member }: MemberTx) {
  const account = await lockAccountExclusively(db, member.accountId)
  await lockSession(db, member)
  return account
}
