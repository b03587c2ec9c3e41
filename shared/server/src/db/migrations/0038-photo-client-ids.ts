import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../online-changes.ts'

/** Outside of a transaction, as required for an index that is built while members write. */
export const outsideTransaction = true

/** Stores the id that the owner's client gave an album photo, so that a repeated upload finds the same photo. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table photos add column if not exists "clientId" uuid`.execute(db)
  await buildIndex(db, 'photos_once', {
    definition: sql`on photos ("memberId", "clientId") where "clientId" is not null`,
    unique: true,
  })
}
