import type { Database, DatabaseTransaction } from '@app/server/db/database'
import type { DB } from '@app/server/db/tables'
import { type Insertable, type Selectable, sql } from 'kysely'

export type Sample = Insertable<DB['operator_samples']>

const LAST_SAMPLE_COLUMNS = ['at', 'chatMessagesTo', 'groupMessagesTo'] as const
export type LastSample = Pick<Selectable<DB['operator_samples']>, (typeof LAST_SAMPLE_COLUMNS)[number]>

/** Returns the time of the database, on which all workers agree even if their own clocks differ. */
export async function readClock(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: string }>`select now()`.execute(db)
  return new Date(rows[0]?.now ?? Number.NaN)
}

/** Deletes samples from a clock that was ahead, since they would prevent current ones. */
export async function deleteFutureSamples(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('operator_samples').where('at', '>', now.toISOString()).execute()
}

export const findNewestSample = (db: Database): Promise<LastSample | undefined> =>
  db.selectFrom('operator_samples').select(LAST_SAMPLE_COLUMNS).orderBy('at', 'desc').limit(1).executeTakeFirst()

/** Inserts a sample. Returns false if another worker has inserted it already. */
export async function insertSample(db: DatabaseTransaction, sample: Sample): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('operator_samples')
    .values(sample)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}

/** The maximum number of counted messages, so that the measurement after a week without workers is not too slow. */
const COUNTED_MESSAGES_MAX = 1_000_000

/** Counts the messages after the one with this id, or none without an id, and returns the id of the newest message. */
export async function countNewMessages(
  db: Database,
  table: 'chat_messages' | 'group_messages',
  after: string | undefined,
): Promise<{ newestId: string; count: number }> {
  const position = sql`${after ?? null}::bigint`
  const messages = sql.table(table)
  const { rows } = await sql<{ newestId: string; count: number }>`
    select coalesce((select max(id) from ${messages}), 0)::text as "newestId",
      (select count(*)::int from (select from ${messages} where id > ${position} limit ${COUNTED_MESSAGES_MAX}) newer) as count`.execute(
    db,
  )
  return rows[0] ?? { newestId: after ?? '0', count: 0 }
}

/** Returns the size of the database in bytes. */
export async function readDatabaseSize(db: Database): Promise<string> {
  const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(db)
  return rows[0]?.bytes ?? '0'
}

/** Returns whether any earlier measurement of the photo store found files. */
export async function hasStoredPhotos(db: Database): Promise<boolean> {
  const size = await db
    .selectFrom('photo_store_sizes')
    .select('at')
    .where('files', '>', '0')
    .limit(1)
    .executeTakeFirst()
  return size !== undefined
}

export async function insertPhotoStoreSize(
  db: Database,
  at: Date,
  { files, bytes }: { files: number; bytes: number },
): Promise<void> {
  await db
    .insertInto('photo_store_sizes')
    .values({ at: at.toISOString(), files: String(files), bytes: String(bytes) })
    .execute()
}

/** Deletes samples and photo store sizes from before this time, and returns their number. */
export async function deleteOldSamples(db: Database, before: Date): Promise<number> {
  const [samples, sizes] = await Promise.all(
    (['operator_samples', 'photo_store_sizes'] as const).map((table) =>
      db.deleteFrom(table).where('at', '<', before.toISOString()).executeTakeFirst(),
    ),
  )
  return Number(samples?.numDeletedRows ?? 0) + Number(sizes?.numDeletedRows ?? 0)
}
