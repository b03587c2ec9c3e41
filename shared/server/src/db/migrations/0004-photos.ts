import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Stored pictures. A row is inserted before its files and deleted after them, even if its owner is deleted first, so
  // that no file exists without a row: the worker cleans up abandoned UPLOADING and REMOVED rows. `carried`: a message
  // contains the picture. `attempts`: how often a worker has begun to render it without finishing. `dueAt`: from this
  // time on a worker retries an unfinished picture. `drawingUntil`: until this time a worker may be writing its files.
  await sql`
    create table media (
      id text primary key check (id ~ '^[A-Za-z0-9_-]{22}$'),
      kind text not null check (kind in ('ALBUM', 'CHAT')),
      "ownerId" bigint references members on delete set null,
      "chatId" bigint references chats on delete set null,
      state text not null default 'UPLOADING' check (state in ('UPLOADING', 'PROCESSING', 'READY', 'FAILED', 'REMOVED')),
      rotation smallint not null default 0 check (rotation in (0, 90, 180, 270)),
      "drawnRotation" smallint check ("drawnRotation" in (0, 90, 180, 270)),
      width integer,
      height integer,
      placeholder text,
      carried boolean not null default false,
      attempts smallint not null default 0,
      "dueAt" timestamptz(3) not null default now(),
      "drawingUntil" timestamptz(3),
      "createdAt" timestamptz(3) not null,
      check ((state = 'READY') <= ("drawnRotation" is not null and width is not null and height is not null and placeholder is not null))
    )`.execute(db)
  await sql`
    create index media_unfinished on media ("dueAt")
    where state in ('UPLOADING', 'PROCESSING', 'REMOVED') or (state = 'READY' and rotation <> "drawnRotation")
      or "ownerId" is null or (kind = 'CHAT' and ("chatId" is null or not carried))`.execute(db)
  await sql`create index media_of_owner on media ("ownerId")`.execute(db)
  await sql`create index media_of_chat on media ("chatId") where "chatId" is not null`.execute(db)

  await sql`
    create table photos (
      "mediaId" text primary key references media on delete cascade,
      "memberId" bigint not null references members on delete cascade,
      album text not null check (album in ('PUBLIC', 'PRIVATE', 'VERIFIED')),
      ordinal integer not null check (ordinal >= 0)
    )`.execute(db)
  await sql`create index photos_of_member on photos ("memberId", album, ordinal)`.execute(db)

  await sql`
    create table private_grants (
      "ownerId" bigint not null references members on delete cascade,
      "viewerId" bigint not null references members on delete cascade check ("viewerId" <> "ownerId"),
      "grantedAt" timestamptz(3) not null,
      primary key ("ownerId", "viewerId")
    )`.execute(db)
  await sql`create index private_grants_of_viewer on private_grants ("viewerId")`.execute(db)

  // The first rendered photo of PUBLIC, stored with the member because every list shows it.
  await sql`alter table members add "profilePhotoId" text references media on delete set null`.execute(db)

  await sql`alter table chat_messages add "mediaId" text references media`.execute(db)
  await sql`create unique index chat_messages_media on chat_messages ("mediaId") where "mediaId" is not null`.execute(
    db,
  )
  await sql`alter table chat_messages drop constraint chat_messages_check`.execute(db)
  await sql`
    alter table chat_messages add constraint chat_messages_content
    check (("deletedAt" is null) = (message is not null or "mediaId" is not null))`.execute(db)
}
