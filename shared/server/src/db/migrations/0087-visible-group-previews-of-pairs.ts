import { type Kysely, sql } from 'kysely'

/**
 * Adds the search for the newest message and comment that the members of blocks can see in several groups at once, since
 * a call for each group of a list takes many times as long. Its plan does not depend on the pairs: without the setting,
 * PostgreSQL would make a new plan for each call with few pairs. `find_visible_preview` remains for earlier releases.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isAbsent = (message: string) =>
    sql.raw(`(
    exists (select from ignores where "ignorerId" = pair.viewer and "ignoredId" = ${message}."authorId"
      and kind = 'BLOCK' and "lastMessageId" < ${message}.id offset 0)
    or exists (select from ignores where "ignorerId" = ${message}."authorId" and "ignoredId" = pair.viewer
      and kind = 'BLOCK' and "lastMessageId" < ${message}.id offset 0))`)
  const isHidden = sql`(
    exists (select from ignores
      where "ignorerId" = pair.viewer and "ignoredId" = m."authorId" and kind = 'BLOCK' offset 0)
    or exists (select from ignores
      where "ignorerId" = m."authorId" and "ignoredId" = pair.viewer and kind = 'BLOCK' offset 0))`
  const newest = (condition: typeof isHidden) => sql`
    select newest.* from (
      (select m.* from group_messages m
        where m."groupId" = pair."group" and m."parentId" is null and ${condition} order by m.id desc limit 1)
      union all
      (select m.* from group_messages m
        where m."groupId" = pair."group" and m."parentId" is not null and ${condition}
          and not exists (select from group_messages parent where parent.id = m."parentId" and ${isAbsent('parent')})
        order by m.id desc limit 1)) newest
    order by newest.id desc limit 1`
  await sql`
    create or replace function find_visible_previews(viewers bigint[], "groups" bigint[])
    returns table ("viewerId" bigint, "groupId" bigint, "lastUpdate" timestamptz, message text, "senderId" bigint)
    stable strict rows 20 language plpgsql set plan_cache_mode = force_generic_plan as $$
    #variable_conflict use_column
    begin
      return query
      select pair.viewer, pair."group", present."sentAt", shown.message, shown."authorId"
      from unnest(viewers, "groups") pair(viewer, "group")
      left join lateral (${newest(sql`not ${isAbsent('m')}`)}) present on true
      left join lateral (${newest(sql`
        m."deletedAt" is null and not ${isHidden}
        and exists (select from members author where author.id = m."authorId"
          and author."deletedAt" is null and (author.level <> 'ADMIN' or author.id = 0))`)}) shown on true;
    end $$`.execute(db)
}
