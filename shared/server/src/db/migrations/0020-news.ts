import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table news (
      id bigint generated always as identity primary key,
      "authorId" bigint references members on delete set null,
      "clientId" uuid not null,
      title text not null check (char_length(title) between 1 and 100),
      content text not null check (char_length(content) between 1 and 1000),
      kisses integer not null default 0 check (kisses >= 0),
      "publishedAt" timestamptz(3) not null,
      constraint news_once unique ("authorId", "clientId")
    )`.execute(db)
  await sql`create index news_by_time on news ("publishedAt" desc, id desc)`.execute(db)

  await sql`
    create table news_kisses (
      "newsId" bigint not null references news on delete cascade,
      "memberId" bigint not null references members on delete cascade,
      "givenAt" timestamptz(3) not null,
      primary key ("newsId", "memberId")
    )`.execute(db)
  await sql`create index news_kisses_of_member on news_kisses ("memberId")`.execute(db)

  await sql`
    create table news_comments (
      id bigint generated always as identity primary key,
      "newsId" bigint not null references news on delete cascade,
      "authorId" bigint not null references members on delete cascade,
      "clientId" uuid not null,
      message text not null check (char_length(message) between 2 and 1000),
      "sentAt" timestamptz(3) not null,
      constraint news_comments_once unique ("authorId", "clientId")
    )`.execute(db)
  await sql`create index news_comments_page on news_comments ("newsId", id desc)`.execute(db)

  // The newest news item when this member last opened the list. If null, all news from before the registration count as
  // seen.
  await sql`alter table members add "newsSeenId" bigint`.execute(db)
}
