import { emailKey } from '@app/contract/text/emails'
import type { DatabaseTransaction } from '@app/server/db/database'
import { sql } from 'kysely'

export const markDeleted = (db: DatabaseTransaction, memberId: string, now: Date) =>
  db.updateTable('members').set({ deletedAt: now.toISOString() }).where('id', '=', memberId).execute()

/** Finds the account with this email address, with the time until which the team holds it. */
export const findAccount = (db: DatabaseTransaction, address: string) =>
  db.selectFrom('members').select(['id', 'heldUntil']).where('emailKey', '=', emailKey(address)).executeTakeFirst()

/**
 * Removes a member's deletion mark. Returns false if the member does not have this email address, was not deleted after
 * the given time, or is held or banned by the team.
 */
export async function unmarkDeleted(
  db: DatabaseTransaction,
  { memberId, address }: { memberId: string; address: string },
  deletedAfter: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({ deletedAt: null })
    .where('id', '=', memberId)
    .where('emailKey', '=', emailKey(address))
    .where('deletedAt', '>', deletedAfter.toISOString())
    .where('heldUntil', 'is', null)
    .where(sql<boolean>`not exists (
      select from measures where "memberId" = members.id and kind = 'BAN' and "endedAt" is null)`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
