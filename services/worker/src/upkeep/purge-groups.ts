import type { Ctx } from '@app/server/context'
import type { Database, DatabaseTransaction } from '@app/server/db/database'
import { emptyGroups } from '@app/server/groups/empty-groups'
import { selectBlockStarts } from '@app/server/policies/group-blocks'
import { sql } from 'kysely'
import { purgeEach, type RunBatches, runInBatches } from './batches.ts'

/** A post or, with the id of its post in `parentId`, a comment that was turned into a tombstone. */
type EmptiedPost = { id: string; parentId: string | null }

/**
 * Turns a batch of a member's posts and comments in a group into tombstones without reactions, and clears the
 * group's preview if it shows one of them. The caller holds the group lock.
 */
async function emptyPosts(
  db: DatabaseTransaction,
  { groupId, memberId }: { groupId: string; memberId: string },
  limit: number,
  now: Date,
): Promise<EmptiedPost[]> {
  const { rows } = await sql<EmptiedPost>`
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
  await sql`delete from group_reactions where "messageId" = any(${rows.map(({ id }) => id)}::bigint[])`.execute(db)
  return rows
}

/**
 * Subtracts a member's emptied posts and comments from the group's number of posts, each member's number of read posts
 * and each post's number of comments. Posts that a block hides from a member count as read.
 */
async function updateCounters(
  db: DatabaseTransaction,
  { groupId, memberId }: { groupId: string; memberId: string },
  emptiedPosts: EmptiedPost[],
): Promise<void> {
  const postIds = emptiedPosts.filter(({ parentId }) => parentId === null).map(({ id }) => id)
  const parentIds = emptiedPosts.flatMap(({ parentId }) => parentId ?? [])
  await sql`update groups set posts = posts - ${postIds.length}::integer where id = ${groupId}`.execute(db)
  await sql`
    update group_members gm set "readPosts" = greatest("readPosts" - (
      select count(*) from unnest(${postIds}::bigint[]) post(id)
      where post.id <= "lastReadId" or not gm.admin and post.id > (
        select min(block."lastMessageId") from (${selectBlockStarts(sql`${memberId}::bigint`)}) block
        where block.id = gm."memberId")), 0)
    where "groupId" = ${groupId}`.execute(db)
  await sql`
    update group_messages m set "commentCount" = "commentCount" - removed.count, version = groups.version
    from (select id, count(*) from unnest(${parentIds}::bigint[]) parent(id) group by id) removed, groups
    where m.id = removed.id and groups.id = m."groupId"`.execute(db)
}

/** Turns all posts and comments of a member in a group into tombstones. */
const emptyGroupPosts = (
  { now }: Ctx,
  { groupId, memberId }: { groupId: string; memberId: string },
  runBatches: RunBatches,
): Promise<void> =>
  runBatches(async (tx, limit) => {
    await sql`select id from groups where id = ${groupId} for update`.execute(tx)
    const emptiedPosts = await emptyPosts(tx, { groupId, memberId }, limit, now())
    if (emptiedPosts.length > 0) await updateCounters(tx, { groupId, memberId }, emptiedPosts)
    return emptiedPosts.length
  })

/**
 * Turns all posts and comments of a member in groups into tombstones, and deletes their earlier words. Their photos are
 * removed with the member's row.
 */
export async function emptyAllPosts(ctx: Ctx, memberId: string, runBatches: RunBatches): Promise<void> {
  const { rows } = await sql<{ groupId: string }>`
    select distinct "groupId" from group_messages where "authorId" = ${memberId} and "deletedAt" is null
    order by "groupId"`.execute(ctx.db)
  for (const { groupId } of rows) await emptyGroupPosts(ctx, { groupId, memberId }, runBatches)
  await runBatches(async (tx, limit) => {
    const { numAffectedRows } = await sql`
      delete from earlier_words where id in (
        select words.id from earlier_words words join group_messages m on m.id = words."messageId"
        where words.place = 'GROUP' and m."authorId" = ${memberId} limit ${limit})`.execute(tx)
    return Number(numAffectedRows ?? 0)
  })
}

/**
 * Deletes the groups whose only member is this one. Locks all groups that refer to the member first: if the last two
 * members of a group are purged concurrently, the later transaction deletes the group.
 */
export async function deleteSoleMemberGroups(db: DatabaseTransaction, memberId: string): Promise<void> {
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

/** Lists groups without members, except those whose purge has failed. */
async function listDeletedGroups(db: Database, limit: number, failedIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from groups
    where "memberCount" = 0 and id <> all(${failedIds}::bigint[])
      and not exists (select from group_members where "groupId" = groups.id)
    order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

const isInGroup = (groupId: string) => sql`"groupId" = ${groupId}`

/**
 * The deletions in their order: comments before posts, and answers before events, which are deleted with the group.
 * Photo rows remain until their files are removed.
 */
const DELETIONS = [
  (groupId: string, limit: number) => sql`
    delete from group_messages where id in (
      select id from group_messages where ${isInGroup(groupId)} and "parentId" is not null limit ${limit})`,
  (groupId: string, limit: number) => sql`
    delete from group_messages where id in (
      select id from group_messages where ${isInGroup(groupId)} and "parentId" is null limit ${limit})`,
  (groupId: string, limit: number) => sql`
    delete from event_answers where ("eventId", "memberId") in (
      select "eventId", "memberId" from event_answers
      where "eventId" in (select id from events where ${isInGroup(groupId)}) limit ${limit})`,
  (groupId: string, limit: number, now: Date) => sql`
    update media set state = 'REMOVED', "dueAt" = ${now}, "groupId" = null where id in (
      select id from media where ${isInGroup(groupId)} limit ${limit})`,
]

async function purgeGroup({ db, now }: Ctx, groupId: string): Promise<void> {
  for (const remove of DELETIONS)
    await runInBatches(async (limit) => Number((await remove(groupId, limit, now()).execute(db)).numAffectedRows ?? 0))
  await db.deleteFrom('groups').where('id', '=', groupId).execute()
}

/** Purges deleted groups. */
export const purgeGroups = (ctx: Ctx): Promise<number> =>
  purgeEach(ctx, {
    kind: 'group',
    listIds: (limit, failedIds) => listDeletedGroups(ctx.db, limit, failedIds),
    purge: (groupId) => purgeGroup(ctx, groupId),
  })
