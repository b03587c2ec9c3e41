import type { Database, DatabaseTransaction } from '@app/server/db/database'
import type { Json } from '@app/server/db/tables'
import { sql } from 'kysely'
import type { Card } from './cards.ts'

export const findPendingUpload = (db: Database, uploadId: string): Promise<{ bytes: Buffer } | undefined> =>
  db
    .selectFrom('deck_uploads')
    .select('bytes')
    .where('id', '=', uploadId)
    .where('state', '=', 'WAITING')
    .executeTakeFirst()

/** Locks an upload whose client still waits, so that it cannot be given up before the transaction ends. */
export const lockPendingUpload = (db: DatabaseTransaction, uploadId: string, since: Date) =>
  db
    .selectFrom('deck_uploads')
    .select('id')
    .where('id', '=', uploadId)
    .where('state', '=', 'WAITING')
    .where('uploadedAt', '>', since.toISOString())
    .forUpdate()
    .executeTakeFirst()

type UploadResult = { state: 'STORED'; cards: number } | { state: 'REFUSED'; refusal: Json }

/** Stores the result of an upload, which stays for a while, and removes the file. */
export const endUpload = (db: DatabaseTransaction, uploadId: string, result: UploadResult) =>
  db
    .updateTable('deck_uploads')
    .set({ ...result, bytes: Buffer.alloc(0) })
    .where('id', '=', uploadId)
    .execute()

/** Serializes replacements of the deck; readers are not blocked. */
export const lockCards = (db: DatabaseTransaction) => sql`lock table cards in share row exclusive mode`.execute(db)

export async function replaceCards(db: DatabaseTransaction, cards: Card[]): Promise<void> {
  await db.deleteFrom('cards').execute()
  await sql`
    insert into cards ("cardType", text, audiences, spiciness)
    select card.* from jsonb_array_elements(${JSON.stringify(cards)}::jsonb) with ordinality as listed (given, ordinal),
      jsonb_to_record(given) as card ("cardType" text, text text, audiences text[], spiciness text)
    order by ordinal`.execute(db)
}

export async function deleteOldUploads(db: Database, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('deck_uploads')
    .where('uploadedAt', '<=', before.toISOString())
    .executeTakeFirst()
  return Number(numDeletedRows)
}
