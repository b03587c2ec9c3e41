import { PASSWORD_WAIT_MS } from '@app/contract/limits'
import type { ChangePassword } from '@app/contract/members/credentials'
import { hashPassword, requireGoodPassword } from '@app/server/accounts/passwords'
import type { Ctx } from '@app/server/context'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import type { MemberCtx } from '../context.ts'
import { deleteCalendarFeed, deletePendingEmailChange } from '../sessions/access-without-session.ts'
import { notifySessionsRevoked, revokeAllAccess } from '../sessions/actions.ts'
import { deleteOtherSessions } from '../sessions/queries.ts'
import { mailLoginChange } from './login-changes.ts'
import {
  consumeToken,
  deletePendingPassword,
  deleteTokensForAddresses,
  findTokenOwner,
  lockAccountWithPassword,
  lockPasskeyOnly,
  storePendingPassword,
  updatePassword,
} from './queries.ts'
import { requirePassword } from './require-password.ts'

/**
 * Sets a new password through an emailed link, which it consumes, and revokes all access to the account. If the account
 * accepts only passkeys, the new password takes effect later instead, and until then every session can cancel it.
 * Returns whether it takes effect now.
 */
export async function resetPassword(ctx: Ctx, token: string, password: string): Promise<boolean> {
  const owner = await findTokenOwner(ctx.db, token, ctx.now())
  if (!owner) throw new AppError('INVALID_TOKEN')
  requireGoodPassword(password, owner)
  const passwordHash = await hashPassword(password)
  return transact(ctx, async (tx) => {
    const isPasskeyOnly = await lockPasskeyOnly(tx.db, owner.id)
    await consumeToken(tx.db, 'PASSWORD_RESET', token, tx.now())
    if (isPasskeyOnly) {
      const dueAt = new Date(tx.now().getTime() + PASSWORD_WAIT_MS).toISOString()
      await storePendingPassword(tx.db, { memberId: owner.id, passwordHash, dueAt })
      await mailLoginChange(tx, owner, 'PASSWORD_LATER')
      tx.notify([owner.id], { type: 'passkeys:changed' })
      return false
    }
    await updatePassword(tx.db, owner.id, passwordHash)
    await mailLoginChange(tx, owner, 'PASSWORD')
    await revokeAllAccess(tx, owner.id)
    return true
  })
}

/**
 * Sets a new password after verifying the current one, unless the session began with a passkey or a recovery code a short
 * time ago. Revokes all access to the account except this session.
 */
export async function changePassword(
  ctx: MemberCtx,
  { password, newPassword }: ChangePassword,
  ipAddress: string,
): Promise<void> {
  const { accountId: id, sessionId } = ctx.member
  const credentials = await requirePassword(ctx, password, ipAddress)
  requireGoodPassword(newPassword, credentials, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  await transact(ctx, async (tx) => {
    if (!(await lockAccountWithPassword(tx.db, id, credentials.passwordHash))) throw new AppError('PLEASE_LOGIN')
    await updatePassword(tx.db, id, passwordHash)
    await deleteTokensForAddresses(tx.db, [credentials.email])
    await deletePendingEmailChange(tx.db, id)
    await deletePendingPassword(tx.db, id)
    await mailLoginChange(tx, { id, ...credentials }, 'PASSWORD')
    notifySessionsRevoked(tx, id, await deleteOtherSessions(tx.db, id, sessionId))
    await deleteCalendarFeed(tx.db, id)
  })
}
