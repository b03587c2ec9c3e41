import type { Ctx } from '@app/server/context'
import type { Database, DatabaseTransaction } from '@app/server/db/database'
import { emptyGroups } from '@app/server/groups/empty-groups'
import { sql } from 'kysely'
import { inBatches, purgeEach } from './purge-each.ts'

type Emptied = { id: string; parentId: string | null }

/**
 * Turns a batch of the member's posts in a group into tombstones without text and photo. The caller holds the group
 * lock.
 */
async function emptyPosts(
  db: DatabaseTransaction,
  { groupId, memberId }: { groupId: string; memberId: string },
  limit: number,
  now: Date,
): Promise<Emptied[]> {
  const { rows } = await sql<Emptied>`
    with "group" as (
      update groups set version = version + 1,
        "lastMessage" = case when "lastSenderId" = ${memberId} then null else "lastMessage" end
      where id = ${groupId} returning version)
    update group_messages m
    set message = null, "mediaId" = null, "deletedAt" = ${now}, "lastUpdate" = ${now}, version = "group".version
    from "group" where m.id in (
      select id from group_messages where "groupId" = ${groupId} and "authorId" = ${memberId} and "deletedAt" is null
      limit ${limit})
    returning m.id, m."parentId"`.execute(db)
  return rows
}

/** Updates the counters of the group's messages, of each member's read messages, and of each message's comments. */
async function countEmptied(db: DatabaseTransaction, groupId: string, emptied: Emptied[]): Promise<void> {
  const posts = emptied.filter(({ parentId }) => parentId === null).map(({ id }) => id)
  const parents = emptied.flatMap(({ parentId }) => parentId ?? [])
  await sql`update groups set posts = posts - ${posts.length}::integer where id = ${groupId}`.execute(db)
  await sql`
    update group_members set "readPosts" = greatest("readPosts" - (
      select count(*) from unnest(${posts}::bigint[]) post(id) where post.id <= "lastReadId"), 0)
    where "groupId" = ${groupId}`.execute(db)
  await sql`
    update group_messages m set "commentCount" = "commentCount" - removed.count, version = groups.version
    from (select id, count(*) from unnest(${parents}::bigint[]) parent(id) group by id) removed, groups
    where m.id = removed.id and groups.id = m."groupId"`.execute(db)
}

const emptyInGroup = ({ db, now }: Ctx, groupId: string, memberId: string): Promise<void> =>
  inBatches((limit) =>
    db.transaction().execute(async (tx) => {
      await sql`select id from groups where id = ${groupId} for update`.execute(tx)
      const emptied = await emptyPosts(tx, { groupId, memberId }, limit, now())
      if (emptied.length > 0) await countEmptied(tx, groupId, emptied)
      return emptied.length
    }),
  )

/** Turns all posts of a member in groups into tombstones. The photos are removed later, with the member's row. */
export async function emptyAllPosts(ctx: Ctx, memberId: string): Promise<void> {
  const { rows } = await sql<{ groupId: string }>`
    select distinct "groupId" from group_messages where "authorId" = ${memberId} and "deletedAt" is null
    order by "groupId"`.execute(ctx.db)
  for (const { groupId } of rows) await emptyInGroup(ctx, groupId, memberId)
}

/**
 * Ends groups without other members. If the last two members are purged concurrently, the later transaction ends the
 * group.
 */
export async function endEmptyGroups(db: DatabaseTransaction, memberId: string): Promise<void> {
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
  await emptyGroups(
    db,
    rows.map(({ groupId }) => groupId),
  )
}

async function listEnded(db: Database, limit: number, except: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from groups
    where "memberCount" = 0 and id <> all(${except}::bigint[])
      and not exists (select from group_members where "groupId" = groups.id)
    order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

const belongsTo = (groupId: string) => sql`"groupId" = ${groupId}`

/**
 * The deletions in order: comments before messages, and answers before events. Photo rows stay until their files are
 * removed.
 */
const DELETIONS = [
  (groupId: string, limit: number) => sql`
    delete from group_messages where id in (
      select id from group_messages where ${belongsTo(groupId)} and "parentId" is not null limit ${limit})`,
  (groupId: string, limit: number) => sql`
    delete from group_messages where id in (
      select id from group_messages where ${belongsTo(groupId)} and "parentId" is null limit ${limit})`,
  (groupId: string, limit: number) => sql`
    delete from event_answers where ("eventId", "memberId") in (
      select "eventId", "memberId" from event_answers
      where "eventId" in (select id from events where ${belongsTo(groupId)}) limit ${limit})`,
  (groupId: string, limit: number, now: Date) => sql`
    update media set state = 'REMOVED', "dueAt" = ${now}, "groupId" = null where id in (
      select id from media where ${belongsTo(groupId)} limit ${limit})`,
]

async function purge({ db, now }: Ctx, groupId: string): Promise<void> {
  for (const remove of DELETIONS)
    await inBatches(async (limit) => Number((await remove(groupId, limit, now()).execute(db)).numAffectedRows ?? 0))
  await db.deleteFrom('groups').where('id', '=', groupId).execute()
}

/** Purges groups that have ended. */
export const purgeGroups = (ctx: Ctx): Promise<number> =>
  purgeEach(ctx, {
    kind: 'group',
    list: (limit, except) => listEnded(ctx.db, limit, except),
    purge: (groupId) => purge(ctx, groupId),
  })
