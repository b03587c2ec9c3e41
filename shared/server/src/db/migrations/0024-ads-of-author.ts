import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Every hit of a search shows its member's newest ad. Queries order by time, since for an order by id the planner may
  // scan all ads from the newest on, which reads the whole table for a member without ads.
  await sql`create index if not exists ads_of_author on ads ("authorId", "publishedAt" desc, id desc)`.execute(db)
}
