import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../online-changes.ts'

export const outsideTransaction = true

/**
 * Identifies sessions by the hash of a random id instead of the id of their row. Sessions of the previous release have
 * no such hash; the hash of their row's id is used instead, so that their tokens stay valid.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column if not exists hash bytea`.execute(db)
  await sql`
    alter table sessions drop constraint if exists sessions_hash_check,
      add constraint sessions_hash_check check (octet_length(hash) = 32) not valid`.execute(db)
  await sql`alter table sessions validate constraint sessions_hash_check`.execute(db)
  const definition = sql`on sessions (coalesce(hash, sha256(id::text::bytea)))`
  await buildIndex(db, 'sessions_by_hash', { definition, unique: true })
}
