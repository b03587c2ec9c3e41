import type { Group, GroupsToJoinQuery } from '@app/contract/groups'
import { NEARBY_MAX } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { createNamedRunner, createTransactionRunner, type Database, type RunQuery } from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import { type GroupView, joinLatest, readGroupViews } from '@app/server/group-views/group-views'
import { memberNamed } from '@app/server/policies/blocking'
import { isBlockedPair } from '@app/server/policies/ignoring'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { namesCityOf } from '../members/nearby.ts'

type ReadContext = Pick<Ctx, 'pool' | 'db'>
type Page = { before?: string | undefined; limit: number }

const viewerOf = (memberId: string) => sql`select ${memberId}::bigint`

const LATEST_FIRST = sql`g."lastUpdate" desc, g.id desc`

/** Lists the groups of a member, or only those that the member administers; the most recently active first. */
export async function listJoinedGroups(
  ctx: ReadContext,
  memberId: string,
  { before, limit }: Page,
  { adminOnly = false }: { adminOnly?: boolean } = {},
): Promise<Group[]> {
  const memberships = sql`groups g
    join group_members gm on gm."groupId" = g.id and gm."memberId" = ${memberId} and not gm.held
    ${joinLatest}`
  const older = before
    ? sql`and (latest."lastUpdate", g.id) < (select latest."lastUpdate", g.id from ${memberships} where g.id = ${before})`
    : sql``
  const groups = sql`
    select g.*, gm."memberId" as "viewerId", latest."lastUpdate" as "visibleUpdate",
      latest.message as "visibleMessage", latest."senderId" as "visibleSenderId" from ${memberships}
    where (gm.admin or not ${adminOnly}::boolean) ${older}
    order by "visibleUpdate" desc, g.id desc limit ${limit}`
  const run = createNamedRunner(ctx, `my-groups-${before ? 'page' : 'newest'}`)
  const views = await readGroupViews(run, {
    viewers: viewerOf(memberId),
    memberships: sql`true`,
    groups,
    latest: sql`cross join lateral (
      select g."visibleUpdate" as "lastUpdate", g."visibleMessage" as message, g."visibleSenderId" as "senderId") latest`,
    order: sql`g."visibleUpdate" desc, g.id desc`,
  })
  return views.map(({ group }) => group)
}

/**
 * Lists open groups that the member is not in, newest first: a page of all of them, or the newest ones near the
 * member's cities. Omits groups whose owner is in a blocked pair with the member.
 */
export async function listGroupsToJoin(
  ctx: ReadContext,
  memberId: string,
  query: z.infer<typeof GroupsToJoinQuery>,
): Promise<Group[]> {
  const near = query.near === 'true'
  const before = near ? undefined : query.before
  const limit = near ? Math.min(query.limit, NEARBY_MAX) : query.limit
  const older = before ? sql`and groups.id < ${before}` : sql``
  const isNear = near ? sql`and ${namesCityOf(sql`${memberId}::bigint`, ['groupName', 'description'])}` : sql``
  const page = sql`
    select groups.*, ${memberId}::bigint as "viewerId" from groups
    where "isOpen" and "memberCount" > 0 ${older} ${isNear}
      and not exists (select from group_members where "groupId" = groups.id and "memberId" = ${memberId})
      and not ${isBlockedPair(sql`groups."ownerId"`, sql`${memberId}::bigint`)}
    order by groups.id desc limit ${limit}`
  const run = createNamedRunner(ctx, near ? 'groups-nearby' : `groups-to-join-${before ? 'page' : 'newest'}`)
  const views = await readGroupViews(run, {
    viewers: viewerOf(memberId),
    memberships: sql`false`,
    groups: page,
    order: sql`g.id desc`,
  })
  return views.map(({ group }) => group)
}

/**
 * Lists the groups that the caller administers and could invite this member to: the member is not in the group and has
 * no invite that still looks open. An invite looks open to every admin of the group until it is withdrawn, regardless
 * of the answer.
 */
export async function listGroupsToInviteTo(ctx: ReadContext, memberId: string, userName: string): Promise<Group[]> {
  const page = sql`
    select groups.*, mine."memberId" as "viewerId" from group_members mine join groups on groups.id = mine."groupId"
    join members other on other.id = ${memberNamed(sql`${memberId}::bigint`, userName)}
    where mine."memberId" = ${memberId} and mine.admin and not mine.held
      and not exists (select from group_members where "groupId" = groups.id and "memberId" = other.id)
      and not exists (select from group_invites i where i."groupId" = groups.id and i."recipientId" = other.id
        and not i.withdrawn and exists (select from group_members inviter
          where inviter."groupId" = i."groupId" and inviter."memberId" = i."inviterId" and inviter.admin and not inviter.held))`
  const run = createNamedRunner(ctx, 'groups-to-invite-to')
  const views = await readGroupViews(run, {
    viewers: viewerOf(memberId),
    memberships: sql`gm.admin`,
    groups: page,
    order: LATEST_FIRST,
  })
  return views.map(({ group }) => group)
}

/**
 * Finds a group as this member sees it, with the version before which the member's loaded messages are out of date. Does
 * not find groups without a member who is visible to this one.
 */
export async function findGroupView(run: RunQuery, groupId: string, memberId: string): Promise<GroupView | undefined> {
  const [view] = await readGroupViews(run, {
    viewers: viewerOf(memberId),
    memberships: sql`gm."groupId" = ${groupId}`,
    groups: sql`
      select groups.*, ${memberId}::bigint as "viewerId" from groups where id = ${groupId} and "memberCount" > 0`,
    order: sql`g.id`,
  })
  return view && view.group.memberCount > 0 ? view : undefined
}

/** Finds a group as this member sees it. */
export const findGroup = async (db: Database, groupId: string, memberId: string): Promise<Group | undefined> =>
  (await findGroupView(createTransactionRunner(db), groupId, memberId))?.group

/** Returns a group as this member sees it. Throws NOT_FOUND if it does not exist. */
export async function readGroup(db: Database, groupId: string, memberId: string): Promise<Group> {
  const group = await findGroup(db, groupId, memberId)
  if (!group) throw new AppError('NOT_FOUND')
  return group
}
