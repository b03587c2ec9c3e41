import type { DatabaseTransaction } from '@app/server/db/database'
import { countUnreadPosts } from '@app/server/groups/unread'
import { hasBlocks } from '@app/server/policies/blocking'
import { sql } from 'kysely'
import { callOffEventsInGroups } from '../events/call-offs.ts'

export type Membership = { groupId: string; memberId: string }

const unnestPairs = (pairs: Membership[]) => sql`
  unnest(${pairs.map(({ groupId }) => groupId)}::bigint[], ${pairs.map(({ memberId }) => memberId)}::bigint[])
    pair("groupId", "memberId")`

/** Counts a change of visibility in the groups, so that a concurrent post detects that its snapshot is outdated. */
async function incrementVisibilityChanges(db: DatabaseTransaction, groupIds: string[]): Promise<void> {
  await sql`
    update groups set "visibilityChanges" = "visibilityChanges" + 1 where id = any(${groupIds}::bigint[])`.execute(db)
}

/**
 * Recomputes the read counts of members from the posts that they can see now, and makes their clients reload messages of
 * earlier versions. Locks the memberships first, because marking posts as read locks only the membership. The caller
 * holds the groups' locks.
 */
export async function recountVisible(db: DatabaseTransaction, pairs: Membership[]): Promise<void> {
  if (pairs.length === 0) return
  await incrementVisibilityChanges(
    db,
    pairs.map(({ groupId }) => groupId),
  )
  await sql`
    select from group_members gm join ${unnestPairs(pairs)} using ("groupId", "memberId")
    order by "groupId", "memberId" for no key update of gm`.execute(db)
  await sql`
    update group_members gm
    set "readPosts" = greatest(g.posts - ${countUnreadPosts(sql`gm."lastReadId"`)}, 0), "reloadVersion" = g.version
    from ${unnestPairs(pairs)} join groups g on g.id = pair."groupId"
    where gm."groupId" = pair."groupId" and gm."memberId" = pair."memberId"`.execute(db)
}

/** Lists the memberships whose member has blocked someone or been blocked. */
async function listWithBlocks(db: DatabaseTransaction, pairs: Membership[]): Promise<Membership[]> {
  if (pairs.length === 0) return []
  const { rows } = await sql<Membership>`
    select pair."groupId"::text, pair."memberId"::text from ${unnestPairs(pairs)}
    where ${hasBlocks(sql`pair."memberId"`)}`.execute(db)
  return rows
}

/**
 * Updates the groups for members with blocks who have joined or whose role has changed: recomputes their read counts, and
 * calls off the events that a block hides from them. Returns the memberships of these members. The caller holds the
 * groups' locks and has incremented their versions.
 */
export async function refreshVisibility(db: DatabaseTransaction, pairs: Membership[]): Promise<Membership[]> {
  const withBlocks = await listWithBlocks(db, pairs)
  await recountVisible(db, withBlocks)
  if (withBlocks.length > 0) await callOffEventsInGroups(db, withBlocks)
  return withBlocks
}
