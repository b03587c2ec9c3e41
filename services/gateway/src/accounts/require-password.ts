import type { MemberCtx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import { isPassword } from '@app/server/passwords'
import type { Limits } from '../limits/limits.ts'
import { takeAttempt } from './login.ts'
import { readCredentials } from './queries.ts'

/** Returns the caller's credentials once the password has been found right. A wrong one counts as a wrong login. */
export async function requirePassword(ctx: MemberCtx, limits: Limits, password: string, network: string) {
  const credentials = await readCredentials(ctx.db, ctx.member.id)
  const attemptWasRight = await takeAttempt(limits, network, credentials.email)
  if (!(await isPassword(credentials.passwordHash, password)))
    throw new AppError('VALIDATION', { fields: [{ path: 'password', problem: 'password.wrong' }] })
  await attemptWasRight()
  return credentials
}
