import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // A group and its conversation, which every write locks, as in a chat. `posts` counts the messages that are not
  // deleted, without comments; a member's unread count is `posts` minus `readPosts`. The creator is only displayed. The
  // owner may delete the group, and is always one of its admins.
  await sql`
    create table groups (
      id bigint generated always as identity primary key,
      "groupName" text not null check (char_length("groupName") between 3 and 30),
      "nameKey" text not null constraint groups_name unique,
      description text not null check (char_length(description) between 1 and 1000),
      "isOpen" boolean not null,
      "creatorId" bigint references members on delete set null,
      "ownerId" bigint references members on delete set null,
      version integer not null default 1,
      "memberCount" integer not null default 0 check ("memberCount" >= 0),
      posts integer not null default 0 check (posts >= 0),
      "lastUpdate" timestamptz(3) not null,
      "lastMessage" text check (char_length("lastMessage") <= 70),
      "lastSenderId" bigint references members on delete set null,
      "createdAt" timestamptz(3) not null
    ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02)`.execute(db)
  await sql`create index groups_open on groups (id desc) where "isOpen"`.execute(db)
  await sql`create index groups_of_creator on groups ("creatorId")`.execute(db)
  await sql`create index groups_of_owner on groups ("ownerId")`.execute(db)
  await sql`create index groups_of_last_sender on groups ("lastSenderId")`.execute(db)

  // `readPosts`: how many posts of the group this member has read, including their own. `held`: the member is in the
  // deletion period, not counted, and hidden from all members.
  await sql`
    create table group_members (
      "groupId" bigint not null references groups on delete cascade,
      "memberId" bigint not null references members on delete cascade,
      admin boolean not null default false,
      held boolean not null default false,
      "joinedAt" timestamptz(3) not null,
      "lastReadId" bigint,
      "readPosts" integer not null default 0 check ("readPosts" >= 0),
      primary key ("groupId", "memberId")
    ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02)`.execute(db)
  await sql`create index group_members_of_member on group_members ("memberId", "groupId")`.execute(db)

  // Posts and the comments on them (`parentId`). When an author's account is deleted, the rows stay without content.
  await sql`
    create table group_messages (
      id bigint generated always as identity primary key,
      "groupId" bigint not null references groups on delete cascade,
      "parentId" bigint references group_messages on delete cascade,
      "authorId" bigint references members on delete set null,
      "clientId" uuid not null,
      message text,
      "mediaId" text references media,
      "sentAt" timestamptz(3) not null,
      "editedAt" timestamptz(3),
      "lastUpdate" timestamptz(3) not null,
      "deletedAt" timestamptz(3),
      "commentCount" integer not null default 0 check ("commentCount" >= 0),
      version integer not null,
      constraint group_messages_once unique ("authorId", "clientId"),
      constraint group_messages_content check ("deletedAt" is not null or message is not null or "mediaId" is not null),
      constraint group_messages_gone check ("deletedAt" is null or (message is null and "mediaId" is null))
    )`.execute(db)
  await sql`create index group_messages_page on group_messages ("groupId", id desc) where "parentId" is null`.execute(
    db,
  )
  await sql`create index group_messages_comments on group_messages ("parentId", id) where "parentId" is not null`.execute(
    db,
  )
  await sql`create index group_messages_changes on group_messages ("groupId", version)`.execute(db)
  await sql`create unique index group_messages_media on group_messages ("mediaId") where "mediaId" is not null`.execute(
    db,
  )

  // Invites. A declined one stays, so that another invite by the same admin is not delivered.
  await sql`
    create table group_invites (
      "groupId" bigint not null references groups on delete cascade,
      "inviterId" bigint not null references members on delete cascade,
      "recipientId" bigint not null references members on delete cascade check ("recipientId" <> "inviterId"),
      message text not null default '' check (char_length(message) <= 1000),
      declined boolean not null default false,
      "sentAt" timestamptz(3) not null,
      primary key ("groupId", "recipientId", "inviterId")
    )`.execute(db)
  await sql`create unique index group_invites_waiting on group_invites ("groupId", "recipientId") where not declined`.execute(
    db,
  )
  await sql`create index group_invites_to on group_invites ("recipientId", "sentAt" desc) where not declined`.execute(
    db,
  )
  await sql`create index group_invites_of_recipient on group_invites ("recipientId")`.execute(db)
  await sql`create index group_invites_of_inviter on group_invites ("inviterId")`.execute(db)

  // Photos in groups, like those in chats.
  await sql`alter table media add "groupId" bigint references groups on delete set null`.execute(db)
  await sql`alter table media drop constraint media_kind_check`.execute(db)
  await sql`alter table media add constraint media_kind_check check (kind in ('ALBUM', 'CHAT', 'GROUP'))`.execute(db)
  await sql`create index media_of_group on media ("groupId") where "groupId" is not null`.execute(db)
  await sql`drop index media_unfinished`.execute(db)
  await sql`
    create index media_unfinished on media ("dueAt")
    where state in ('UPLOADING', 'PROCESSING', 'REMOVED') or (state = 'READY' and rotation <> "drawnRotation")
      or "ownerId" is null or (kind = 'CHAT' and ("chatId" is null or not carried))
      or (kind = 'GROUP' and ("groupId" is null or not carried))`.execute(db)
}
