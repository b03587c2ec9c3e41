import { type Kysely, sql } from 'kysely'

/** Permits a comment of one emoji: two UTF-16 units, which the contract counts, but only one character. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table news_comments drop constraint news_comments_message_check,
      add constraint news_comments_message_check check (char_length(message) between 1 and 1000) not valid`.execute(db)
}
