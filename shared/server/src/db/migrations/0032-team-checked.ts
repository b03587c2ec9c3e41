import { type Kysely, sql } from 'kysely'

/** Checks the rows that were there before the constraints of the team, without keeping anybody from writing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table members validate constraint members_cities_check`.execute(db)
  await sql`alter table members validate constraint members_team`.execute(db)
  await sql`alter table sessions validate constraint sessions_not_of_team`.execute(db)
  await sql`alter table persons validate constraint persons_not_of_team`.execute(db)
}
