import { type Kysely, sql } from 'kysely'

/** Validates the constraints of the team against existing rows, without blocking writers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table members validate constraint members_cities_check`.execute(db)
  await sql`alter table members validate constraint members_team`.execute(db)
  await sql`alter table sessions validate constraint sessions_not_of_team`.execute(db)
  await sql`alter table persons validate constraint persons_not_of_team`.execute(db)
}
