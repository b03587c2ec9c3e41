import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Every hit of a search shows its member's newest ad. Ordered by time: with an order by id, the planner may choose to
  // walk all ads from the newest on, which finds nothing to stop at for members without ads.
  await sql`create index if not exists ads_of_author on ads ("authorId", "publishedAt" desc, id desc)`.execute(db)
}
