import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // `kind` is the value that the filter matches, a copy from the profile so that one index finds a page. A single with
  // a secret sex is SECRET, and found only if the filter includes all kinds of singles.
  await sql`
    create table ads (
      id bigint generated always as identity primary key,
      "authorId" bigint not null references members on delete cascade,
      "clientId" uuid not null,
      kind text not null check (kind in ('COUPLE', 'MALE', 'FEMALE', 'NON_BINARY', 'SECRET')),
      title text not null check (char_length(title) between 1 and 100),
      content text not null check (char_length(content) between 1 and 1000),
      "publishedAt" timestamptz(3) not null,
      constraint ads_once unique ("authorId", "clientId")
    )`.execute(db)
  await sql`create index ads_of_kind on ads (kind, id desc)`.execute(db)

  await sql`
    create table ad_filters (
      "memberId" bigint primary key references members on delete cascade,
      "showCouples" boolean not null,
      "showSingleMen" boolean not null,
      "showSingleWomen" boolean not null,
      "showSingleNonBinary" boolean not null
    )`.execute(db)
}
