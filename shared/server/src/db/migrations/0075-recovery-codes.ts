import { type Kysely, sql } from 'kysely'

/** Each statement commits on its own, so that it only briefly locks its table. */
export const outsideTransaction = true

/**
 * Adds recovery codes, with which a session can begin instead of a passkey, and the setting to log in only with passkeys.
 * A new password of a member with that setting waits in `password_waits` until it is due. Also adds the browsers from
 * which a member has logged in, and the email about a login from a new one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table members add column if not exists "passkeyOnly" boolean not null default false`.execute(db)
  await sql`
    alter table sessions drop constraint if exists sessions_started_by,
      add constraint sessions_started_by check (
        "startedBy" in ('PASSWORD', 'PASSKEY', 'CODE') and ("startedBy" = 'PASSKEY') = ("passkeyId" is not null)
      ) not valid`.execute(db)
  await sql`
    create table if not exists recovery_codes (
      "memberId" bigint not null references members on delete cascade,
      hash bytea not null check (octet_length(hash) = 32),
      primary key ("memberId", hash)
    )`.execute(db)
  await sql`
    create table if not exists password_waits (
      "memberId" bigint primary key references members on delete cascade,
      "passwordHash" text not null,
      "dueAt" timestamptz(3) not null
    )`.execute(db)
  await sql`
    create table if not exists known_devices (
      "memberId" bigint not null references members on delete cascade,
      "keyHash" bytea not null check (octet_length("keyHash") = 32),
      "seenAt" timestamptz(3) not null,
      primary key ("memberId", "keyHash")
    )`.execute(db)
  await sql`
    alter table mail_tokens drop constraint if exists mail_tokens_purpose_check,
      add constraint mail_tokens_purpose_check
        check (purpose in ('REGISTRATION', 'PASSWORD_RESET', 'DELETION', 'NEW_DEVICE')) not valid`.execute(db)
  await sql`
    alter table mails drop constraint if exists mails_kind_check,
      add constraint mails_kind_check check (kind in (
        'REGISTRATION', 'PASSWORD_RESET', 'DELETION', 'EMAIL_CHANGE', 'EMAIL_RETURN',
        'EVENT_REMINDER', 'EVENT_CHANGED', 'EVENT_CANCELLED', 'EVENT_SEAT', 'PASSKEY_ADDED', 'LOG_HEAD',
        'DECISION', 'APPEAL_DECIDED', 'NOTICE_RECEIVED', 'NOTICE_DECIDED', 'NOTICE_CHANGED', 'CASE_ALERT',
        'VIEW_LIMIT', 'NEW_DEVICE')) not valid`.execute(db)
}
