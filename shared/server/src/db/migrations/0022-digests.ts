import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The progress of a day's digests: all members up to `lastMemberId` have been processed. Days are in Stockholm time.
  await sql`
    create table digest_days (
      day text primary key check (day ~ '^\\d{4}-\\d\\d-\\d\\d$'),
      "lastMemberId" bigint not null default 0,
      "endedAt" timestamptz(3)
    )`.execute(db)

  // One per member and day, and only if there is something new; the contents are counted when it is sent. A digest
  // becomes SENDING before its email is sent. It is retried only if the mail server reports that it has not accepted
  // the email; if the outcome is unknown it stays SENDING, since a lost email is better than a duplicate. It counts
  // what is new before `toldAt`; anything later is counted in the member's next digest.
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

  // The hashes of the keys in unsubscribe links. A key is derived from the member, so it is the same in all emails.
  await sql`
    create table unsubscribe_links (
      hash bytea primary key check (octet_length(hash) = 32),
      "memberId" bigint not null references members on delete cascade
    )`.execute(db)
  await sql`create index unsubscribe_links_of_member on unsubscribe_links ("memberId")`.execute(db)

  await sql`
    create index members_mailed on members (id)
    where "deletedAt" is null and ("wantsChatMail" or "wantsEventMail" or "wantsNewsMail")`.execute(db)
  // Digests search for the events that have changed recently.
  await sql`create index events_changes on events ("changedAt")`.execute(db)
}
