import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // How far the digests of a day in Stockholm are written: everybody up to this member has been looked at.
  await sql`
    create table digest_days (
      day text primary key check (day ~ '^\\d{4}-\\d\\d-\\d\\d$'),
      "lastMemberId" bigint not null default 0,
      "endedAt" timestamptz(3)
    )`.execute(db)

  // One for each member and day, and only where there is something to tell; what it tells is counted when it is sent.
  // SENDING is written before the mail leaves and never taken up again: better none than two. What is newer than
  // `toldAt` has not been told.
  await sql`
    create table digests (
      "memberId" bigint not null references members on delete cascade,
      day text not null,
      state text not null default 'WAITING' check (state in ('WAITING', 'SENDING', 'SENT', 'DROPPED', 'REFUSED')),
      attempts smallint not null default 0,
      "toldAt" timestamptz(3) not null,
      "nextAttemptAt" timestamptz(3) not null,
      primary key ("memberId", day)
    ) with (fillfactor = 80)`.execute(db)
  await sql`create index digests_waiting on digests ("nextAttemptAt") where state = 'WAITING'`.execute(db)

  // What a link at the foot of a mail is found by. The token itself is made anew for each mail, always the same.
  await sql`
    create table unsubscribe_links (
      hash bytea primary key check (octet_length(hash) = 32),
      "memberId" bigint not null references members on delete cascade
    )`.execute(db)
  await sql`create index unsubscribe_links_of_member on unsubscribe_links ("memberId")`.execute(db)

  await sql`
    create index members_mailed on members (id)
    where "deletedAt" is null and ("wantsChatMail" or "wantsEventMail" or "wantsNewsMail")`.execute(db)
  await sql`create index events_changes on events ("changedAt")`.execute(db)
}
