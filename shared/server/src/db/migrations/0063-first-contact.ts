import { type Kysely, sql } from 'kysely'

/** Each statement commits on its own, so that it only briefly locks its table. */
export const outsideTransaction = true

/** Adds the contact rule of a member, and the folder of invites that it puts aside. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table members add column if not exists "contactNeeds" text[] not null default '{}',
      add column if not exists "contactOthers" text not null default 'PUT_ASIDE'`.execute(db)
  await sql`
    alter table members drop constraint if exists members_contact,
      add constraint members_contact check ("contactNeeds" <@ array['VERIFIED', 'PHOTO', 'SEARCH']
        and "contactOthers" in ('PUT_ASIDE', 'REFUSE')) not valid`.execute(db)
  await sql`
    alter table chat_members drop constraint if exists chat_members_folder_check,
      add constraint chat_members_folder_check
        check (folder in ('CHATS', 'INVITES', 'MAYBE', 'SENT', 'FILTERED', 'GONE')) not valid,
      drop constraint if exists "chat_members_heldFolder_check",
      add constraint "chat_members_heldFolder_check"
        check ("heldFolder" in ('CHATS', 'INVITES', 'MAYBE', 'SENT', 'FILTERED')) not valid`.execute(db)
}
