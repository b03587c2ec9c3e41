import { EMAIL_LINK_LIFETIME, EMAIL_REVERT_PERIOD } from '@app/contract/limits'
import type { ChangeEmail } from '@app/contract/members/credentials'
import { emailKey, mailboxKey } from '@app/contract/text/emails'
import { generateToken } from '@app/server/accounts/mail-tokens'
import { hashPassword } from '@app/server/accounts/passwords'
import type { Ctx, MemberCtx } from '@app/server/context'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { deleteTokensOf, insertMail, lockAccount } from '../accounts/queries.ts'
import { requirePassword } from '../accounts/require-password.ts'
import { hashAddress } from '../limits/addresses.ts'
import type { Limits } from '../limits/limits.ts'
import { notifySessionsEnded, revokeAllAccess } from '../sessions/actions.ts'
import { deleteOtherSessions } from '../sessions/queries.ts'
import {
  consumeChange,
  consumeReturn,
  deleteLaterReturns,
  deleteReturnTo,
  findChange,
  findReturn,
  insertReturn,
  lockMember,
  storeChange,
  updateEmail,
} from './queries.ts'

/**
 * Requests a change of email address. Takes the same steps whether the new address is known or not; only the email to
 * it differs.
 */
export async function requestEmailChange(
  ctx: MemberCtx,
  limits: Limits,
  { email, password }: ChangeEmail,
  address: string,
): Promise<void> {
  const { accountId: memberId, sessionId } = ctx.member
  const { email: current, language, passwordHash } = await requirePassword(ctx, limits, password, address)
  if (emailKey(email) === emailKey(current))
    throw new AppError('VALIDATION', { fields: [{ path: 'email', problem: 'email.same' }] })
  await limits.take('emailChanges', memberId)
  const send = await limits.tryTake('confirmationMailsPerMailbox', hashAddress(mailboxKey(email)))
  await transact(ctx, async (tx) => {
    if (!(await lockAccount(tx.db, memberId, passwordHash))) throw new AppError('PLEASE_LOGIN')
    const mail = { kind: 'EMAIL_CHANGE', address: email, language, memberId } as const
    const mailId = await insertMail(tx.db, { ...mail, state: send ? 'WAITING' : 'DROPPED' }, tx.now())
    const expiresAt = new Date(tx.now().getTime() + EMAIL_LINK_LIFETIME).toISOString()
    await storeChange(tx.db, { memberId, mailId, email, sessionId, expiresAt }, { send })
    tx.enqueue({ name: 'mail:send', payload: { mailId } })
  })
}

/**
 * Moves the account to the address that the link verifies, and emails a link that reverses this to the previous
 * address. Other sessions end. Returns both addresses.
 */
export async function confirmEmailChange(ctx: Ctx, token: string): Promise<{ previousEmail: string; email: string }> {
  const pendingChange = await findChange(ctx.db, token)
  if (!pendingChange) throw new AppError('INVALID_TOKEN')
  return transact(ctx, async (tx) => {
    const member = await lockMember(tx.db, pendingChange.memberId)
    const change = await consumeChange(tx.db, token, tx.now())
    if (!member || member.deletedAt || !change) throw new AppError('INVALID_TOKEN')
    const { id: memberId, email: previousEmail, language } = member
    await updateEmail(tx.db, memberId, { email: change.email })
    await deleteTokensOf(tx.db, [previousEmail, change.email])
    await deleteReturnTo(tx.db, memberId, change.email)
    const mail = { kind: 'EMAIL_RETURN', address: previousEmail, language, memberId } as const
    const mailId = await insertMail(tx.db, mail, tx.now())
    const expiresAt = new Date(tx.now().getTime() + EMAIL_REVERT_PERIOD).toISOString()
    await insertReturn(tx.db, { memberId, mailId, email: previousEmail, expiresAt })
    tx.enqueue({ name: 'mail:send', payload: { mailId } })
    notifySessionsEnded(tx, memberId, await deleteOtherSessions(tx.db, memberId, change.sessionId))
    return { previousEmail, email: change.email }
  })
}

/**
 * Returns the account to its previous address. A stranger who changed the address knows the password, so no password
 * works until the owner of the address sets a new one by the link that is emailed now.
 */
export async function returnEmail(ctx: Ctx, token: string): Promise<void> {
  const pendingReturn = await findReturn(ctx.db, token, ctx.now())
  if (!pendingReturn) throw new AppError('INVALID_TOKEN')
  const passwordHash = await hashPassword(generateToken())
  await transact(ctx, async (tx) => {
    const member = await lockMember(tx.db, pendingReturn.memberId)
    const emailReturn = await consumeReturn(tx.db, token, tx.now())
    if (!member || !emailReturn) throw new AppError('INVALID_TOKEN')
    const { id: memberId, language, deletedAt } = member
    await updateEmail(tx.db, memberId, { email: emailReturn.email, passwordHash })
    await deleteTokensOf(tx.db, [member.email, emailReturn.email])
    await deleteLaterReturns(tx.db, memberId, emailReturn.id)
    await revokeAllAccess(tx, memberId)
    const kind = deletedAt ? 'DELETION' : 'PASSWORD_RESET'
    const mailId = await insertMail(tx.db, { kind, address: emailReturn.email, language }, tx.now())
    tx.enqueue({ name: 'mail:send', payload: { mailId } })
  })
}
