import { PASSWORD_LINK_LIFETIME_MS } from '@app/contract/limits'
import { emailKey } from '@app/contract/text/emails'
import { generateToken, hashToken, storeToken } from '@app/server/accounts/mail-tokens'
import { hashPassword } from '@app/server/accounts/passwords'
import type { Ctx } from '@app/server/context'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { consumeToken, findTokenAddress, updatePassword } from '../accounts/queries.ts'
import { revokeAllAccess } from '../sessions/actions.ts'
import { deleteRecentCredentials } from './recent-credentials.ts'

/**
 * Revokes all access to the account with the link of an email about its logins, and deletes the credentials that an
 * intruder may have added. The intruder may know the password, so no password works until the owner sets a new one.
 * Returns the token for that.
 */
export async function endLogins(ctx: Ctx, token: string): Promise<{ token: string }> {
  const address = await findTokenAddress(ctx.db, 'NEW_DEVICE', token, ctx.now())
  if (address === undefined) throw new AppError('INVALID_TOKEN')
  const passwordHash = await hashPassword(generateToken())
  return transact(ctx, async (tx) => {
    const member = await tx.db
      .selectFrom('members')
      .select(['id', 'email', 'level'])
      .where('emailKey', '=', emailKey(address))
      .where('deletedAt', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!member) throw new AppError('INVALID_TOKEN')
    await consumeToken(tx.db, 'NEW_DEVICE', token, tx.now())
    await updatePassword(tx.db, member.id, passwordHash)
    await deleteRecentCredentials(tx, member)
    await revokeAllAccess(tx, member.id)
    const resetToken = generateToken()
    const expiresAt = new Date(tx.now().getTime() + PASSWORD_LINK_LIFETIME_MS)
    await storeToken(tx.db, {
      hash: hashToken(resetToken),
      purpose: 'PASSWORD_RESET',
      address: member.email,
      expiresAt,
    })
    return { token: resetToken }
  })
}
