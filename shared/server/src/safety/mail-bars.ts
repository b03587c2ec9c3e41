import { mailboxKey } from '@app/contract/text/emails'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { hashForPurpose } from './keys.ts'

/**
 * Returns the hash under which a banned member's email address is stored. All subaddresses of a mailbox have the same
 * one.
 */
export const hashBarredAddress = (secret: string, address: string): Buffer =>
  hashForPurpose(secret, 'mail-bars', mailboxKey(address))

/** Returns the number of the case in which the owner of this address was banned; null if the address is not barred. */
export async function findBar(db: Database, secret: string, address: string, now: Date): Promise<string | null> {
  const { rows } = await sql<{ caseId: string }>`
    select d."caseId" from mail_bars b join decisions d on d.id = b."decisionId"
    where b."mailHash" = ${hashBarredAddress(secret, address)} and b.until > ${now}`.execute(db)
  return rows[0]?.caseId ?? null
}
