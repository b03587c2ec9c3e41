import { KNOWN_DEVICE_LIFETIME_MS, PASSWORD_LINK_LIFETIME_MS } from '@app/contract/limits'
import { emailKey } from '@app/contract/text/emails'
import type { Language } from '@app/contract/text/language'
import { generateToken, hashToken, storeToken } from '@app/server/accounts/mail-tokens'
import type { Ctx } from '@app/server/context'
import { type Tx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { hashForPurpose } from '@app/server/safety/keys'
import { sql } from 'kysely'
import { deleteRecentCredentials } from '../passkeys/recent-credentials.ts'
import { revokeAllAccess } from '../sessions/actions.ts'
import { consumeToken, insertMail } from './queries.ts'

type Login = { memberId: string; email: string; language: Language; sessionId: string }

/**
 * Remembers the browser of a login by the key that it has generated. Returns whether another browser has logged in to
 * the account before, and this one has not. The caller holds the lock on the account.
 */
async function rememberDevice(tx: Tx, secret: string, memberId: string, key: string | undefined): Promise<boolean> {
  const since = new Date(tx.now().getTime() - KNOWN_DEVICE_LIFETIME_MS)
  // The hash includes the account, so that it does not show which accounts share a browser.
  const keyHash = key === undefined ? null : hashForPurpose(secret, 'known-devices', `${memberId} ${key}`)
  const { rows } = await sql<{ hasOthers: boolean; isKnown: boolean }>`
    select count(*) > 0 as "hasOthers", coalesce(bool_or("keyHash" = ${keyHash}), false) as "isKnown"
    from known_devices where "memberId" = ${memberId} and "seenAt" > ${since}`.execute(tx.db)
  if (keyHash)
    await sql`
      insert into known_devices ("memberId", "keyHash", "seenAt") values (${memberId}, ${keyHash}, ${tx.now()})
      on conflict ("memberId", "keyHash") do update set "seenAt" = excluded."seenAt"`.execute(tx.db)
  return rows.some(({ hasOthers, isKnown }) => hasOthers && !isKnown)
}

/**
 * Remembers the browser of a login, and emails the member if it is new. The first browser of an account causes no email.
 * A login without a key counts as one from a new browser.
 */
export async function recordDevice(
  tx: Tx,
  secret: string,
  { memberId, email: address, language, sessionId: aboutId }: Login,
  key: string | undefined,
): Promise<void> {
  if (!(await rememberDevice(tx, secret, memberId, key))) return
  const mailId = await insertMail(tx.db, { kind: 'NEW_DEVICE', address, language, memberId, aboutId }, tx.now())
  tx.enqueue({ name: 'mail:send', payload: { mailId } })
}

/**
 * Revokes all access to the account with the link of an email about its logins, and deletes the credentials that an
 * intruder may have added. Returns the token with which the owner then sets a new password.
 */
export const endLogins = (ctx: Ctx, token: string): Promise<{ token: string }> =>
  transact(ctx, async (tx) => {
    const address = await consumeToken(tx.db, 'NEW_DEVICE', token, tx.now())
    const member = await tx.db
      .selectFrom('members')
      .select(['id', 'email', 'level'])
      .where('emailKey', '=', emailKey(address))
      .where('deletedAt', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!member) throw new AppError('INVALID_TOKEN')
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
