import { type RawBuilder, sql } from 'kysely'
import { haveBlock } from './block-lookups.ts'
import { hasBlocks } from './blocking.ts'

type Sql = RawBuilder<unknown>

/**
 * Returns a query for the members with whom `member` has a block, each with the id of the newest group message that
 * precedes the block: messages up to that id appear as deleted, later ones not at all.
 */
export const selectBlockStarts = (
  member: Sql,
): RawBuilder<{ id: string; lastMessageId: string; blockedAt: string }> => sql`
  select "ignoredId" as id, "lastMessageId", "blockedAt" from ignores where "ignorerId" = ${member} and kind = 'BLOCK'
  union all select "ignorerId", "lastMessageId", "blockedAt" from ignores where "ignoredId" = ${member} and kind = 'BLOCK'`

/** Returns a SQL predicate that checks whether a member is an admin of a group, who sees everything in it. */
export const isGroupAdmin = (groupId: Sql, memberId: Sql): RawBuilder<boolean> => sql`exists (
  select from group_members "ofAdmin"
  where "ofAdmin"."groupId" = ${groupId} and "ofAdmin"."memberId" = ${memberId} and "ofAdmin".admin and not "ofAdmin".held)`

/**
 * Returns a SQL predicate that checks whether authors may be hidden from a viewer in a group. Statements compute it
 * once, and look up blocks with single authors only if it is true.
 */
export const mayHideAuthors = (viewerId: Sql, groupId: Sql): RawBuilder<boolean> => sql`(
  ${hasBlocks(viewerId)} and not ${isGroupAdmin(groupId, viewerId)})`

/** Returns a SQL predicate that checks whether a message with the alias `message` is absent for a viewer. */
export const isAbsent = (viewerId: string, message: string): string =>
  haveBlock(viewerId, `${message}."authorId"`, `block."lastMessageId" < ${message}.id`)

/** Returns a SQL predicate that checks whether a post of `author` with this id is absent for the membership `gm`. */
export const isAbsentForMember = (authorId: Sql, messageId: Sql): RawBuilder<boolean> => sql`(
  not gm.admin and gm."memberId" in (
    select block.id from (${selectBlockStarts(authorId)}) block where block."lastMessageId" < ${messageId}))`
