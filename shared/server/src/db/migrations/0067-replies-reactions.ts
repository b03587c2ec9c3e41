import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../online-changes.ts'

/** Each statement commits on its own, so that it only briefly locks its table. */
export const outsideTransaction = true

const REACTION = sql`check (reaction in ('HEART', 'LAUGH', 'FIRE', 'WOW', 'SAD', 'THUMB'))`

/**
 * Adds replies, edits of chat messages, and reactions. `hasReactions` is true for every message that has or had a
 * reaction, so that a page looks up none for the others. The earlier words of an edited chat message are kept for 14
 * days from the edit, like those of a post.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table chat_messages add column if not exists "replyToId" bigint references chat_messages on delete set null,
      add column if not exists "editedAt" timestamptz(3),
      add column if not exists "hasReactions" boolean not null default false`.execute(db)
  await sql`
    alter table group_messages
      add column if not exists "replyToId" bigint references group_messages on delete set null,
      add column if not exists "hasReactions" boolean not null default false`.execute(db)
  // Whether the member who received the last message has reacted to it, which returns the ball.
  await sql`
    alter table chats add column if not exists "lastMessageReacted" boolean not null default false`.execute(db)
  for (const kind of ['chat', 'group']) {
    const [messages, reactions] = [`${kind}_messages`, `${kind}_reactions`]
    await sql`
      create table if not exists ${sql.table(reactions)} (
        "messageId" bigint not null references ${sql.table(messages)} on delete cascade,
        "memberId" bigint not null references members on delete cascade,
        reaction text not null ${REACTION},
        primary key ("messageId", "memberId")
      )`.execute(db)
    await buildIndex(db, `${reactions}_of_member`, { definition: sql`on ${sql.table(reactions)} ("memberId")` })
    await buildIndex(db, `${messages}_replies`, {
      definition: sql`on ${sql.table(messages)} ("replyToId") where "replyToId" is not null`,
    })
  }
  await sql`
    create or replace function keep_earlier_chat_words() returns trigger language plpgsql as $$
    begin
      insert into earlier_words (place, "messageId", message, "mediaId", until)
      values ('CHAT', old.id, old.message, old."mediaId",
        coalesce(new."deletedAt", new."editedAt", old."sentAt") + interval '14 days');
      return null;
    end $$`.execute(db)
}
