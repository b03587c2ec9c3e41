import type { Database } from '@app/server/db/database'
import type { DB } from '@app/server/db/tables'
import type { Insertable } from 'kysely'

const MINUTE_MS = 60_000

/** Returns the beginning of the minute that is this many minutes before the given time. */
export const minuteBefore = (now: Date, minutes: number): Date =>
  new Date(Math.floor(now.getTime() / MINUTE_MS - minutes) * MINUTE_MS)

/** Stores a sample of the operator's metrics, which by default has no values from Redis. */
export async function aSample(
  db: Database,
  at: Date,
  metrics: Partial<Insertable<DB['operator_samples']>> = {},
): Promise<void> {
  await db
    .insertInto('operator_samples')
    .values({
      at: at.toISOString(),
      messages: 0,
      chatMessagesTo: '0',
      groupMessagesTo: '0',
      databaseBytes: '1000',
      ...metrics,
    })
    .execute()
}
