import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Every hit of a search tells its member's newest ad. By the time, since the planner may take an order by id for an
  // invitation to walk through all ads from the newest on, which never ends early for who has none.
  await sql`create index if not exists ads_of_author on ads ("authorId", "publishedAt" desc, id desc)`.execute(db)
}
