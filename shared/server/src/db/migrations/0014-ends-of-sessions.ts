import { type Kysely, sql } from 'kysely'

/** Adds indexes for the query for expired sessions, which runs every few seconds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index sessions_by_last_sign on sessions ("lastSeenAt")`.execute(db)
  await sql`create index sessions_by_beginning on sessions ("createdAt")`.execute(db)
}
