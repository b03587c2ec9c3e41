import { PASSKEY_FRESH_MS } from '@app/contract/limits'
import { verifyPassword } from '@app/server/accounts/passwords'
import { AppError } from '@app/server/errors'
import type { MemberCtx } from '../context.ts'
import { isFreshSession } from '../sessions/queries.ts'
import { describeSessionAttempt, runAttempt } from './password-attempts.ts'
import { readCredentials } from './queries.ts'

/**
 * Returns the caller's credentials if the session began with a passkey or a recovery code a short time ago, or if the
 * password is right. Throws PASSKEY_REQUIRED if the account accepts only passkeys, TOO_MANY_REQUESTS after too many wrong
 * passwords, and VALIDATION for a missing or wrong one. Wrong passwords count against the limits of the caller's session
 * and of all sessions of the account together.
 */
export async function requirePassword(ctx: MemberCtx, password: string | undefined, ipAddress: string) {
  const credentials = await readCredentials(ctx.db, ctx.member.accountId)
  const freshAfter = new Date(ctx.now().getTime() - PASSKEY_FRESH_MS)
  if (await isFreshSession(ctx.db, ctx.member, freshAfter)) return credentials
  if (credentials.passkeyOnly) throw new AppError('PASSKEY_REQUIRED')
  if (password === undefined)
    throw new AppError('VALIDATION', { fields: [{ path: 'password', problem: 'password.loginEmpty' }] })
  const verified = await runAttempt(
    ctx,
    describeSessionAttempt(ctx.member.sessionId, credentials.email, ipAddress),
    async () => ((await verifyPassword(credentials.passwordHash, password)) ? credentials : undefined),
  )
  if (!verified) throw new AppError('VALIDATION', { fields: [{ path: 'password', problem: 'password.wrong' }] })
  return verified
}
