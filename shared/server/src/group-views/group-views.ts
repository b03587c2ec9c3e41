import type { Group, GroupInfo } from '@app/contract/groups'
import { GROUP_PREVIEW_LENGTH } from '@app/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import { createTransactionRunner, type Database, type RunQuery } from '../db/database.ts'
import { selectBlocks } from '../policies/blocking.ts'
import { selectBlockStarts } from '../policies/group-blocks.ts'
import { roleInGroup } from '../policies/group-roles.ts'
import { isVisibleMember } from '../policies/team.ts'

type Sql = RawBuilder<unknown>

/** Returns SQL for the ids of all members with whom a member has a block. */
export const blockedIds = (member: Sql): RawBuilder<string[]> =>
  sql`array(select block.id from (${selectBlocks(member)}) block)`

const countMembers = (condition: Sql) => sql`(
  select count(*)::integer from group_members other where other."groupId" = g.id and not other.held and ${condition})`

/**
 * Returns SQL for the number of members of the group `g` that are not among the ids `hidden`. Looks up each of the ids,
 * or reads all members of the group if those are fewer; the sum prevents that the index is used for them one by one.
 */
export const visibleMemberCount = (hidden: Sql): RawBuilder<number> => sql`g."memberCount" - case
  when ${hidden} = '{}' then 0
  when g."memberCount" < cardinality(${hidden}) then ${countMembers(sql`other."memberId" + 0 = any(${hidden})`)}
  else ${countMembers(sql`other."memberId" = any(${hidden})`)} end`

/** Returns the columns of `GroupInfo`, for statements with a group `g`. Leaves out the members `hidden`, an array of ids. */
export const groupInfoColumns = (hidden: Sql, memberCount = visibleMemberCount(hidden)) => sql`
  g.id::text as "groupId", g."groupName", g.description, g."isOpen", ${memberCount} as "memberCount",
  (select creator."userName" from members creator
    where creator.id = g."creatorId" and ${sql.raw(isVisibleMember('creator'))} and creator.id <> all(${hidden})) as "creatorName"`

const isAbsentFrom = (authorId: Sql, messageId: Sql) =>
  sql`coalesce((viewer.starts ->> ${authorId}::text)::bigint < ${messageId}, false)`

/** Checks whether the message `m` is present for the row `viewer`, who is no admin. */
const IS_PRESENT = sql`not ${isAbsentFrom(sql`m."authorId"`, sql`m.id`)}`

/** Checks whether the post of the comment `m` is present for the row `viewer`. */
const HAS_PRESENT_POST = sql`not ${isAbsentFrom(
  sql`(select parent."authorId" from group_messages parent where parent.id = m."parentId")`,
  sql`m."parentId"`,
)}`

/** Returns a query for the newest message or comment of the group `g` that is present and matches `condition`. */
const selectNewest = (condition: Sql) => sql`
  select newest.* from (
    (select m.* from group_messages m
      where m."groupId" = g.id and m."parentId" is null and ${IS_PRESENT} and ${condition} order by m.id desc limit 1)
    union all
    (select m.* from group_messages m
      where m."groupId" = g.id and m."parentId" is not null and ${IS_PRESENT} and ${HAS_PRESENT_POST} and ${condition}
      order by m.id desc limit 1)) newest
  order by newest.id desc limit 1`

/** Returns a SQL predicate that checks whether messages in the group `g` may be hidden from the membership `gm`. */
const mayHideMessages = (hidden: Sql) =>
  sql`(g."visibilityChanges" > 0 and gm."memberId" is not null and ${hidden} <> '{}')`

/**
 * Returns SQL for the time of the last message or comment of the group `g` that its member `gm` can see, by which lists
 * sort. `hidden` are the ids of the members hidden from this one.
 */
export const lastVisibleUpdate = (hidden: Sql): RawBuilder<string> => sql`
  case when ${mayHideMessages(hidden)} then coalesce((
    select visible."sentAt" from (${selectNewest(sql`true`)}) visible), g."createdAt")
  else g."lastUpdate" end`

/** Returns SQL for the ids of the members hidden from the row `viewer` in a group with the membership `gm`. */
export const hiddenFromViewer = sql`case when gm.admin then '{}' else viewer.blocked end`

