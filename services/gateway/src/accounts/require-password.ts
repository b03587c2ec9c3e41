import type { MemberCtx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import { isPassword } from '@app/server/passwords'
import type { Limits } from '../limits/limits.ts'
import { attempt, type Source } from './attempts.ts'
import { readCredentials } from './queries.ts'

/** Returns the caller's credentials once the password has been found right. A wrong one counts as a wrong login. */
export async function requirePassword(ctx: MemberCtx, limits: Limits, password: string, source: Source) {
  const credentials = await readCredentials(ctx.db, ctx.member.accountId)
  const right = await attempt(ctx, limits, { email: credentials.email, source }, async () =>
    (await isPassword(credentials.passwordHash, password)) ? credentials : undefined,
  )
  if (!right) throw new AppError('VALIDATION', { fields: [{ path: 'password', problem: 'password.wrong' }] })
  return right
}
