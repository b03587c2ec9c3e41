import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The numbers of answers are stored, and each answer locks the event's row. `sequence` increases with each change
  // that calendars must receive. A canceled event stays, so that its participants and calendars receive the
  // cancellation. Ids order events with the same start.
  await sql`
    create table events (
      id bigint generated always as identity primary key,
      "authorId" bigint references members on delete set null,
      "groupId" bigint references groups on delete cascade,
      "groupMessageId" bigint unique references group_messages on delete set null,
      title text not null check (char_length(title) between 1 and 100),
      description text not null check (char_length(description) between 1 and 1000),
      place text not null check (char_length(place) between 1 and 100),
      "eventTime" timestamptz(3) not null,
      "paidEvent" boolean not null,
      capacity integer check (capacity between 1 and 10000),
      "participantsShownTo" text not null check ("participantsShownTo" in ('ALL', 'PARTICIPANTS', 'HOST')),
      sequence integer not null default 0,
      coming integer not null default 0 check (coming >= 0),
      interested integer not null default 0 check (interested >= 0),
      waiting integer not null default 0 check (waiting >= 0),
      "cancelledAt" timestamptz(3),
      "createdAt" timestamptz(3) not null,
      "changedAt" timestamptz(3) not null
    ) with (fillfactor = 80)`.execute(db)
  await sql`create index events_public on events ("eventTime", id) where "groupId" is null`.execute(db)
  await sql`create index events_of_group on events ("groupId", "eventTime", id) where "groupId" is not null`.execute(db)
  await sql`create index events_of_author on events ("authorId")`.execute(db)
  await sql`create index events_due on events ("eventTime") where "cancelledAt" is null`.execute(db)

  // WAITING: the member is in the queue, whose order is `turn`, assigned while the event is locked.
  await sql`
    create table event_answers (
      "eventId" bigint not null references events on delete cascade,
      "memberId" bigint not null references members on delete cascade,
      answer text not null check (answer in ('YES', 'MAYBE', 'WAITING')),
      turn bigint generated always as identity,
      "answeredAt" timestamptz(3) not null,
      "remindedAt" timestamptz(3),
      primary key ("eventId", "memberId")
    )`.execute(db)
  await sql`create index event_answers_queue on event_answers ("eventId", turn) where answer = 'WAITING'`.execute(db)
  await sql`create index event_answers_unreminded on event_answers ("eventId") where answer = 'YES' and "remindedAt" is null`.execute(
    db,
  )
  await sql`create index event_answers_of_member on event_answers ("memberId")`.execute(db)

  // The secret URL of a member's own calendar feed; only its hash is stored.
  await sql`
    create table calendar_feeds (
      "memberId" bigint primary key references members on delete cascade,
      hash bytea not null unique check (octet_length(hash) = 32),
      "createdAt" timestamptz(3) not null
    )`.execute(db)

  // Emails about an event: one row per member and message, inserted before anything is sent.
  await sql`alter table mails drop constraint mails_kind_check`.execute(db)
  await sql`
    alter table mails
      add "memberId" bigint references members on delete cascade,
      add "eventId" bigint references events on delete cascade,
      add constraint mails_kind_check check (kind in (
        'REGISTRATION', 'PASSWORD_RESET', 'DELETION',
        'EVENT_REMINDER', 'EVENT_CHANGED', 'EVENT_CANCELLED', 'EVENT_SEAT')),
      add constraint mails_event check (("eventId" is not null) = (kind like 'EVENT_%'))`.execute(db)
  await sql`create index mails_of_event on mails ("eventId") where "eventId" is not null`.execute(db)
  await sql`create index mails_of_member on mails ("memberId") where "memberId" is not null`.execute(db)
}
