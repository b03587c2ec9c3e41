import { type Kysely, sql } from 'kysely'

/**
 * `email_changes` holds pending changes, at most one per member, until the link sent to the new address is opened.
 * `email_returns` holds previous addresses while the link to revert to them is valid. `hash` is null until the worker
 * has generated the token.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table email_changes (
      "memberId" bigint primary key references members on delete cascade,
      "mailId" bigint not null unique,
      email text not null,
      "sessionId" bigint not null,
      hash bytea unique check (octet_length(hash) = 32),
      "expiresAt" timestamptz(3) not null
    )`.execute(db)
  await sql`
    create table email_returns (
      id bigint generated always as identity primary key,
      "memberId" bigint not null references members on delete cascade,
      "mailId" bigint not null unique,
      email text not null,
      hash bytea unique check (octet_length(hash) = 32),
      "expiresAt" timestamptz(3) not null
    )`.execute(db)
  await sql`create index email_returns_of_member on email_returns ("memberId")`.execute(db)
  await sql`
    alter table mails
      drop constraint mails_kind_check,
      add constraint mails_kind_check check (kind in (
        'REGISTRATION', 'PASSWORD_RESET', 'DELETION', 'EMAIL_CHANGE', 'EMAIL_RETURN',
        'EVENT_REMINDER', 'EVENT_CHANGED', 'EVENT_CANCELLED', 'EVENT_SEAT')) not valid`.execute(db)
}
