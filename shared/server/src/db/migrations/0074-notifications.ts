import { type Kysely, sql } from 'kysely'

/**
 * Creates the tables for notifications on members' devices: their subscriptions to a push service, preferences, the
 * groups whose posts they want to know about, and the notifications that are due or that were handled.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table push_subscriptions (
      id bigint generated always as identity primary key,
      "memberId" bigint not null references members on delete cascade,
      "sessionId" bigint not null references sessions on delete cascade,
      endpoint text not null unique check (char_length(endpoint) <= 1000),
      p256dh bytea not null check (octet_length(p256dh) = 65),
      auth bytea not null check (octet_length(auth) = 16),
      "createdAt" timestamptz(3) not null
    )`.execute(db)
  await sql`create index push_subscriptions_of_member on push_subscriptions ("memberId")`.execute(db)
  await sql`create index push_subscriptions_of_session on push_subscriptions ("sessionId")`.execute(db)
  await sql`
    create table notification_preferences (
      "memberId" bigint primary key references members on delete cascade,
      messages boolean not null,
      invites boolean not null,
      seats boolean not null,
      "quietFrom" smallint check ("quietFrom" between 0 and 23),
      "quietTo" smallint check ("quietTo" between 0 and 23),
      check ("quietFrom" <> "quietTo" or "quietFrom" is null and "quietTo" is null)
    )`.execute(db)
  await sql`
    create table notifying_groups (
      "groupId" bigint not null,
      "memberId" bigint not null,
      primary key ("groupId", "memberId"),
      foreign key ("groupId", "memberId") references group_members ("groupId", "memberId") on delete cascade
    )`.execute(db)
  await sql`create index notifying_groups_of_member on notifying_groups ("memberId")`.execute(db)
  await sql`
    create table notifications (
      "memberId" bigint not null references members on delete cascade,
      kind text not null check (kind in ('CHAT', 'INVITE', 'GROUP', 'SEAT')),
      "subjectId" bigint not null,
      "messageId" bigint,
      "dueAt" timestamptz(3) not null,
      attempts smallint not null default 0,
      "handledAt" timestamptz(3),
      primary key ("memberId", kind, "subjectId")
    )`.execute(db)
  await sql`create index notifications_due on notifications ("dueAt") where "handledAt" is null`.execute(db)
  await sql`create index notifications_handled on notifications ("handledAt") where "handledAt" is not null`.execute(db)
}
