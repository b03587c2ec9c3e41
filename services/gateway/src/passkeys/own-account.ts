import type { MemberTx } from '@app/server/delivery/transact'
import { lockAccountExclusively } from '@app/server/policies/actors'
import { lockSession } from '../sessions/queries.ts'

/**
 * Locks the caller's account, then the session, so that a request that has waited for the end of its session is rejected.
 * Returns the account's email address and language.
 */
export async function lockOwnAccount({ db, member }: MemberTx) {
  const account = await lockAccountExclusively(db, member.accountId)
  await lockSession(db, member)
  return account
}
