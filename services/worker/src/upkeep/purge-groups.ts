import type { Ctx } from '@app/server/context'
import type { DatabaseTransaction } from '@app/server/db/database'
import { sql } from 'kysely'

const POSTS_AT_ONCE = 2_000

type Emptied = { id: string; parentId: string | null }

/** So many of what the member has written in a group lose words and photo, and keep their places. Caller holds the group's lock. */
async function emptyPosts(db: DatabaseTransaction, groupId: string, memberId: string, now: Date): Promise<Emptied[]> {
  const { rows } = await sql<Emptied>`
    with "group" as (
      update groups set version = version + 1,
        "lastMessage" = case when "lastSenderId" = ${memberId} then null else "lastMessage" end
      where id = ${groupId} returning version)
    update group_messages m
    set message = null, "mediaId" = null, "deletedAt" = ${now}, "lastUpdate" = ${now}, version = "group".version
    from "group" where m.id in (
      select id from group_messages where "groupId" = ${groupId} and "authorId" = ${memberId} and "deletedAt" is null
      limit ${POSTS_AT_ONCE})
    returning m.id, m."parentId"`.execute(db)
  return rows
}

/** Numbers follow: how many messages there are, how many of them each has read, how many comments each has. */
async function countEmptied(db: DatabaseTransaction, groupId: string, emptied: Emptied[]): Promise<void> {
  const posts = emptied.filter(({ parentId }) => parentId === null).map(({ id }) => id)
  const parents = emptied.flatMap(({ parentId }) => parentId ?? [])
  await sql`update groups set posts = posts - ${posts.length}::integer where id = ${groupId}`.execute(db)
  await sql`
    update group_members set "readPosts" = greatest("readPosts" - (
      select count(*) from unnest(${posts}::bigint[]) post(id) where post.id <= "lastReadId"), 0)
    where "groupId" = ${groupId}`.execute(db)
  await sql`
    update group_messages m set "commentCount" = "commentCount" - gone.count, version = groups.version
    from (select id, count(*) from unnest(${parents}::bigint[]) parent(id) group by id) gone, groups
    where m.id = gone.id and groups.id = m."groupId"`.execute(db)
}

async function emptyInGroup({ db, now }: Ctx, groupId: string, memberId: string): Promise<void> {
  let emptied: Emptied[]
  do
    emptied = await db.transaction().execute(async (tx) => {
      await sql`select id from groups where id = ${groupId} for update`.execute(tx)
      const written = await emptyPosts(tx, groupId, memberId, now())
      if (written.length > 0) await countEmptied(tx, groupId, written)
      return written
    })
  while (emptied.length === POSTS_AT_ONCE)
}

/** Takes away what a member has written in groups. Photos lie where they lay; their rows are cleared away with the member's. */
export async function emptyPostsOf(ctx: Ctx, memberId: string): Promise<void> {
  const { rows } = await sql<{ groupId: string }>`
    select distinct "groupId" from group_messages where "authorId" = ${memberId} and "deletedAt" is null
    order by "groupId"`.execute(ctx.db)
  for (const { groupId } of rows) await emptyInGroup(ctx, groupId, memberId)
}

/** Ends the groups in which there is nobody but this member, with their photos. Of the last two who go at once the later one does. */
export async function deleteGroupsOf(db: DatabaseTransaction, memberId: string, now: Date): Promise<void> {
  const memberships = sql`select "groupId" from group_members where "memberId" = ${memberId}`
  await sql`
    select id from groups
    where id in (${memberships}) or "creatorId" = ${memberId} or "ownerId" = ${memberId} or "lastSenderId" = ${memberId}
    order by id for update`.execute(db)
  const { rows } = await sql<{ groupId: string }>`
    ${memberships} and not exists (
      select from group_members other where other."groupId" = group_members."groupId" and other."memberId" <> ${memberId})`.execute(
    db,
  )
  const groupIds = rows.map(({ groupId }) => groupId)
  await sql`
    update media set state = 'REMOVED', "dueAt" = ${now} where "groupId" = any(${groupIds}::bigint[])`.execute(db)
  await sql`delete from groups where id = any(${groupIds}::bigint[])`.execute(db)
}
