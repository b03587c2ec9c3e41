import { emailKey } from '@app/contract/text/emails'
import type { DatabaseTransaction } from '@app/server/db/database'

export const markDeleted = (db: DatabaseTransaction, memberId: string, now: Date) =>
  db.updateTable('members').set({ deletedAt: now.toISOString() }).where('id', '=', memberId).execute()

/**
 * Removes the deletion mark of the member with this email address, and returns the member's id. Returns undefined if no
 * such member was deleted after the given time.
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
    .returning('id')
    .executeTakeFirst()
  return row?.id
}
