import { type RawBuilder, sql } from 'kysely'

type Sql = RawBuilder<unknown>

/**
 * Returns a query for the members with whom `member` has a block, each with the id of the newest group message that
 * precedes the block: messages up to that id appear without words, later ones not at all.
 */
export const selectBlockStarts = (
  member: Sql,
): RawBuilder<{ id: string; lastMessageId: string; blockedAt: string }> => sql`
  select "ignoredId" as id, "lastMessageId", "blockedAt" from ignores where "ignorerId" = ${member} and kind = 'BLOCK'
  union all select "ignorerId", "lastMessageId", "blockedAt" from ignores where "ignoredId" = ${member} and kind = 'BLOCK'`

/** Returns a SQL predicate that checks whether a member is an admin of a group, who sees everything in it. */
export const isGroupAdmin = (groupId: Sql, memberId: Sql): RawBuilder<boolean> => sql`exists (
  select from group_members own
  where own."groupId" = ${groupId} and own."memberId" = ${memberId} and own.admin and not own.held)`

/**
 * Returns SQL for the authors hidden from a viewer in a group: a JSON object with the last visible message id of each
 * author's id, null if there are none. A statement computes it once.
 */
export const hiddenAuthors = (viewerId: Sql, groupId: Sql): RawBuilder<unknown> => sql`(
  select case when count(*) > 0 and not ${isGroupAdmin(groupId, viewerId)}
    then jsonb_object_agg(block.id, block."lastMessageId") end
  from (${selectBlockStarts(viewerId)}) block)`

/**
 * Returns a SQL predicate that checks whether a message with the alias `message` is absent for a viewer, given the
 * result of `hiddenAuthors`.
 */
export const isAbsent = (hidden: string, message: string): string =>
  `coalesce((${hidden} ->> ${message}."authorId"::text)::bigint < ${message}.id, false)`

/** Returns a SQL predicate that checks whether a post of `author` with this id is absent for the membership `gm`. */
export const isAbsentForMember = (authorId: Sql, messageId: Sql): RawBuilder<boolean> => sql`(
  not gm.admin and gm."memberId" in (
    select block.id from (${selectBlockStarts(authorId)}) block where block."lastMessageId" < ${messageId}))`
