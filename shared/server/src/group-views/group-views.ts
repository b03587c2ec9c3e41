import type { Group, GroupInfo } from '@app/contract/groups'
import { GROUP_PREVIEW_LENGTH } from '@app/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import { createTransactionRunner, type Database, type RunQuery } from '../db/database.ts'
import { eitherHasBlocked, hasBlocks } from '../policies/blocking.ts'
import { roleInGroup } from '../policies/group-roles.ts'
import { isVisibleMember } from '../policies/team.ts'

type Sql = RawBuilder<unknown>

/** Returns SQL for the number of members of the group `g` that are hidden from a member who is not in it. */
export const countHiddenFrom = (memberId: Sql): RawBuilder<number> => sql`count_hidden_members(g.id, ${memberId})`

/** Returns the columns of `GroupInfo`, for statements with a group `g`. */
export const groupInfoColumns = ({ memberCount, isCreatorHidden }: { memberCount: Sql; isCreatorHidden: Sql }) => sql`
  g.id::text as "groupId", g."groupName", g.description, g."isOpen", ${memberCount} as "memberCount",
  (select creator."userName" from members creator
    where creator.id = g."creatorId" and ${sql.raw(isVisibleMember('creator'))} and not ${isCreatorHidden}) as "creatorName"`

/** A SQL predicate that checks whether members may be hidden from `viewer` in the group of the membership `gm`. */
const MAY_HIDE = sql`(viewer."hasBlocks" and not coalesce(gm.admin, false))`

const isHidden = (memberId: Sql) => eitherHasBlocked(sql`viewer.id`, memberId)

/**
 * A SQL join that adds the row `latest` to a group `g` and its member `gm`: the time of the last message or comment that
 * the member can see, by which lists sort, and the preview with its sender. For the memberships in `preview`, these may
 * differ from those that are stored with the group.
 */
export const joinLatest = sql`
  left join preview on preview."groupId" = g.id and preview."viewerId" = gm."memberId"
  cross join lateral (
    select case when preview."groupId" is null then g."lastUpdate" else coalesce(preview."lastUpdate", g."createdAt") end as "lastUpdate",
      case when preview."groupId" is null then g."lastMessage" else left(preview.message, ${GROUP_PREVIEW_LENGTH}) end as message,
      case when preview."groupId" is null then g."lastSenderId" else preview."senderId" end as "senderId") latest`

/**
 * Returns the beginning of a statement: the row `viewer` for each member in `viewers`, and the row `preview` for those of
 * their memberships in which it may differ from the preview that is stored with the group. A function of the database
 * finds the messages, by the same rules as `policies/group-blocks.ts`: as a part of this statement, the search would cost
 * every request more than the rest.
 */
const withViewers = (viewers: Sql, memberships: Sql) => sql`
  with viewer as materialized (
    select member.id, ${hasBlocks(sql`member.id`)} as "hasBlocks" from (${viewers}) member(id)),
  preview as materialized (
    select visible.* from (
      select array_agg(gm."memberId") as viewers, array_agg(gm."groupId") as groups
      from viewer join group_members gm on gm."memberId" = viewer.id and not gm.held and ${memberships}
      join groups g on g.id = gm."groupId"
      where ${MAY_HIDE} and (g."visibilityChanges" > 0 or ${isHidden(sql`g."lastSenderId"`)})) pairs
    cross join lateral find_visible_previews(pairs.viewers, pairs.groups) visible)`

type Row = Group & { viewerId: string; reloadVersion: number }
type Query = {
  viewers: Sql
  /** A SQL condition that holds for each membership `gm` of a viewer in one of the groups. */
  memberships: Sql
  groups: Sql
  order: Sql
  /** The join of the row `latest`, if `groups` has computed it. */
  latest?: Sql
}

/** Returns a query for `groups`, each as the member `viewerId` of its row sees it. `viewers` lists these members. */
const selectGroups = ({ viewers, memberships, groups, order, latest = joinLatest }: Query) => sql<Row>`
  ${withViewers(viewers, memberships)}
  select ${groupInfoColumns({
    memberCount: sql`g."memberCount" - case when not ${MAY_HIDE} then 0
      when gm."memberId" is not null then gm."hiddenMembers" else ${countHiddenFrom(sql`viewer.id`)} end`,
    isCreatorHidden: sql`(${MAY_HIDE} and ${isHidden(sql`creator.id`)})`,
  })}, g."viewerId", ${roleInGroup(sql`g."viewerId"`)} as role,
    g."ownerId" is not distinct from g."viewerId" as owner,
    case when gm."memberId" is null then 0 else g.version end as version,
    greatest(g."reloadVersion", gm."reloadVersion") as "reloadVersion",
    coalesce(greatest(g.posts - gm."readPosts", 0), 0) as "newMessages", gm."lastReadId" as "myLastRead",
    case when gm."memberId" is null then g."createdAt" else latest."lastUpdate" end as "lastUpdate",
    case when sender.id is not null then latest.message end as "lastMessage",
    sender."userName" as "lastMessageSender"
  from (${groups}) g
  join viewer on viewer.id = g."viewerId"
  left join group_members gm on gm."groupId" = g.id and gm."memberId" = g."viewerId" and not gm.held
  ${latest}
  left join members sender on sender.id = latest."senderId" and gm."memberId" is not null and ${sql.raw(isVisibleMember('sender'))}
  order by ${order}`

export type GroupView = { memberId: string; group: Group; reloadVersion: number }

/** Reads groups as members see them. `reloadVersion` is the version before which loaded messages are out of date. */
export async function readGroupViews(run: RunQuery, query: Query): Promise<GroupView[]> {
  const rows = await run(selectGroups(query))
  return rows.map(({ viewerId: memberId, reloadVersion, ...group }) => ({ memberId, group, reloadVersion }))
}

/** Lists the group of each pair as its member sees it. */
export function listGroupViews(db: Database, pairs: { groupId: string; memberId: string }[]): Promise<GroupView[]> {
  const memberIds = sql`${pairs.map(({ memberId }) => memberId)}::bigint[]`
  const unnested = sql`unnest(${pairs.map(({ groupId }) => groupId)}::bigint[], ${memberIds}) as pair("groupId", "memberId")`
  return readGroupViews(createTransactionRunner(db), {
    viewers: sql`select distinct unnest(${memberIds})`,
    memberships: sql`(gm."groupId", gm."memberId") in (select "groupId", "memberId" from ${unnested})`,
    groups: sql`select groups.*, pair."memberId" as "viewerId"
      from ${unnested}
      join groups on groups.id = pair."groupId" and groups."memberCount" > 0`,
    order: sql`g.id, g."viewerId"`,
  })
}

/** Lists the public state of these groups, which ignores blocks, with the groups' versions. */
export async function listGroupInfos(
  db: Database,
  groupIds: string[],
): Promise<{ version: number; info: GroupInfo }[]> {
  const { rows } = await sql<GroupInfo & { version: number }>`
    select ${groupInfoColumns({ memberCount: sql`g."memberCount"`, isCreatorHidden: sql`false` })}, g.version from groups g
    where g.id = any(${groupIds}::bigint[]) and g."memberCount" > 0 order by g.id`.execute(db)
  return rows.map(({ version, ...info }) => ({ version, info }))
}
