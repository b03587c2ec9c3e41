import { type Kysely, sql } from 'kysely'

/** Separate from the migration that adds the check, so that its lock is not held while all comments are read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table news_comments validate constraint news_comments_message_check`.execute(db)
}
