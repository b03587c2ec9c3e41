import { createHash } from 'node:crypto'
import { emailKey } from '@app/contract/emails'
import type { Login } from '@app/contract/members'
import type { Ctx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import { isPassword } from '@app/server/passwords'
import { transact } from '@app/server/transact'
import type { Limits } from '../limits/limits.ts'
import { openSession } from '../sessions/actions.ts'
import type { SessionIds, SessionOwner } from '../sessions/queries.ts'
import { findAccount, lockAccount } from './queries.ts'

/** Where a visitor calls from. */
export type Visitor = { network: string; device: string }

/** A session that has begun: what its token will carry, and whose it is. */
export type NewSession = SessionIds & { memberId: string; owner: SessionOwner }

/** Limits know addresses by their hash alone. */
export const mailboxKey = (email: string): string => createHash('sha256').update(emailKey(email)).digest('base64url')

/**
 * Counts the attempt as a wrong one until it turns out right, so that many at once do not slip past the limit. The network
 * comes first: one that is refused cannot use up the attempts of an address.
 */
export async function takeAttempt(limits: Limits, network: string, email: string): Promise<() => Promise<void>> {
  const mailbox = mailboxKey(email)
  const giveNetworkBack = () => limits.giveBack('wrongLoginsPerAddress', network)
  await limits.take('wrongLoginsPerAddress', network)
  await limits.take('wrongLoginsPerEmail', mailbox).catch(async (refusal: unknown) => {
    await giveNetworkBack()
    throw refusal
  })
  return async () => void (await Promise.all([giveNetworkBack(), limits.giveBack('wrongLoginsPerEmail', mailbox)]))
}

/** Known and unknown addresses take the same steps until the password is found right. */
export async function login(
  ctx: Ctx,
  limits: Limits,
  { email, password }: Login,
  { network, device }: Visitor,
): Promise<NewSession> {
  const attemptWasRight = await takeAttempt(limits, network, email)
  const account = await findAccount(ctx.db, email)
  const right = await isPassword(account?.passwordHash, password)
  if (!account || !right) throw new AppError('FALSE_CREDENTIALS')
  await attemptWasRight()
  if (account.deletedAt) throw new AppError('DELETED_STATE')
  const { id: memberId, userName, level: memberLevel, language, couple } = account
  return transact(ctx, async (tx) => {
    if (!(await lockAccount(tx.db, memberId, account.passwordHash))) throw new AppError('FALSE_CREDENTIALS')
    const ids = await openSession(tx, memberId, device)
    return { ...ids, memberId, owner: { userName, memberLevel, language, couple } }
  })
}
