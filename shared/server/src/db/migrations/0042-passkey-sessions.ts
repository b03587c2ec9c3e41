import { type Kysely, sql } from 'kysely'

export const outsideTransaction = true

/**
 * Stores how each session began, and with which passkey; gateways of the previous release begin sessions only with a
 * password. `mails.aboutId` is the id of the entry in the team log that an email is about.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions
      add column if not exists "startedBy" text not null default 'PASSWORD',
      add column if not exists "passkeyId" bytea,
      drop constraint if exists sessions_started_by,
      add constraint sessions_started_by check (
        "startedBy" in ('PASSWORD', 'PASSKEY') and ("startedBy" = 'PASSKEY') = ("passkeyId" is not null)) not valid
    `.execute(db)
  await sql`
    alter table mails
      add column if not exists "aboutId" bigint,
      drop constraint if exists mails_kind_check,
      add constraint mails_kind_check check (kind in (
        'REGISTRATION', 'PASSWORD_RESET', 'DELETION', 'EMAIL_CHANGE', 'EMAIL_RETURN',
        'EVENT_REMINDER', 'EVENT_CHANGED', 'EVENT_CANCELLED', 'EVENT_SEAT', 'PASSKEY_ADDED', 'LOG_HEAD')) not valid
    `.execute(db)
}
