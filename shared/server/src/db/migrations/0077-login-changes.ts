import { type Kysely, sql } from 'kysely'

/** Each statement commits on its own, so that it only briefly locks its table. */
export const outsideTransaction = true

/**
 * Adds the email about a changed way to log in, and the time at which recovery codes were created; null for codes that
 * an earlier release has created.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table recovery_codes add column if not exists "createdAt" timestamptz(3)`.execute(db)
  await sql`alter table mails add column if not exists "loginChange" text`.execute(db)
  await sql`
    alter table mails drop constraint if exists mails_login_change,
      add constraint mails_login_change check (
        (kind = 'LOGIN_CHANGED') = ("loginChange" is not null) and "loginChange" in (
          'PASSWORD', 'PASSWORD_LATER', 'PASSKEY_DELETED', 'PASSKEY_ONLY', 'PASSWORD_AGAIN', 'RECOVERY_CODES')
      ) not valid`.execute(db)
  await sql`
    alter table mails drop constraint if exists mails_kind_check,
      add constraint mails_kind_check check (kind in (
        'REGISTRATION', 'PASSWORD_RESET', 'DELETION', 'EMAIL_CHANGE', 'EMAIL_RETURN',
        'EVENT_REMINDER', 'EVENT_CHANGED', 'EVENT_CANCELLED', 'EVENT_SEAT', 'PASSKEY_ADDED', 'LOG_HEAD',
        'DECISION', 'APPEAL_DECIDED', 'NOTICE_RECEIVED', 'NOTICE_DECIDED', 'NOTICE_CHANGED', 'CASE_ALERT',
        'VIEW_LIMIT', 'NEW_DEVICE', 'LOGIN_CHANGED')) not valid`.execute(db)
}
