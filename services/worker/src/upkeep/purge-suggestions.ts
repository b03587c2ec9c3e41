import type { Database } from '@app/server/db/database'
import { sql } from 'kysely'
import { runInBatches } from './batches.ts'

/**
 * Deletes a batch of suggestions that were last made before the day of this time in Stockholm, and returns their
 * number. Skips locked rows, which are being suggested again.
 */
async function deleteBatch(db: Database, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from suggestions where ("memberId", "suggestedId") in (
      select "memberId", "suggestedId" from suggestions
      where day < (${before.toISOString()}::timestamptz at time zone 'Europe/Stockholm')::date
      limit ${limit} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes suggestions that were last made before the day of this time, and returns their number. */
export async function purgeSuggestions(db: Database, before: Date): Promise<number> {
  let deletedCount = 0
  await runInBatches(async (limit) => {
    const batchCount = await deleteBatch(db, before, limit)
    deletedCount += batchCount
    return batchCount
  })
  return deletedCount
}
