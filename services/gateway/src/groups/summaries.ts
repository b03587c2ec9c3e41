import type { Group, GroupInfo, GroupsToJoinQuery } from '@app/contract/groups'
import { NEARBY_MAX } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { createNamedRunner, createTransactionRunner, type Database, type RunQuery } from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import { memberNamed } from '@app/server/policies/blocking'
import { roleInGroup } from '@app/server/policies/groups'
import { isBlockedPair } from '@app/server/policies/ignoring'
import { isVisibleMember } from '@app/server/policies/team'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { namesCityOf } from '../members/nearby.ts'

/** The columns of `GroupInfo`, for statements with a group `g`. */
export const groupInfoColumns = sql`
  g.id::text as "groupId", g."groupName", g.description, g."isOpen", g."memberCount",
  (select creator."userName" from members creator
    where creator.id = g."creatorId" and ${sql.raw(isVisibleMember('creator'))}) as "creatorName"`

/** Selects the groups in `groups`, as the member in each row's `viewerId` sees them. */
const selectGroups = (groups: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<Group & { viewerId: string }>`
  select ${groupInfoColumns}, g."viewerId", ${roleInGroup(sql`g."viewerId"`)} as role,
    g."ownerId" is not distinct from g."viewerId" as owner,
    case when gm."memberId" is null then 0 else g.version end as version,
    coalesce(greatest(g.posts - gm."readPosts", 0), 0) as "newMessages", gm."lastReadId" as "myLastRead",
    case when gm."memberId" is null then g."createdAt" else g."lastUpdate" end as "lastUpdate",
    case when sender.id is not null then g."lastMessage" end as "lastMessage",
    sender."userName" as "lastMessageSender"
  from (${groups}) g
  left join group_members gm on gm."groupId" = g.id and gm."memberId" = g."viewerId" and not gm.held
  left join members sender on gm."memberId" is not null and sender.id = g."lastSenderId"
    and ${sql.raw(isVisibleMember('sender'))}
  order by ${order}`

async function readGroups(
  run: RunQuery,
  groups: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<{ memberId: string; group: Group }[]> {
  const rows = await run(selectGroups(groups, order))
  return rows.map(({ viewerId: memberId, ...group }) => ({ memberId, group }))
}

type ReadContext = Pick<Ctx, 'pool' | 'db'>
type Page = { before?: string | undefined; limit: number }

const LATEST_FIRST = sql`g."lastUpdate" desc, g.id desc`

/** Lists the groups of a member, or only those that the member administers; the most recently active first. */
export async function listJoinedGroups(
  ctx: ReadContext,
  memberId: string,
  { before, limit }: Page,
  { adminOnly = false }: { adminOnly?: boolean } = {},
): Promise<Group[]> {
  const older = before
    ? sql`and (groups."lastUpdate", groups.id) < (
        select cursor."lastUpdate", cursor.id from groups cursor
        join group_members own on own."groupId" = cursor.id and own."memberId" = ${memberId} and not own.held
        where cursor.id = ${before})`
    : sql``
  const page = sql`
    select groups.*, mine."memberId" as "viewerId" from group_members mine join groups on groups.id = mine."groupId"
    where mine."memberId" = ${memberId} and not mine.held and (mine.admin or not ${adminOnly}::boolean) ${older}
    order by groups."lastUpdate" desc, groups.id desc limit ${limit}`
  const run = createNamedRunner(ctx, `my-groups-${before ? 'page' : 'newest'}`)
  return (await readGroups(run, page, LATEST_FIRST)).map(({ group }) => group)
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
  return (await readGroups(run, page, sql`g.id desc`)).map(({ group }) => group)
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
        and not i.withdrawn)`
  return (await readGroups(createNamedRunner(ctx, 'groups-to-invite-to'), page, LATEST_FIRST)).map(({ group }) => group)
}

/** Finds a group as this member sees it. */
export async function findGroup(db: Database, groupId: string, memberId: string): Promise<Group | undefined> {
  const selection = sql`
    select groups.*, ${memberId}::bigint as "viewerId" from groups where id = ${groupId} and "memberCount" > 0`
  const [view] = await readGroups(createTransactionRunner(db), selection, sql`g.id`)
  return view?.group
}

/** Returns a group as this member sees it. Throws NOT_FOUND if it does not exist. */
export async function readGroup(db: Database, groupId: string, memberId: string): Promise<Group> {
  const group = await findGroup(db, groupId, memberId)
  if (!group) throw new AppError('NOT_FOUND')
  return group
}

/** Lists the group of each pair as its member sees it. */
export const listGroupViews = (
  db: Database,
  pairs: { groupId: string; memberId: string }[],
): Promise<{ memberId: string; group: Group }[]> =>
  readGroups(
    createTransactionRunner(db),
    sql`select groups.*, pair."memberId" as "viewerId"
      from unnest(${pairs.map(({ groupId }) => groupId)}::bigint[], ${pairs.map(({ memberId }) => memberId)}::bigint[])
        as pair("groupId", "memberId")
      join groups on groups.id = pair."groupId" and groups."memberCount" > 0`,
    sql`g.id, g."viewerId"`,
  )

/** Lists the fields of these groups that all members see alike, each with its version. */
export async function listGroupInfos(
  db: Database,
  groupIds: string[],
): Promise<{ version: number; info: GroupInfo }[]> {
  const { rows } = await sql<GroupInfo & { version: number }>`
    select ${groupInfoColumns}, g.version from groups g
    where g.id = any(${groupIds}::bigint[]) and g."memberCount" > 0 order by g.id`.execute(db)
  return rows.map(({ version, ...info }) => ({ version, info }))
}
