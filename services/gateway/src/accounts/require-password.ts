import type { MemberCtx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import { isPassword } from '@app/server/passwords'
import type { Limits } from '../limits/limits.ts'
import { attempt, sessionAttempt } from './attempts.ts'
import { readCredentials } from './queries.ts'

/** Returns the caller's credentials once the password has been found right. Wrong ones count against the caller's session. */
export async function requirePassword(ctx: MemberCtx, limits: Limits, password: string, address: string) {
  const credentials = await readCredentials(ctx.db, ctx.member.accountId)
  const right = await attempt(
    ctx,
    limits,
    sessionAttempt(ctx.member.sessionId, credentials.email, address),
    async () => ((await isPassword(credentials.passwordHash, password)) ? credentials : undefined),
  )
  if (!right) throw new AppError('VALIDATION', { fields: [{ path: 'password', problem: 'password.wrong' }] })
  return right
}
