import type { Login } from '@app/contract/members/members'
import { verifyPassword } from '@app/server/accounts/passwords'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { requireNotHeld } from '@app/server/policies/measures'
import type { GatewayCtx } from '../context.ts'
import { revokeAllAccess } from '../sessions/actions.ts'
import { completeLogin, type NewSession } from './complete-login.ts'
import { mailLoginChange } from './login-changes.ts'
import { describeLoginAttempt, runAttempt } from './password-attempts.ts'
import { applyDuePassword, findAccount, lockAccountWithPassword } from './queries.ts'
import type { Visitor } from './visitor.ts'

/**
 * Opens a session for a visitor with the right password, unless the account accepts only passkeys. The first login with
 * a new password whose wait is over revokes all earlier access. The check takes the same steps for known and unknown
 * addresses, so that its timing does not reveal accounts.
 */
export async function login(ctx: GatewayCtx, { email, password }: Login, visitor: Visitor): Promise<NewSession> {
  const account = await runAttempt(ctx, describeLoginAttempt(ctx.config, email, visitor.source), async () => {
    const candidate = await findAccount(ctx, email)
    const isCorrect = await verifyPassword(candidate?.dueHash ?? candidate?.passwordHash, password)
    const acceptsPassword = candidate?.dueHash || !candidate?.passkeyOnly
    return isCorrect && acceptsPassword ? candidate : undefined
  })
  if (!account) throw new AppError('FALSE_CREDENTIALS')
  requireNotHeld(account, ctx.now())
  if (account.deletedAt) throw new AppError('DELETED_STATE')
  const { memberId } = account
  return transact(ctx, async (tx) => {
    if (!(await lockAccountWithPassword(tx.db, memberId, account.passwordHash))) throw new AppError('FALSE_CREDENTIALS')
    if (account.dueHash) {
      if (!(await applyDuePassword(tx.db, memberId, account.dueHash))) throw new AppError('FALSE_CREDENTIALS')
      await revokeAllAccess(tx, memberId)
      await mailLoginChange(tx, { id: memberId, ...account }, 'PASSWORD')
    }
    return completeLogin(tx, ctx, account, visitor, { startedBy: 'PASSWORD', passkeyId: null })
  })
}
