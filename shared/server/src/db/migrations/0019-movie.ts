import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // `zoom`, `offsetX` and `offsetY` are the crop that the author chose, in the units of the upload request. Until the
  // worker has rendered it, only the author sees the entry. `likes` excludes likes that were taken back.
  await sql`
    create table movie_entries (
      id bigint generated always as identity primary key,
      "authorId" bigint not null references members on delete cascade,
      "clientId" uuid not null,
      "mediaId" text not null unique references media on delete cascade,
      message text not null check (char_length(message) <= 1000),
      "altText" text not null check (char_length("altText") <= 300),
      zoom double precision not null check (zoom between 0 and 100),
      "offsetX" double precision not null check ("offsetX" between -1 and 1),
      "offsetY" double precision not null check ("offsetY" between -1 and 1),
      likes integer not null default 0 check (likes >= 0),
      "publishedAt" timestamptz(3) not null,
      constraint movie_entries_once unique ("authorId", "clientId")
    ) with (fillfactor = 80)`.execute(db)

  // A like that was taken back stays as a row, so that the entry's author is notified only once.
  await sql`
    create table movie_likes (
      "entryId" bigint not null references movie_entries on delete cascade,
      "memberId" bigint not null references members on delete cascade,
      stands boolean not null,
      "likedAt" timestamptz(3) not null,
      primary key ("entryId", "memberId")
    ) with (fillfactor = 80)`.execute(db)
  await sql`create index movie_likes_of_member on movie_likes ("memberId")`.execute(db)

  await sql`alter table media drop constraint media_kind_check`.execute(db)
  await sql`alter table media add constraint media_kind_check check (kind in ('ALBUM', 'CHAT', 'GROUP', 'MOVIE'))`.execute(
    db,
  )
}
