import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The row of a conversation, which every write locks.
  await sql`
    create table chats (
      id bigint generated always as identity primary key,
      "creatorId" bigint not null references members on delete cascade,
      "invitedId" bigint not null references members on delete cascade check ("invitedId" <> "creatorId"),
      state text not null check (state in ('INVITED', 'OPEN', 'ENDED')),
      version integer not null default 1,
      "creatorIgnores" boolean not null default false,
      "invitedIgnores" boolean not null default false,
      "lastMessage" text check (char_length("lastMessage") <= 50),
      "lastSenderId" bigint
    ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02)`.execute(db)
  await sql`
    create unique index chats_alive on chats (least("creatorId", "invitedId"), greatest("creatorId", "invitedId"))
    where state in ('INVITED', 'OPEN')`.execute(db)
  await sql`create index chats_of_creator on chats ("creatorId")`.execute(db)
  await sql`create index chats_of_invited on chats ("invitedId")`.execute(db)

  // One member's side of a chat. `folder` is the list that contains it; a chat in GONE is in no list.
  await sql`
    create table chat_members (
      "chatId" bigint not null references chats on delete cascade,
      "memberId" bigint not null references members on delete cascade,
      "otherId" bigint not null references members on delete cascade,
      folder text not null check (folder in ('CHATS', 'INVITES', 'MAYBE', 'SENT', 'GONE')),
      unread integer not null default 0 check (unread >= 0),
      "lastUpdate" timestamptz(3) not null,
      "lastReadId" bigint,
      "lastReadAt" timestamptz(3),
      primary key ("chatId", "memberId")
    ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02)`.execute(db)
  await sql`
    create index chat_members_list on chat_members ("memberId", folder, "lastUpdate" desc, "chatId" desc)
    where folder <> 'GONE'`.execute(db)
  await sql`create index chat_members_unread on chat_members ("memberId") where unread > 0 and folder = 'CHATS'`.execute(
    db,
  )

  await sql`
    create table chat_messages (
      id bigint generated always as identity primary key,
      "chatId" bigint not null references chats on delete cascade,
      "senderId" bigint not null references members on delete cascade,
      "clientId" uuid not null,
      message text,
      "sentAt" timestamptz(3) not null,
      "deletedAt" timestamptz(3),
      version integer not null,
      constraint chat_messages_once unique ("senderId", "clientId"),
      check (("deletedAt" is null) = (message is not null))
    )`.execute(db)
  await sql`create index chat_messages_page on chat_messages ("chatId", id desc)`.execute(db)
  await sql`create index chat_messages_changes on chat_messages ("chatId", version)`.execute(db)

  await sql`
    create table ignores (
      "ignorerId" bigint not null references members on delete cascade,
      "ignoredId" bigint not null references members on delete cascade check ("ignoredId" <> "ignorerId"),
      "lastActiveThen" timestamptz(3) not null,
      primary key ("ignorerId", "ignoredId")
    )`.execute(db)
  await sql`create index ignores_of_ignored on ignores ("ignoredId")`.execute(db)

  // Members who have declined another member's invite, until they invite that member themselves.
  await sql`
    create table declines (
      "inviterId" bigint not null references members on delete cascade,
      "declinerId" bigint not null references members on delete cascade,
      primary key ("inviterId", "declinerId")
    )`.execute(db)
}
