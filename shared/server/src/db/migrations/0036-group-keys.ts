import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../online-changes.ts'

/** Outside of a transaction, as required for an index that is built while members write. */
export const outsideTransaction = true

/** Stores the id that the creator's client gave a group, so that repeating the request finds the same group. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table groups add column if not exists "clientId" uuid`.execute(db)
  await buildIndex(db, 'groups_once', {
    definition: sql`on groups ("creatorId", "clientId") where "clientId" is not null`,
    unique: true,
  })
}
