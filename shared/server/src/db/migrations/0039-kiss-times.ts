import { type Kysely, sql } from 'kysely'

/** Stores when a kiss was given; kisses from before, or through a gateway of the previous release, have only a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table kisses add "givenAt" timestamptz(3)`.execute(db)
}
