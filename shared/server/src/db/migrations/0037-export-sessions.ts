import { type Kysely, sql } from 'kysely'

/**
 * Stores the hash of the session that requested an export with the password. Exports requested before, or through a
 * gateway of the previous release, have none, and no session can fetch them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table exports add "sessionHash" bytea`.execute(db)
}
