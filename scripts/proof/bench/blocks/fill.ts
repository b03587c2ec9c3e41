import type pg from 'pg'
import { fillTables } from '../lists/fill-tables.ts'

/** The number of posts in each group, and the number of their authors. */
const POSTS = 60
const AUTHORS = 12

/** The number of further groups. With them, the tables are large enough that PostgreSQL uses their indexes. */
const FURTHER_GROUPS = 2_000

/** The number of members who own the groups. */
export const OWNERS = 40

/** Excludes groups that other parts of the benchmark may have inserted. */
const SELECTED = `"groupName" like 'Krets %'`

/**
 * Inserts `count` groups that contain all of these members, and further groups of any members. Other members own them.
 * Returns the id of the first group, which is large.
 */
export async function fillGroups(pool: pg.Pool, memberIds: string[], count: number): Promise<string> {
  const everyone = `array[${memberIds.join(',')}]::bigint[]`
  await fillTables(
    pool,
    [
      `insert into groups ("groupName", "nameKey", description, "isOpen", "creatorId", "ownerId", version, posts, "lastUpdate",
        "lastMessage", "lastSenderId", "createdAt")
      select 'Krets ' || n, 'krets ' || n, 'Vi ses vid vattnet.', false, owner.id, owner.id, ${POSTS} + 1, ${POSTS},
        now() - make_interval(mins => n), 'Vem kommer på torsdag?', owner.id, now() - interval '90 days'
      from generate_series(1, ${count + FURTHER_GROUPS}) n join (
        select id, row_number() over (order by at) - 1 as at from numbered where id <> all(${everyone})
        order by at limit ${OWNERS}) owner on owner.at = n % ${OWNERS}`,
      `insert into group_members ("groupId", "memberId", admin, "joinedAt")
      select groups.id, member.id, member.id = groups."ownerId", now()
      from (select *, row_number() over (order by id) as n from groups where ${SELECTED}) groups
      join numbered member on member.at % 400 = groups.n % 400 or (groups.n = 1 and member.at % 20 = 1)
      on conflict do nothing`,
      `insert into group_members ("groupId", "memberId", admin, "joinedAt")
      select id, "ownerId", true, now() from groups where ${SELECTED} on conflict do nothing`,
      `insert into group_members ("groupId", "memberId", admin, "joinedAt")
      select groups.id, member, false, now()
      from (select id from groups where ${SELECTED} order by id limit ${count}) groups cross join unnest(${everyone}) member
      on conflict do nothing`,
      `update groups set "memberCount" = (select count(*) from group_members where "groupId" = groups.id)
      where ${SELECTED}`,
      `insert into group_messages ("groupId", "authorId", "clientId", message, "sentAt", "lastUpdate", version)
      select author."groupId", author."memberId", gen_random_uuid(), 'Vem kommer på torsdag?', author."lastUpdate",
        author."lastUpdate", step + 2
      from (select *, row_number() over (partition by "groupId" order by md5("memberId"::text)) as n
        from group_members join groups on groups.id = "groupId"
        where ${SELECTED} and "memberId" <> all(${everyone})) author
      cross join generate_series(0, ${POSTS} - 1) step where author.n = 1 + step % ${AUTHORS} order by step`,
      `update groups set "lastSenderId" = (
        select "authorId" from group_messages where "groupId" = groups.id order by id desc limit 1)
      where ${SELECTED}`,
    ],
    'groups, group_members, group_messages',
  )
  const { rows } = await pool.query<{ id: string }>(
    `select id from groups where ${SELECTED} order by "memberCount" desc, id limit 1`,
  )
  return rows[0]?.id ?? ''
}

/**
 * Inserts blocks between a member and `count` others, half of them by the member. The others are spread evenly over all
 * members except the owners of the groups, so some share groups with the member or are authors of posts; chat partners
 * come last.
 */
export async function insertBlocks(pool: pg.Pool, memberId: string, count: number): Promise<void> {
  const { rowCount } = await pool.query(
    `insert into ignores ("ignorerId", "ignoredId", "lastActiveThen", kind, "blockedAt", "lastMessageId")
    select case when n % 2 = 0 then $1::bigint else id end, case when n % 2 = 0 then id else $1::bigint end, now(), 'BLOCK',
      now(), coalesce((select max(id) from group_messages), 0)
    from (
      select members.id, row_number() over (order by exists (
        select from chat_members where "memberId" = $1 and "otherId" = members.id), md5(members.id::text || 'block')) as n
      from members where id > 0 and id <> $1
        and not exists (select from groups where "ownerId" = members.id and ${SELECTED})
      limit $2) others
    on conflict ("ignorerId", "ignoredId") do update set kind = 'BLOCK', "blockedAt" = now(), "lastMessageId" = excluded."lastMessageId"`,
    [memberId, count],
  )
  if (rowCount !== count) throw new Error(`Only ${rowCount} of ${count} blocks could be inserted.`)
  await pool.query(
    `update groups set "visibilityChanges" = "visibilityChanges" + 1
    where id in (select "groupId" from group_members where "memberId" = $1 and "hiddenMembers" > 0)`,
    [memberId],
  )
  await pool.query('vacuum (analyze) ignores, groups')
}
