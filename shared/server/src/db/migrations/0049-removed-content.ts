import { type Kysely, sql } from 'kysely'

/** Each statement commits on its own, so that it only briefly locks its table. */
export const outsideTransaction = true

/**
 * Adds `removedBy`, the decision that hid a row; without a foreign key, because the decision is purged after some time,
 * but the tombstone stays. `rawHash` is the SHA-256 of an upload, to recognize the same file. Until `heldUntil`, a
 * suspended or banned account can neither be restored by its owner nor be purged by the worker.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['chat_messages', 'group_messages', 'media', 'movie_entries', 'events', 'groups'])
    await sql`alter table ${sql.table(table)} add column if not exists "removedBy" bigint`.execute(db)
  await sql`alter table media add column if not exists "rawHash" bytea`.execute(db)
  await sql`alter table members add column if not exists "heldUntil" timestamptz(3)`.execute(db)
  await sql`
    alter table members
      drop constraint if exists members_held,
      add constraint members_held check ("heldUntil" is null or "deletedAt" is not null) not valid`.execute(db)
  await sql`
    alter table mails
      drop constraint if exists mails_kind_check,
      add constraint mails_kind_check check (kind in (
        'REGISTRATION', 'PASSWORD_RESET', 'DELETION', 'EMAIL_CHANGE', 'EMAIL_RETURN',
        'EVENT_REMINDER', 'EVENT_CHANGED', 'EVENT_CANCELLED', 'EVENT_SEAT', 'PASSKEY_ADDED', 'LOG_HEAD',
        'DECISION', 'APPEAL_DECIDED', 'NOTICE_RECEIVED', 'NOTICE_DECIDED', 'CASE_ALERT')) not valid`.execute(db)
}
