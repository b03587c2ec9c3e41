import { type Kysely, sql } from 'kysely'

/** Adds the case that the reports of a closed case have joined; null if they joined none. That case may be purged first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table cases add column "mergedInto" bigint`.execute(db)
}
