import type { Login } from '@app/contract/members/members'
import { verifyPassword } from '@app/server/accounts/passwords'
import type { Ctx } from '@app/server/context'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import type { Limits } from '../limits/limits.ts'
import { openSession } from '../sessions/actions.ts'
import type { SessionIds, SessionOwner } from '../sessions/queries.ts'
import { attempt, describeLoginAttempt, type Source } from './attempts.ts'
import { findAccount, lockAccount } from './queries.ts'

/** The caller's IP address and cookies; `device` is a name of the browser and its operating system. */
export type Visitor = { source: Source; device: string }

/** A new session: the content of its token, and its owner. */
export type NewSession = SessionIds & { memberId: string; email: string; owner: SessionOwner }

/** Logs a visitor in. Known and unknown addresses take the same steps until the password is verified. */
export async function login(
  ctx: Ctx,
  limits: Limits,
  { email, password }: Login,
  { source, device }: Visitor,
): Promise<NewSession> {
  const account = await attempt(ctx, limits, describeLoginAttempt(ctx.config, email, source), async () => {
    const candidate = await findAccount(ctx.db, email)
    return (await verifyPassword(candidate?.passwordHash, password)) ? candidate : undefined
  })
  if (!account) throw new AppError('FALSE_CREDENTIALS')
  if (account.deletedAt) throw new AppError('DELETED_STATE')
  const { id: memberId, userName, level: memberLevel, language, couple } = account
  return transact(ctx, async (tx) => {
    if (!(await lockAccount(tx.db, memberId, account.passwordHash))) throw new AppError('FALSE_CREDENTIALS')
    const ids = await openSession(tx, memberId, device)
    return { ...ids, memberId, email, owner: { userName, memberLevel, language, couple } }
  })
}
