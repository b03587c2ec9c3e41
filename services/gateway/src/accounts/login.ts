import type { Login } from '@app/contract/members/members'
import { verifyPassword } from '@app/server/accounts/passwords'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { requireNotHeld } from '@app/server/policies/measures'
import type { GatewayCtx } from '../context.ts'
import { openSession, revokeAllAccess } from '../sessions/actions.ts'
import { type SessionIds, type SessionOwner, toSessionOwner } from '../sessions/queries.ts'
import { recordDevice } from './known-devices.ts'
import { mailLoginChange } from './login-changes.ts'
import { type AttemptSource, describeLoginAttempt, runAttempt } from './password-attempts.ts'
import { applyDuePassword, findAccount, lockAccountWithPassword } from './queries.ts'

/**
 * A caller without a session. `device` names the browser and its operating system; `deviceKey` is the random key by which
 * an account recognizes the browser.
 */
export type Visitor = { source: AttemptSource; device: string; deviceKey: string | undefined }

/** A new session: the content of its token, and its owner. */
export type NewSession = SessionIds & { memberId: string; email: string; owner: SessionOwner }

/**
 * Opens a session for a visitor with the right password, unless the account accepts only passkeys. The first login with
 * a new password whose wait is over revokes all earlier access. The check takes the same steps for known and unknown
 * addresses, so that its timing does not reveal accounts.
 */
export async function login(
  ctx: GatewayCtx,
  { email, password }: Login,
  { source, device, deviceKey }: Visitor,
): Promise<NewSession> {
  const account = await runAttempt(ctx, describeLoginAttempt(ctx.config, email, source), async () => {
    const candidate = await findAccount(ctx, email)
    const isCorrect = await verifyPassword(candidate?.dueHash ?? candidate?.passwordHash, password)
    const acceptsPassword = candidate?.dueHash || !candidate?.passkeyOnly
    return isCorrect && acceptsPassword ? candidate : undefined
  })
  if (!account) throw new AppError('FALSE_CREDENTIALS')
  requireNotHeld(account, ctx.now())
  if (account.deletedAt) throw new AppError('DELETED_STATE')
  const { id: memberId, level: memberLevel } = account
  const { userName, language, couple, duties, unreadDecisions, removedContent, ageCheckNeeded } = account
  return transact(ctx, async (tx) => {
    if (!(await lockAccountWithPassword(tx.db, memberId, account.passwordHash))) throw new AppError('FALSE_CREDENTIALS')
    if (account.dueHash) {
      if (!(await applyDuePassword(tx.db, memberId, account.dueHash))) throw new AppError('FALSE_CREDENTIALS')
      await revokeAllAccess(tx, memberId)
      await mailLoginChange(tx, account, 'PASSWORD')
    }
    const ids = await openSession(tx, memberId, device)
    const { sessionId } = ids
    await recordDevice(
      tx,
      ctx.config.sessionSecret,
      { memberId, email: account.email, language, sessionId },
      deviceKey,
      source.cookies,
    )
    return {
      ...ids,
      memberId,
      email,
      owner: toSessionOwner(
        { userName, memberLevel, language, couple, duties, unreadDecisions, removedContent, ageCheckNeeded },
        'PASSWORD',
      ),
    }
  })
}
