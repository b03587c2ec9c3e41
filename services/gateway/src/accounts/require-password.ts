import { verifyPassword } from '@app/server/accounts/passwords'
import type { MemberCtx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import type { Limits } from '../limits/limits.ts'
import { attempt, describeSessionAttempt } from './attempts.ts'
import { readCredentials } from './queries.ts'

/**
 * Returns the caller's credentials once the password is verified. Wrong passwords count against the caller's session.
 */
export async function requirePassword(ctx: MemberCtx, limits: Limits, password: string, address: string) {
  const credentials = await readCredentials(ctx.db, ctx.member.accountId)
  const verified = await attempt(
    ctx,
    limits,
    describeSessionAttempt(ctx.member.sessionId, credentials.email, address),
    async () => ((await verifyPassword(credentials.passwordHash, password)) ? credentials : undefined),
  )
  if (!verified) throw new AppError('VALIDATION', { fields: [{ path: 'password', problem: 'password.wrong' }] })
  return verified
}
