import { type Kysely, sql } from 'kysely'

/**
 * Sessions are found by the hash of a random id instead of their number. Rows of the release before have no hash: that of
 * their number stands in, so that their tokens stay valid, and no later session can be given it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column hash bytea check (octet_length(hash) = 32)`.execute(db)
  await sql`create unique index sessions_by_hash on sessions (coalesce(hash, sha256(id::text::bytea)))`.execute(db)
}
