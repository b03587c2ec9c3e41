import { EMAIL_LINK_LIFETIME_MS, EMAIL_REVERT_PERIOD_MS } from '@app/contract/limits'
import type { ChangeEmail } from '@app/contract/members/credentials'
import { emailKey, mailboxKey } from '@app/contract/text/emails'
import { generateToken } from '@app/server/accounts/mail-tokens'
import { hashPassword } from '@app/server/accounts/passwords'
import type { Ctx } from '@app/server/context'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { deleteTokensForAddresses, insertMail, lockAccountWithPassword } from '../accounts/queries.ts'
import { requirePassword } from '../accounts/require-password.ts'
import type { MemberCtx } from '../context.ts'
import { hashEmail } from '../limits/email-hash.ts'
import { deleteRecentCredentials } from '../passkeys/recent-credentials.ts'
import { deleteCalendarFeed } from '../sessions/access-without-session.ts'
import { notifySessionsRevoked, revokeAllAccess } from '../sessions/actions.ts'
import { deleteOtherSessions } from '../sessions/queries.ts'
import {
  consumeEmailChange,
  consumeEmailReturn,
  deleteEmailReturnTo,
  deleteLaterEmailReturns,
  findEmailChange,
  findEmailReturn,
  insertEmailReturn,
  lockMember,
  storeEmailChange,
  updateEmail,
} from './queries.ts'

/**
 * Requests an email address change, which a link emailed to the new address confirms. Takes the same steps whether
 * the new address belongs to another account or not, so that the response does not reveal accounts.
 */
export async function requestEmailChange(
  ctx: MemberCtx,
  { email, password }: ChangeEmail,
  ipAddress: string,
): Promise<void> {
  const { accountId: memberId, sessionId } = ctx.member
  const { email: currentEmail, language, passwordHash } = await requirePassword(ctx, password, ipAddress)
  if (emailKey(email) === emailKey(currentEmail))
    throw new AppError('VALIDATION', { fields: [{ path: 'email', problem: 'email.same' }] })
  await ctx.limits.take('emailChanges', memberId)
  const shouldSend = await ctx.limits.tryTake('emailChangeMailsPerMailbox', hashEmail(mailboxKey(email)))
  await transact(ctx, async (tx) => {
    if (!(await lockAccountWithPassword(tx.db, memberId, passwordHash))) throw new AppError('PLEASE_LOGIN')
    const mail = { kind: 'EMAIL_CHANGE', address: email, language, memberId } as const
    const mailId = await insertMail(tx.db, { ...mail, state: shouldSend ? 'WAITING' : 'DROPPED' }, tx.now())
    const expiresAt = new Date(tx.now().getTime() + EMAIL_LINK_LIFETIME_MS).toISOString()
    await storeEmailChange(tx.db, { memberId, mailId, email, sessionId, expiresAt }, { shouldSend })
    tx.enqueue({ name: 'mail:send', payload: { mailId } })
  })
}

/**
 * Changes the email address to the one that the link verifies, and emails a link that reverts this to the previous
 * address. Revokes all sessions except the one that requested the change, and deletes the calendar feed. Returns both
 * addresses.
 */
export async function confirmEmailChange(ctx: Ctx, token: string): Promise<{ previousEmail: string; email: string }> {
  const pendingChange = await findEmailChange(ctx.db, token)
  if (!pendingChange) throw new AppError('INVALID_TOKEN')
  return transact(ctx, async (tx) => {
    const member = await lockMember(tx.db, pendingChange.memberId)
    const change = await consumeEmailChange(tx.db, token, tx.now())
    if (!member || member.deletedAt || !change) throw new AppError('INVALID_TOKEN')
    const { id: memberId, email: previousEmail, language } = member
    await updateEmail(tx.db, memberId, { email: change.email })
    await deleteTokensForAddresses(tx.db, [previousEmail, change.email])
    await deleteEmailReturnTo(tx.db, memberId, change.email)
    const mail = { kind: 'EMAIL_RETURN', address: previousEmail, language, memberId } as const
    const mailId = await insertMail(tx.db, mail, tx.now())
    const expiresAt = new Date(tx.now().getTime() + EMAIL_REVERT_PERIOD_MS).toISOString()
    await insertEmailReturn(tx.db, { memberId, mailId, email: previousEmail, expiresAt })
    tx.enqueue({ name: 'mail:send', payload: { mailId } })
    notifySessionsRevoked(tx, memberId, await deleteOtherSessions(tx.db, memberId, change.sessionId))
    await deleteCalendarFeed(tx.db, memberId)
    return { previousEmail, email: change.email }
  })
}

/**
 * Restores the account's previous address. An attacker who changed the address knows the password, so no password works
 * until the owner of the address sets a new one, which takes effect at once, through the link that is emailed now. Deletes
 * credentials that the attacker may have added. If the account is being deleted, the emailed link restores it instead,
 * and the owner then requests a new password.
 */
export async function revertEmailChange(ctx: Ctx, token: string): Promise<void> {
  const pendingReturn = await findEmailReturn(ctx.db, token, ctx.now())
  if (!pendingReturn) throw new AppError('INVALID_TOKEN')
  const passwordHash = await hashPassword(generateToken())
  await transact(ctx, async (tx) => {
    const member = await lockMember(tx.db, pendingReturn.memberId)
    const emailReturn = await consumeEmailReturn(tx.db, token, tx.now())
    if (!member || !emailReturn) throw new AppError('INVALID_TOKEN')
    const { id: memberId, language, deletedAt } = member
    await updateEmail(tx.db, memberId, { email: emailReturn.email, passwordHash, passkeyOnly: false })
    await deleteTokensForAddresses(tx.db, [member.email, emailReturn.email])
    await deleteLaterEmailReturns(tx.db, memberId, emailReturn.id)
    await deleteRecentCredentials(tx, member)
    await revokeAllAccess(tx, memberId)
    const kind = deletedAt ? 'DELETION' : 'PASSWORD_RESET'
    const mailId = await insertMail(tx.db, { kind, address: emailReturn.email, language }, tx.now())
    tx.enqueue({ name: 'mail:send', payload: { mailId } })
  })
}
