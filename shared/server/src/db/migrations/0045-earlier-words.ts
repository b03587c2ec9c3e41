import { type Kysely, sql } from 'kysely'

/** Each statement commits on its own, so that it only briefly locks its table. */
export const outsideTransaction = true

/**
 * Stores when a chat vanished from a member's lists, and keeps the texts and pictures of messages that are deleted or
 * edited. The triggers fire on updates of the text, so sending a message does not run them. They use the times that the
 * application stores. A third trigger keeps the texts of deleted group invites.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table chat_members add column if not exists "goneAt" timestamptz(3)`.execute(db)
  await sql`
    create or replace function keep_earlier_chat_words() returns trigger language plpgsql as $$
    begin
      insert into earlier_words (place, "messageId", message, "mediaId", until)
      values ('CHAT', old.id, old.message, old."mediaId", coalesce(new."deletedAt", old."sentAt") + interval '14 days');
      return null;
    end $$`.execute(db)
  await sql`
    create or replace trigger chat_messages_earlier after update of message on chat_messages for each row
    when ((old.message is not null or old."mediaId" is not null)
      and (new.message is distinct from old.message or new."mediaId" is distinct from old."mediaId"))
    execute function keep_earlier_chat_words()`.execute(db)
  await sql`
    create or replace function keep_earlier_group_words() returns trigger language plpgsql as $$
    begin
      insert into earlier_words (place, "messageId", message, "mediaId", until)
      values ('GROUP', old.id, old.message, old."mediaId",
        greatest(new."deletedAt", new."editedAt", old."sentAt") + interval '14 days');
      return null;
    end $$`.execute(db)
  await sql`
    create or replace trigger group_messages_earlier after update of message on group_messages for each row
    when ((old.message is not null or old."mediaId" is not null)
      and (new.message is distinct from old.message or new."mediaId" is distinct from old."mediaId"))
    execute function keep_earlier_group_words()`.execute(db)
  await sql`
    create or replace function keep_earlier_invite() returns trigger language plpgsql as $$
    begin
      insert into earlier_words (place, "messageId", message, "inviterId", "recipientId", until)
      values ('INVITE', old."groupId", old.message, old."inviterId", old."recipientId", now() + interval '14 days');
      return null;
    end $$`.execute(db)
  await sql`
    create or replace trigger group_invites_earlier after delete on group_invites for each row
    execute function keep_earlier_invite()`.execute(db)
}
