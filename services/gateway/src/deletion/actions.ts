import { DELETION_PERIOD_MS } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { requireNotHeld } from '@app/server/policies/measures'
import { consumeToken, findTokenAddress, insertMail, lockAccountWithPassword } from '../accounts/queries.ts'
import { requirePassword } from '../accounts/require-password.ts'
import type { MemberCtx } from '../context.ts'
import { releaseExport } from '../exports/queries.ts'
import { revokeAllAccess } from '../sessions/actions.ts'
import { holdMember, lockMemberAndConfirmed, restoreMember } from '../visibility/holding.ts'
import { findAccount, markDeleted, unmarkDeleted } from './queries.ts'

/**
 * Marks the caller as deleted and hides them from all others. Emails a link that restores the account until the purge.
 */
export async function deleteMember(ctx: MemberCtx, password: string | undefined, ipAddress: string): Promise<void> {
  const { email, language, passwordHash } = await requirePassword(ctx, password, ipAddress)
  await transact(ctx, async (tx) => {
    const { accountId: id } = tx.member
    await lockMemberAndConfirmed(tx.db, id)
    // A concurrent password change or deletion has revoked the session.
    if (!(await lockAccountWithPassword(tx.db, id, passwordHash))) throw new AppError('PLEASE_LOGIN')
    await markDeleted(tx.db, id, tx.now())
    await revokeAllAccess(tx, id)
    await holdMember(tx, id)
    await releaseExport(tx.db, id)
    const mailId = await insertMail(tx.db, { kind: 'DELETION', address: email, language }, tx.now())
    tx.enqueue({ name: 'mail:send', payload: { mailId } })
  })
}

/**
 * Restores an account by its emailed link. Throws INVALID_TOKEN if the link is invalid or the purge may have begun, and
 * SUSPENDED while the team holds the account.
 */
export async function restoreAccount(ctx: Ctx, token: string): Promise<void> {
  const address = await findTokenAddress(ctx.db, 'DELETION', token, ctx.now())
  if (address === undefined) throw new AppError('INVALID_TOKEN')
  await transact(ctx, async (tx) => {
    const account = await findAccount(tx.db, address)
    if (!account) throw new AppError('INVALID_TOKEN')
    requireNotHeld(account, tx.now())
    await lockMemberAndConfirmed(tx.db, account.id)
    const deletedAfter = new Date(tx.now().getTime() - DELETION_PERIOD_MS)
    if (!(await unmarkDeleted(tx.db, { memberId: account.id, address }, deletedAfter)))
      throw new AppError('INVALID_TOKEN')
    await consumeToken(tx.db, 'DELETION', token, tx.now())
    await restoreMember(tx, account.id)
  })
}
