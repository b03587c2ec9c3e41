import type { Database } from '@app/server/db/database'
import { sql } from 'kysely'

export type Claimed = { id: string; memberId: string; attempts: number }

/** Claims an export that has to be built, and counts the attempt; undefined if there is nothing to build. */
export async function claimExport(db: Database, exportId: string): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update exports set attempts = attempts + 1
    where id = ${exportId} and state = 'PREPARING' and "memberId" is not null
    returning id, "memberId", attempts`.execute(db)
  return rows[0]
}

/** Refunds an attempt that did not fail because of the export itself. */
export const refundAttempt = (db: Database, { id, attempts }: Claimed) =>
  db
    .updateTable('exports')
    .set({ attempts: attempts - 1 })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()

/** Marks an export as ready. Returns false if another attempt has begun or the export is no longer wanted. */
export async function markReady(db: Database, { id, attempts }: Claimed, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('exports')
    .set({ state: 'READY', readyAt: now.toISOString() })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'PREPARING')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function markFailed(db: Database, { id }: Claimed): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('exports')
    .set({ state: 'FAILED' })
    .where('id', '=', id)
    .where('state', '=', 'PREPARING')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const findRemoved = (db: Database, exportId: string) =>
  db
    .selectFrom('exports')
    .select(['id', 'attempts'])
    .where('id', '=', exportId)
    .where('state', '=', 'REMOVED')
    .executeTakeFirst()

export const deleteExport = (db: Database, exportId: string) =>
  db.deleteFrom('exports').where('id', '=', exportId).where('state', '=', 'REMOVED').execute()

/** Marks exports that were not downloaded in time for removal. */
export async function removeExpired(db: Database, readyBefore: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('exports')
    .set({ state: 'REMOVED', memberId: null })
    .where('state', '=', 'READY')
    .where('readyAt', '<=', readyBefore.toISOString())
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Lists exports that were requested a while ago and are not built, and those whose files are not removed. */
export const listUnfinished = (db: Database, requestedBefore: Date, limit: number) =>
  db
    .selectFrom('exports')
    .select(['id', 'state'])
    .where((eb) =>
      eb.or([
        eb('state', '=', sql.lit('REMOVED')),
        eb.and([eb('state', '=', sql.lit('PREPARING')), eb('requestedAt', '<=', requestedBefore.toISOString())]),
      ]),
    )
    .orderBy('requestedAt')
    .limit(limit)
    .execute()
