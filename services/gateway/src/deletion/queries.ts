import { emailKey } from '@app/contract/text/emails'
import type { DatabaseTransaction } from '@app/server/db/database'
import { sql } from 'kysely'

export const markDeleted = (db: DatabaseTransaction, memberId: string, now: Date) =>
  db.updateTable('members').set({ deletedAt: now.toISOString() }).where('id', '=', memberId).execute()

/** Returns the time until which the team holds the account with this email address; null if it does not. */
export async function findHold(db: DatabaseTransaction, address: string): Promise<string | null> {
  const row = await db
    .selectFrom('members')
    .select('heldUntil')
    .where('emailKey', '=', emailKey(address))
    .executeTakeFirst()
  return row?.heldUntil ?? null
}

/**
 * Removes the deletion mark of the member with this email address, and returns the member's id. Returns undefined if no
 * such member was deleted after the given time, or if the team holds or has banned the account.
 */
export async function unmarkDeleted(
  db: DatabaseTransaction,
  address: string,
  deletedAfter: Date,
): Promise<string | undefined> {
  const row = await db
    .updateTable('members')
    .set({ deletedAt: null })
    .where('emailKey', '=', emailKey(address))
    .where('deletedAt', '>', deletedAfter.toISOString())
    .where('heldUntil', 'is', null)
    .where(sql<boolean>`not exists (
      select from measures where "memberId" = members.id and kind = 'BAN' and "endedAt" is null)`)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}
