import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The id that the author's client gave an event, so that repeating the request finds the same event.
  await sql`alter table events add "clientId" uuid`.execute(db)
  await sql`create unique index events_once on events ("authorId", "clientId") where "clientId" is not null`.execute(db)
}
