import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // What the author's client calls an event, so that announcing it once more finds the same one.
  await sql`alter table events add "clientId" uuid`.execute(db)
  await sql`create unique index events_once on events ("authorId", "clientId") where "clientId" is not null`.execute(db)
}
