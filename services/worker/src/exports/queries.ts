import type { Database } from '@app/server/db/database'
import { sql } from 'kysely'

export type ClaimedExport = { id: string; memberId: string; attempts: number }

/** Claims an export that has to be built, and counts the attempt. Returns undefined if there is nothing to build. */
export async function claimExport(db: Database, exportId: string): Promise<ClaimedExport | undefined> {
  const { rows } = await sql<ClaimedExport>`
    update exports set attempts = attempts + 1
    where id = ${exportId} and state = 'PREPARING' and "memberId" is not null
    returning id, "memberId", attempts`.execute(db)
  return rows[0]
}

/** Refunds an attempt that failed for a reason other than the export itself. */
export const refundAttempt = (db: Database, { id, attempts }: ClaimedExport) =>
  db
    .updateTable('exports')
    .set({ attempts: attempts - 1 })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()

/** Marks an export as ready. Returns false if another attempt has begun or the export is no longer wanted. */
export async function markReady(db: Database, { id, attempts }: ClaimedExport, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('exports')
    .set({ state: 'READY', readyAt: now.toISOString() })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'PREPARING')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks an export as failed. Returns false if the export is no longer wanted. */
export async function markFailed(db: Database, { id }: ClaimedExport): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('exports')
    .set({ state: 'FAILED' })
    .where('id', '=', id)
    .where('state', '=', 'PREPARING')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const findRemovedExport = (db: Database, exportId: string) =>
  db
    .selectFrom('exports')
    .select(['id', 'attempts'])
    .where('id', '=', exportId)
    .where('state', '=', 'REMOVED')
    .executeTakeFirst()

/** Deletes the row of a removed export. */
export const deleteExport = (db: Database, exportId: string) =>
  db.deleteFrom('exports').where('id', '=', exportId).where('state', '=', 'REMOVED').execute()

/** Marks exports that were ready by this time for removal, and returns their number. */
export async function markExpiredExports(db: Database, readyBy: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('exports')
    .set({ state: 'REMOVED', memberId: null })
    .where('state', '=', 'READY')
    .where('readyAt', '<=', readyBy.toISOString())
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Lists exports that were requested by this time but are not built, and exports whose files have yet to be removed. */
export const listUnfinishedExports = (db: Database, requestedBy: Date, limit: number) =>
  db
    .selectFrom('exports')
    .select(['id', 'state'])
    .where((eb) =>
      eb.or([
        eb('state', '=', sql.lit('REMOVED')),
        eb.and([eb('state', '=', sql.lit('PREPARING')), eb('requestedAt', '<=', requestedBy.toISOString())]),
      ]),
    )
    .orderBy('requestedAt')
    .limit(limit)
    .execute()
