import { DELETION_PERIOD } from '@app/contract/limits'
import type { Ctx, MemberCtx } from '@app/server/context'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { consumeToken, insertMail, lockAccount } from '../accounts/queries.ts'
import { requirePassword } from '../accounts/require-password.ts'
import { releaseExport } from '../exports/queries.ts'
import type { Limits } from '../limits/limits.ts'
import { revokeAllAccess } from '../sessions/actions.ts'
import { holdMember, lockWithConfirmed, restoreMember } from '../visibility/holding.ts'
import { markDeleted, unmarkDeleted } from './queries.ts'

/** Marks the member as deleted and hides them from all others. Emails a link that reverses this until the purge. */
export async function deleteMember(ctx: MemberCtx, limits: Limits, password: string, address: string): Promise<void> {
  const { email, language, passwordHash } = await requirePassword(ctx, limits, password, address)
  await transact(ctx, async (tx) => {
    const { accountId: id } = tx.member
    await lockWithConfirmed(tx.db, id)
    // A concurrent password change or deletion has ended the session.
    if (!(await lockAccount(tx.db, id, passwordHash))) throw new AppError('PLEASE_LOGIN')
    await markDeleted(tx.db, id, tx.now())
    await revokeAllAccess(tx, id)
    await holdMember(tx, id)
    await releaseExport(tx.db, id)
    const mailId = await insertMail(tx.db, { kind: 'DELETION', address: email, language }, tx.now())
    tx.enqueue({ name: 'mail:send', payload: { mailId } })
  })
}

/** Reverses the deletion by the emailed link, until the purge may have begun. */
export const undeleteMember = (ctx: Ctx, token: string): Promise<void> =>
  transact(ctx, async (tx) => {
    const address = await consumeToken(tx.db, 'DELETION', token, tx.now())
    const memberId = await unmarkDeleted(tx.db, address, new Date(tx.now().getTime() - DELETION_PERIOD))
    if (!memberId) throw new AppError('INVALID_TOKEN')
    await restoreMember(tx, memberId)
  })
