import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table members
      add "hiddenFromSearch" boolean not null default false,
      add incognito boolean not null default false,
      add "visitorsClosed" boolean not null default false`.execute(db)

  // While an account is in its deletion period, the partners' rows of its chats are in the folder GONE. This column
  // stores the folder that a restored account returns them to.
  await sql`
    alter table chat_members add "heldFolder" text check ("heldFolder" in ('CHATS', 'INVITES', 'MAYBE', 'SENT'))`.execute(
    db,
  )
  await sql`create index chat_members_of_other on chat_members ("otherId")`.execute(db)

  await sql`
    create table visits (
      "ownerId" bigint not null references members on delete cascade,
      "visitorId" bigint not null references members on delete cascade check ("visitorId" <> "ownerId"),
      "visitCount" integer not null default 1,
      "lastCountedAt" timestamptz(3) not null,
      "lastVisit" timestamptz(3) not null,
      primary key ("ownerId", "visitorId")
    )`.execute(db)
  await sql`create index visits_newest on visits ("ownerId", "lastVisit" desc)`.execute(db)
  await sql`create index visits_of_visitor on visits ("visitorId")`.execute(db)

  // One kiss per day and pair; days are calendar days in Stockholm.
  await sql`
    create table kisses (
      "giverId" bigint not null references members on delete cascade,
      "receiverId" bigint not null references members on delete cascade check ("receiverId" <> "giverId"),
      day date not null,
      primary key ("giverId", "receiverId", day)
    )`.execute(db)
  await sql`create index kisses_of_receiver on kisses ("receiverId")`.execute(db)

  await sql`
    create table profile_notes (
      "writerId" bigint not null references members on delete cascade,
      "aboutId" bigint not null references members on delete cascade check ("aboutId" <> "writerId"),
      notes text not null check (char_length(notes) between 1 and 1000),
      primary key ("writerId", "aboutId")
    )`.execute(db)
  await sql`create index profile_notes_about on profile_notes ("aboutId")`.execute(db)

  // The archive of a member's data. As with pictures, the row stays after the member is deleted until its file is
  // removed.
  await sql`
    create table exports (
      id text primary key check (id ~ '^[A-Za-z0-9_-]{22}$'),
      "memberId" bigint unique references members on delete set null,
      state text not null default 'PREPARING' check (state in ('PREPARING', 'READY', 'FAILED', 'REMOVED')),
      "requestedAt" timestamptz(3) not null,
      "readyAt" timestamptz(3)
    )`.execute(db)
  await sql`create index exports_unfinished on exports ("requestedAt") where state in ('PREPARING', 'REMOVED')`.execute(
    db,
  )

  await sql`create index members_deleted on members ("deletedAt") where "deletedAt" is not null`.execute(db)
  await sql`alter table mails drop constraint mails_kind_check`.execute(db)
  await sql`
    alter table mails add constraint mails_kind_check check (kind in ('REGISTRATION', 'PASSWORD_RESET', 'DELETION'))`.execute(
    db,
  )
  await sql`alter table mail_tokens drop constraint mail_tokens_purpose_check`.execute(db)
  await sql`
    alter table mail_tokens add constraint mail_tokens_purpose_check
    check (purpose in ('REGISTRATION', 'PASSWORD_RESET', 'DELETION'))`.execute(db)
}
