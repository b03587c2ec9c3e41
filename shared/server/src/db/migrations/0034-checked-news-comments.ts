import { type Kysely, sql } from 'kysely'

/** Validates the check separately from adding it, so that its lock is not held while all comments are read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table news_comments validate constraint news_comments_message_check`.execute(db)
}
