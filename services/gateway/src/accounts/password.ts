import type { Ctx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import { hashPassword, requireGoodPassword } from '@app/server/passwords'
import { transact } from '@app/server/transact'
import { revokeAllAccess } from '../sessions/actions.ts'
import { findTokenOwner, takeToken, updatePassword } from './queries.ts'

/** A new password by a mailed link: the link is used up, every session and the calendar feed end. */
export async function resetPassword(ctx: Ctx, token: string, password: string): Promise<void> {
  const owner = await findTokenOwner(ctx.db, token, ctx.now())
  if (!owner) throw new AppError('INVALID_TOKEN')
  requireGoodPassword(password, owner)
  const passwordHash = await hashPassword(password)
  await transact(ctx, async (tx) => {
    await takeToken(tx.db, 'PASSWORD_RESET', token, tx.now())
    await updatePassword(tx.db, owner.id, passwordHash)
    await revokeAllAccess(tx, owner.id)
  })
}
