import { type Kysely, sql } from 'kysely'

/**
 * Counts the comments of news with triggers, since gateways of the previous release, which do not update the count,
 * write comments during the update.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Comments by authors in the deletion period are not counted. The trigger locks the news before it reads the
  // comments, so that concurrent changes are counted once.
  await sql`
    create or replace function count_news_comments() returns trigger language plpgsql as $$
    begin
      perform from news where id in (
        select c."newsId" from changed c join members m on m.id = c."authorId" where m."deletedAt" is null)
      order by id for no key update;
      update news n set comments = n.comments + tg_argv[0]::integer * counted.count
      from (
        select c."newsId", count(*)::integer as count from changed c join members m on m.id = c."authorId"
        where m."deletedAt" is null group by c."newsId") counted
      where n.id = counted."newsId";
      return null;
    end $$`.execute(db)

  await sql`
    create or replace function count_news_comments_of_member() returns trigger language plpgsql as $$
    declare
      step integer := case when tg_op = 'UPDATE' and old."deletedAt" is not null then 1 else -1 end;
    begin
      perform from news where id in (select "newsId" from news_comments where "authorId" = old.id)
      order by id for no key update;
      update news n set comments = n.comments + step * counted.count
      from (
        select "newsId", count(*)::integer as count from news_comments
        where "authorId" = old.id group by "newsId") counted
      where n.id = counted."newsId";
      return old;
    end $$`.execute(db)

  // The following statements lock tables in the same order as writing a comment does, to avoid deadlocks.
  await sql`
    create or replace trigger members_news_comments after update of "deletedAt" on members for each row
    when ((old."deletedAt" is null) <> (new."deletedAt" is null))
    execute function count_news_comments_of_member()`.execute(db)
  await sql`
    create or replace trigger members_news_comments_gone before delete on members for each row
    when (old."deletedAt" is null) execute function count_news_comments_of_member()`.execute(db)
  await sql`alter table news add column if not exists comments integer not null default 0`.execute(db)
  await sql`
    create or replace trigger news_comments_more after insert on news_comments referencing new table as changed
    for each statement execute function count_news_comments('1')`.execute(db)
  await sql`
    create or replace trigger news_comments_fewer after delete on news_comments referencing old table as changed
    for each statement execute function count_news_comments('-1')`.execute(db)

  // For the number of comments that are hidden from a viewer because of their authors.
  await sql`create index if not exists news_comments_of_author on news_comments ("authorId", "newsId")`.execute(db)
  await sql`
    update news n set comments = (
      select count(*) from news_comments c join members m on m.id = c."authorId"
      where c."newsId" = n.id and m."deletedAt" is null)`.execute(db)
}
