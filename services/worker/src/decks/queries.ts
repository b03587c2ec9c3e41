import type { Database, DatabaseTransaction } from '@app/server/db/database'
import type { Json } from '@app/server/db/tables'
import { sql } from 'kysely'
import type { Card } from './parse-card.ts'

/** Finds an upload that has yet to be read and was not abandoned. */
export const findPendingUpload = (db: Database, uploadId: string): Promise<{ bytes: Buffer } | undefined> =>
  db
    .selectFrom('deck_uploads')
    .select('bytes')
    .where('id', '=', uploadId)
    .where('state', '=', 'WAITING')
    .executeTakeFirst()

/** Locks an upload whose client still waits, so that the client cannot abandon it before the transaction ends. */
export const lockPendingUpload = (db: DatabaseTransaction, uploadId: string, uploadedAfter: Date) =>
  db
    .selectFrom('deck_uploads')
    .select('id')
    .where('id', '=', uploadId)
    .where('state', '=', 'WAITING')
    .where('uploadedAt', '>', uploadedAfter.toISOString())
    .forUpdate()
    .executeTakeFirst()

type UploadResult = { state: 'STORED'; cards: number } | { state: 'REFUSED'; refusal: Json }

/** Stores the result of an upload for its client, and removes the file from the row. */
export const finishUpload = (db: DatabaseTransaction, uploadId: string, result: UploadResult) =>
  db
    .updateTable('deck_uploads')
    .set({ ...result, bytes: Buffer.alloc(0) })
    .where('id', '=', uploadId)
    .execute()

/** Serializes replacements of the deck without blocking readers. */
export const lockCards = (db: DatabaseTransaction) => sql`lock table cards in share row exclusive mode`.execute(db)

/** Replaces all cards. The caller holds the lock of `lockCards`. */
export async function replaceCards(db: DatabaseTransaction, cards: Card[]): Promise<void> {
  await db.deleteFrom('cards').execute()
  await sql`
    insert into cards ("cardType", text, audiences, spiciness)
    select card.* from jsonb_array_elements(${JSON.stringify(cards)}::jsonb) with ordinality as listed (item, ordinal),
      jsonb_to_record(item) as card ("cardType" text, text text, audiences text[], spiciness text)
    order by ordinal`.execute(db)
}

/** Deletes uploads from this time or earlier, and returns their number. */
export async function deleteOldUploads(db: Database, until: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('deck_uploads')
    .where('uploadedAt', '<=', until.toISOString())
    .executeTakeFirst()
  return Number(numDeletedRows)
}
