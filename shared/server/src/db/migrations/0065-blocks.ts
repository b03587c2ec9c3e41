import { type Kysely, sql } from 'kysely'

/** Each statement commits on its own, so that it only briefly locks its table. */
export const outsideTransaction = true

/** Adds blocks, as a kind of ignoring, and the tables and columns for their effects on both members. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ignores add column if not exists kind text not null default 'IGNORE',
      add column if not exists "blockedAt" timestamptz(3), add column if not exists "lastMessageId" bigint`.execute(db)
  await sql`
    alter table ignores drop constraint if exists ignores_kind,
      add constraint ignores_kind check (case kind when 'IGNORE' then "blockedAt" is null and "lastMessageId" is null
        when 'BLOCK' then "blockedAt" is not null and "lastMessageId" is not null else false end) not valid`.execute(db)
  await sql`
    alter table chat_members drop constraint if exists chat_members_folder_check,
      add constraint chat_members_folder_check
        check (folder in ('CHATS', 'INVITES', 'MAYBE', 'SENT', 'FILTERED', 'KEPT', 'GONE')) not valid`.execute(db)
  // Pages of a group that were loaded before the `reloadVersion` of the group or of the membership may show members who
  // have been hidden since, or hide members who are visible again.
  await sql`
    alter table groups add column if not exists "visibilityChanges" integer not null default 0,
      add column if not exists "reloadVersion" integer not null default 0`.execute(db)
  await sql`alter table group_members add column if not exists "reloadVersion" integer not null default 0`.execute(db)
  // Events that look canceled to a member because their author blocked the member, who had answered them or is in their
  // group. A row stores the event as it was then, so that the member sees no later change.
  await sql`
    create table if not exists event_call_offs (
      "eventId" bigint not null references events on delete cascade,
      "memberId" bigint not null references members on delete cascade,
      "calledOffAt" timestamptz(3) not null,
      answer text check (answer in ('YES', 'MAYBE', 'WAITING')),
      "answeredAt" timestamptz(3),
      turn bigint,
      "waitingPlace" integer,
      title text not null,
      description text not null,
      place text not null,
      "eventTime" timestamptz(3) not null,
      "paidEvent" boolean not null,
      capacity integer,
      "participantsShownTo" text not null,
      sequence integer not null,
      coming integer not null,
      interested integer not null,
      waiting integer not null,
      primary key ("eventId", "memberId")
    )`.execute(db)
  await sql`
    create table if not exists block_echoes (
      "blockerId" bigint not null references members on delete cascade,
      "addressHash" bytea not null check (octet_length("addressHash") = 32),
      until timestamptz(3) not null,
      primary key ("blockerId", "addressHash")
    )`.execute(db)
  await sql`
    create table if not exists retired_names (
      "nameHash" bytea primary key check (octet_length("nameHash") = 32),
      until timestamptz(3) not null
    )`.execute(db)
}
