import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The outbox: pushes and jobs, written in the same transaction as the changes that they report.
  await sql`
    create table outbox (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('PUSH', 'JOB')),
      payload jsonb not null,
      "createdAt" timestamptz(3) not null default now()
    )`.execute(db)

  // One row per email, inserted before it is sent: the job contains only the id, and a lost job is recreated from this
  // table.
  await sql`
    create table mails (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('REGISTRATION', 'PASSWORD_RESET')),
      address text not null,
      language text not null check (language in ('SWEDISH', 'ENGLISH')),
      state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'DROPPED', 'REFUSED')),
      attempts smallint not null default 0,
      "createdAt" timestamptz(3) not null,
      "nextAttemptAt" timestamptz(3) not null,
      "endedAt" timestamptz(3)
    )`.execute(db)
  await sql`create index mails_waiting on mails ("nextAttemptAt") where state = 'WAITING'`.execute(db)
  await sql`create index mails_of_address on mails (lower(address))`.execute(db)

  // Emailed links; only the hash of the token is stored.
  await sql`
    create table mail_tokens (
      hash bytea primary key check (octet_length(hash) = 32),
      purpose text not null check (purpose in ('REGISTRATION', 'PASSWORD_RESET')),
      "addressKey" text not null,
      address text not null,
      "expiresAt" timestamptz(3) not null
    )`.execute(db)
  await sql`create unique index mail_tokens_newest on mail_tokens (purpose, "addressKey")`.execute(db)

  // Email addresses that a mail server rejected permanently; nothing is sent to them again.
  await sql`
    create table dead_addresses (
      "addressKey" text primary key,
      since timestamptz(3) not null
    )`.execute(db)

  // Receives the emails while no mail server is configured.
  await sql`
    create table local_inbox (
      id bigint generated always as identity primary key,
      "to" text not null,
      subject text not null,
      text text not null,
      html text not null,
      at timestamptz(3) not null
    )`.execute(db)
}
