import { nameKey } from '@app/contract/text/names'
import { type RawBuilder, sql } from 'kysely'
import { actingPartyId, isVisibleMember } from './team.ts'

type MemberId = RawBuilder<unknown>

/**
 * Returns a SQL predicate that checks whether a member has blocked another. Without `offset`, PostgreSQL would read all
 * blocks of a member for a few lookups, because it expects few of them.
 */
export const hasBlocked = (blocker: MemberId, blocked: MemberId): RawBuilder<boolean> => sql`exists (
  select from ignores where "ignorerId" = ${blocker} and "ignoredId" = ${blocked} and kind = 'BLOCK' offset 0)`

/** Returns a SQL predicate that checks whether one of these two members has blocked the other. */
export const eitherHasBlocked = (one: MemberId, other: MemberId): RawBuilder<boolean> =>
  sql`(${hasBlocked(one, other)} or ${hasBlocked(other, one)})`

/**
 * Returns a SQL predicate that checks whether the member with the alias `members` is visible to `viewer`: not deleted,
 * not an admin's own account, and neither of the two has blocked the other.
 */
export const isVisibleTo = (viewer: MemberId, members: string): RawBuilder<boolean> =>
  sql`(${sql.raw(isVisibleMember(members))} and not ${eitherHasBlocked(viewer, sql.ref(`${members}.id`))})`

/** Returns SQL for a column of the block by the member with the alias `members` against `viewer`, null if there is none. */
const columnOfBlock = (column: 'blockerName' | 'blockerNameKey', viewer: MemberId, members: string) => sql`(
  select ${sql.ref(column)} from ignores
  where "ignorerId" = ${sql.ref(`${members}.id`)} and "ignoredId" = ${viewer} and kind = 'BLOCK')`

/**
 * Returns SQL for the last name of the member with the alias `members` that `viewer` has seen: a blocker's name when the
 * block began, as a deleted account keeps its name, otherwise the current one. Only for what vanished within the last 30
 * days, after which the former name is removed.
 */
export const lastSeenName = (viewer: MemberId, members: string): RawBuilder<string> =>
  sql`coalesce(${columnOfBlock('blockerName', viewer, members)}, ${sql.ref(`${members}.userName`)})`

/** Returns SQL for the key of `lastSeenName`. */
export const lastSeenNameKey = (viewer: MemberId, members: string): RawBuilder<string> =>
  sql`coalesce(${columnOfBlock('blockerNameKey', viewer, members)}, ${sql.ref(`${members}.nameKey`)})`

/** Returns a query for the ids of all members whom `member` has blocked, or who have blocked `member`. */
export const selectBlocks = (member: MemberId): RawBuilder<{ id: string }> => sql`
  select "ignoredId" as id from ignores where "ignorerId" = ${member} and kind = 'BLOCK'
  union all select "ignorerId" from ignores where "ignoredId" = ${member} and kind = 'BLOCK'`

/** Returns a SQL predicate that checks whether a member has blocked anyone, or has been blocked. */
export const hasBlocks = (member: MemberId): RawBuilder<boolean> => sql`exists (${selectBlocks(member)})`

/** The id of no member. */
const NOBODY = sql`(-1)::bigint`

/**
 * Returns SQL for the id of the party with this name, null if there is none or if it and `viewer` have a block. The name
 * of an admin's account resolves to the team. Every statement that finds a member by name for another member uses it.
 * Checks for a block even if the name is unknown, so that the response time is the same.
 */
export const memberNamed = (viewer: MemberId, userName: string): RawBuilder<string> => sql`(
  select case when not ${eitherHasBlocked(viewer, sql`coalesce(found.id, ${NOBODY})`)} then found.id end
  from (
    select (
      select ${sql.raw(actingPartyId('named'))} from members named
      where named."nameKey" = ${nameKey(userName)} and named."deletedAt" is null) as id
    offset 0) found)`

/**
 * Returns SQL for the id of the suspended or banned member with this name, null if there is none. Only for the team: to
 * everyone else such a member looks deleted.
 */
export const heldMemberNamed = (userName: string): RawBuilder<string> => sql`(
  select held.id from members held
  where held."nameKey" = ${nameKey(userName)} and held."deletedAt" is not null and held."heldUntil" is not null
    and held.level = 'BASIC' limit 1)`
