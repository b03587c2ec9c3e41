import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../online-changes.ts'

export const outsideTransaction = true

/** Adds the `clientId` of notices, so that a repeated request stores a notice only once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reports add column if not exists "clientId" uuid`.execute(db)
  await buildIndex(db, 'notices_once', {
    definition: sql`on reports ("clientId") where "clientId" is not null`,
    unique: true,
  })
}
