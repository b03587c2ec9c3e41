import { type Kysely, sql } from 'kysely'

/** Adds emails about an admin who has reached the limit of evidence views, and about a changed answer to a notice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table mails
      drop constraint mails_kind_check,
      add constraint mails_kind_check check (kind in (
        'REGISTRATION', 'PASSWORD_RESET', 'DELETION', 'EMAIL_CHANGE', 'EMAIL_RETURN',
        'EVENT_REMINDER', 'EVENT_CHANGED', 'EVENT_CANCELLED', 'EVENT_SEAT', 'PASSKEY_ADDED', 'LOG_HEAD',
        'DECISION', 'APPEAL_DECIDED', 'NOTICE_RECEIVED', 'NOTICE_DECIDED', 'NOTICE_CHANGED', 'CASE_ALERT',
        'VIEW_LIMIT')) not valid`.execute(db)
}
