import { verifyPassword } from '@app/server/accounts/passwords'
import { AppError } from '@app/server/errors'
import type { MemberCtx } from '../context.ts'
import { describeSessionAttempt, runAttempt } from './password-attempts.ts'
import { readCredentials } from './queries.ts'

/**
 * Returns the caller's credentials if the password is right, and throws VALIDATION otherwise. Wrong passwords count
 * against the limits of the caller's session and of all sessions of the account together.
 */
export async function requirePassword(ctx: MemberCtx, password: string, ipAddress: string) {
  const credentials = await readCredentials(ctx.db, ctx.member.accountId)
  const verified = await runAttempt(
    ctx,
    describeSessionAttempt(ctx.member.sessionId, credentials.email, ipAddress),
    async () => ((await verifyPassword(credentials.passwordHash, password)) ? credentials : undefined),
  )
  if (!verified) throw new AppError('VALIDATION', { fields: [{ path: 'password', problem: 'password.wrong' }] })
  return verified
}