/**
 * Returns the beginning of a statement: the row `viewer` for each member in `viewers`, with the ids of the members with
 * whom they have a block, and the newest message before each block.
 */
export const withViewers = (viewers: Sql) => sql`
  with viewer as materialized (
    select member.id, coalesce(array_agg(block.id) filter (where block.id is not null), '{}') as blocked,
      jsonb_object_agg(block.id, block."lastMessageId") filter (where block.id is not null) as starts
    from (${viewers}) member(id) left join lateral (${selectBlockStarts(sql`member.id`)}) block on true
    group by member.id)`

type Row = Group & { viewerId: string; reloadVersion: number }
type Query = { viewers: Sql; groups: Sql; order: Sql; lastUpdate?: Sql }

/**
 * Selects the groups in `groups`, as the member in each row's `viewerId`, one of `viewers`, sees them. `lastUpdate` is
 * the SQL of `lastVisibleUpdate`, if `groups` has computed it.
 */
const selectGroups = ({ viewers, groups, order, lastUpdate = lastVisibleUpdate(sql`hidden.ids`) }: Query) => sql<Row>`
  ${withViewers(viewers)}
  select ${groupInfoColumns(
    sql`hidden.ids`,
    sql`case when gm."memberId" is not null and g."visibilityChanges" = 0 then g."memberCount"
      else ${visibleMemberCount(sql`hidden.ids`)} end`,
  )}, g."viewerId", ${roleInGroup(sql`g."viewerId"`)} as role,
    g."ownerId" is not distinct from g."viewerId" as owner,
    case when gm."memberId" is null then 0 else g.version end as version,
    greatest(g."reloadVersion", gm."reloadVersion") as "reloadVersion",
    coalesce(greatest(g.posts - gm."readPosts", 0), 0) as "newMessages", gm."lastReadId" as "myLastRead",
    case when gm."memberId" is null then g."createdAt" else ${lastUpdate} end as "lastUpdate",
    case when sender.id is not null then preview.message end as "lastMessage",
    sender."userName" as "lastMessageSender"
  from (${groups}) g
  join viewer on viewer.id = g."viewerId"
  left join group_members gm on gm."groupId" = g.id and gm."memberId" = g."viewerId" and not gm.held
  cross join lateral (select ${hiddenFromViewer} as ids) hidden
  left join lateral (
    select g."lastMessage" as message, g."lastSenderId" as "senderId"
    where not (${mayHideMessages(sql`hidden.ids`)} or coalesce(g."lastSenderId" = any(hidden.ids), false))
    union all
    select left(visible.message, ${GROUP_PREVIEW_LENGTH}), visible."authorId" from (${selectNewest(sql`
      m."deletedAt" is null and (viewer.starts ? m."authorId"::text) is not true
      and exists (select from members author where author.id = m."authorId" and ${sql.raw(isVisibleMember('author'))})`)}
    ) visible
    where ${mayHideMessages(sql`hidden.ids`)} or coalesce(g."lastSenderId" = any(hidden.ids), false)
  ) preview on gm."memberId" is not null
  left join members sender on sender.id = preview."senderId" and ${sql.raw(isVisibleMember('sender'))}
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
  return readGroupViews(createTransactionRunner(db), {
    viewers: sql`select distinct unnest(${memberIds})`,
    groups: sql`select groups.*, pair."memberId" as "viewerId"
      from unnest(${pairs.map(({ groupId }) => groupId)}::bigint[], ${memberIds}) as pair("groupId", "memberId")
      join groups on groups.id = pair."groupId" and groups."memberCount" > 0`,
    order: sql`g.id, g."viewerId"`,
  })
}

/** Lists the fields of these groups that all members see alike unless a member is hidden from them, with its version. */
export async function listGroupInfos(
  db: Database,
  groupIds: string[],
): Promise<{ version: number; info: GroupInfo }[]> {
  const { rows } = await sql<GroupInfo & { version: number }>`
    select ${groupInfoColumns(sql`'{}'::bigint[]`, sql`g."memberCount"`)}, g.version from groups g
    where g.id = any(${groupIds}::bigint[]) and g."memberCount" > 0 order by g.id`.execute(db)
  return rows.map(({ version, ...info }) => ({ version, info }))
}
