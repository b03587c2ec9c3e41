import { type Kysely, sql } from 'kysely'

/** Validates the constraints of the preferences and the absence separately from adding them, without blocking writers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table members validate constraint members_wanted_ages`.execute(db)
  await sql`alter table members validate constraint members_absence`.execute(db)
  await sql`alter table members validate constraint members_looking_for_couples`.execute(db)
}
