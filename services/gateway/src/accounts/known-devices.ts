import { KNOWN_DEVICE_LIFETIME_MS } from '@app/contract/limits'
import type { Language } from '@app/contract/text/language'
import type { Tx } from '@app/server/delivery/transact'
import { hashForPurpose } from '@app/server/safety/keys'
import { sql } from 'kysely'
import { findKnownBrowserId } from './device-cookie.ts'
import { insertMail } from './queries.ts'

type Login = { memberId: string; email: string; language: Language; sessionId: string }

/**
 * Remembers the browser of a login by the key that it has generated. Returns whether another browser has logged in to
 * the account in the last 400 days, and this one has not. The caller holds the lock on the account.
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
 * A browser that keeps no key is known by its device cookie; one that keeps neither counts as new at each login.
 */
export async function recordDevice(
  tx: Tx,
  secret: string,
  { memberId, email: address, language, sessionId: aboutId }: Login,
  key: string | undefined,
  cookies?: string,
): Promise<void> {
  if (!(await rememberDevice(tx, secret, memberId, key))) return
  if (findKnownBrowserId({ sessionSecret: secret }, cookies, address) !== null) return
  const mailId = await insertMail(tx.db, { kind: 'NEW_DEVICE', address, language, memberId, aboutId }, tx.now())
  tx.enqueue({ name: 'mail:send', payload: { mailId } })
}
