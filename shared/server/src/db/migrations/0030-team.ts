import { type Kysely, sql } from 'kysely'

const isVisible = (members: string) =>
  `${members}."deletedAt" is null and (${members}.level <> 'ADMIN' or ${members}.id = 0)`

/** Adds the team as a member: a row in `members` with the id 0. Every admin acts as this member. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Migration 0032 validates the constraints against existing rows.
  await sql`alter table members drop constraint members_cities_check`.execute(db)
  await sql`
    alter table members
      add constraint members_cities_check check (id = 0 or cardinality(cities) between 1 and 5) not valid,
      add constraint members_team check (id <> 0 or (level = 'ADMIN' and "deletedAt" is null and "nameKey" = 'teamet'
        and "emailKey" = '' and "passwordHash" = '' and "hiddenFromSearch" and "visitorsClosed"
        and not "wantsChatMail" and not "wantsEventMail" and not "wantsNewsMail")) not valid`.execute(db)
  // The team has no login and no persons.
  await sql`alter table sessions add constraint sessions_not_of_team check ("memberId" <> 0) not valid`.execute(db)
  await sql`alter table persons add constraint persons_not_of_team check ("memberId" <> 0) not valid`.execute(db)

  await sql`
    insert into members (id, email, "emailKey", "userName", "nameKey", "nameSearch", "passwordHash", level, cities, badges,
      "hiddenFromSearch", "visitorsClosed", "registeredAt", "lastActiveAt")
    overriding system value
    values (0, '', '', 'Teamet', 'teamet', 'teamet', '', 'ADMIN', '{}', '{VERIFIED}', true, true, '2000-01-01Z', '2000-01-01Z')
    on conflict (id) do nothing`.execute(db)

  // The admin who wrote a message of the team, shown only to the team. Not a foreign key, which would need an index.
  await sql`alter table chat_messages add column if not exists "writtenById" bigint`.execute(db)

  // An admin's own comments are hidden and not counted as long as the account acts as the team.
  await sql`
    create or replace function count_news_comments() returns trigger language plpgsql as $$
    begin
      perform from news where id in (
        select c."newsId" from changed c join members m on m.id = c."authorId" where ${sql.raw(isVisible('m'))})
      order by id for no key update;
      update news n set comments = n.comments + tg_argv[0]::integer * counted.count
      from (
        select c."newsId", count(*)::integer as count from changed c join members m on m.id = c."authorId"
        where ${sql.raw(isVisible('m'))} group by c."newsId") counted
      where n.id = counted."newsId";
      return null;
    end $$`.execute(db)
  await sql`
    create or replace function count_news_comments_of_member() returns trigger language plpgsql as $$
    declare
      step integer := case when tg_op = 'UPDATE' and not (${sql.raw(isVisible('old'))}) then 1 else -1 end;
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
  await sql`
    create or replace trigger members_news_comments after update of "deletedAt", level on members for each row
    when ((${sql.raw(isVisible('old'))}) <> (${sql.raw(isVisible('new'))}))
    execute function count_news_comments_of_member()`.execute(db)
  await sql`
    create or replace trigger members_news_comments_gone before delete on members for each row
    when (${sql.raw(isVisible('old'))}) execute function count_news_comments_of_member()`.execute(db)
}
