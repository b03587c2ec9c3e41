import type { ChangePassword } from '@app/contract/members/credentials'
import { hashPassword, requireGoodPassword } from '@app/server/accounts/passwords'
import type { Ctx, MemberCtx } from '@app/server/context'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import type { Limits } from '../limits/limits.ts'
import { notifySessionsEnded, revokeAllAccess } from '../sessions/actions.ts'
import { deleteChange, deleteFeed } from '../sessions/other-access.ts'
import { deleteOtherSessions } from '../sessions/queries.ts'
import { consumeToken, deleteTokensOf, findTokenOwner, lockAccount, updatePassword } from './queries.ts'
import { requirePassword } from './require-password.ts'

/** Sets a new password by an emailed link, consumes the link, and ends every session and the calendar feed. */
export async function resetPassword(ctx: Ctx, token: string, password: string): Promise<void> {
  const owner = await findTokenOwner(ctx.db, token, ctx.now())
  if (!owner) throw new AppError('INVALID_TOKEN')
  requireGoodPassword(password, owner)
  const passwordHash = await hashPassword(password)
  await transact(ctx, async (tx) => {
    await consumeToken(tx.db, 'PASSWORD_RESET', token, tx.now())
    await updatePassword(tx.db, owner.id, passwordHash)
    await revokeAllAccess(tx, owner.id)
  })
}

/** Sets a new password after checking the current one. Ends every other session and all other access to the account. */
export async function changePassword(
  ctx: MemberCtx,
  limits: Limits,
  { password, newPassword }: ChangePassword,
  address: string,
): Promise<void> {
  const { accountId: id, sessionId } = ctx.member
  const current = await requirePassword(ctx, limits, password, address)
  requireGoodPassword(newPassword, current, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  await transact(ctx, async (tx) => {
    if (!(await lockAccount(tx.db, id, current.passwordHash))) throw new AppError('PLEASE_LOGIN')
    await updatePassword(tx.db, id, passwordHash)
    await deleteTokensOf(tx.db, [current.email])
    await deleteChange(tx.db, id)
    notifySessionsEnded(tx, id, await deleteOtherSessions(tx.db, id, sessionId))
    await deleteFeed(tx.db, id)
  })
}
