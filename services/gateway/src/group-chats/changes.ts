import type { Id } from '@app/contract/base'
import { GROUP_PREVIEW_LENGTH } from '@app/contract/limits'
import type { MediaId } from '@app/contract/media'
import type { Database, DatabaseTransaction } from '@app/server/db/database'
import type { MemberTx, Tx } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { countUnreadPosts } from '@app/server/groups/unread'
import { isAbsentForMember, isGroupAdmin, selectBlockStarts } from '@app/server/policies/group-blocks'
import { isVisibleMember } from '@app/server/policies/team'
import { sql } from 'kysely'
import { recomputePreviews } from '../groups/preview.ts'

/** The fields of a post or comment that edits, deletions and reactions need. */
export type StoredMessage = {
  id: Id
  parentId: Id | null
  authorId: Id | null
  message: string | null
  mediaId: MediaId | null
  sentAt: string
  deletedAt: string | null
  /** The decision that removed the message. */
  removedBy: Id | null
  /** Whether the viewer sees its author, who may be deleted or hidden. */
  hasVisibleAuthor: boolean
}

type MessageLocation = { groupId: Id; messageId: Id; parentId?: Id | null }

/**
 * Finds a post of this group, or a comment on the post `parentId`. Does not find those that are absent for the
 * viewer, nor comments on such posts.
 */
export async function findStoredMessage(
  db: Database,
  viewerId: Id,
  { groupId, messageId, parentId = null }: MessageLocation,
): Promise<StoredMessage | undefined> {
  const { rows } = await sql<StoredMessage>`
    select m.id, m."parentId", m."authorId", m.message, m."mediaId", m."sentAt", m."deletedAt", m."removedBy",
      exists (select from members author where author.id = m."authorId" and ${sql.raw(isVisibleMember('author'))}
        and (${isGroupAdmin(sql`m."groupId"`, sql`${viewerId}::bigint`)} or not exists (
          select from (${selectBlockStarts(sql`${viewerId}::bigint`)}) block where block.id = author.id))
      ) as "hasVisibleAuthor"
    from group_messages m left join group_messages parent on parent.id = m."parentId"
    where m.id = ${messageId} and m."groupId" = ${groupId} and m."parentId" is not distinct from ${parentId}::bigint
      and (${isGroupAdmin(sql`m."groupId"`, sql`${viewerId}::bigint`)} or not exists (
        select from (${selectBlockStarts(sql`${viewerId}::bigint`)}) block
        where block.id = m."authorId" and block."lastMessageId" < m.id
          or block.id = parent."authorId" and block."lastMessageId" < parent.id))`.execute(db)
  return rows[0]
}

/**
 * Throws VALIDATION if `replyTo` is set but is not another post of the group (for a comment: another comment on the same
 * post) that the author can see.
 */
export async function requireReplyTarget(
  db: Database,
  authorId: Id,
  { groupId, parentId, replyTo }: { groupId: Id; parentId: Id | null; replyTo?: Id | null },
): Promise<void> {
  if (!replyTo || (await findStoredMessage(db, authorId, { groupId, parentId, messageId: replyTo }))) return
  throw new AppError('VALIDATION', { fields: [{ path: 'replyTo', problem: 'field.invalid' }] })
}

export type NewComment = {
  groupId: Id
  parentId: Id
  clientId: string
  message: string | null
  mediaId: MediaId | null
  replyTo: Id | null
}

/**
 * Stores a comment under the group's next version, and assigns that version to its post, too. The caller holds the
 * group's lock.
 */
export async function insertComment({ db, member, now }: MemberTx, comment: NewComment): Promise<Id> {
  const { groupId, parentId, clientId, message, mediaId, replyTo } = comment
  const sentAt = now()
  const { rows } = await sql<{ id: Id }>`
    with "group" as (
      update groups set version = version + 1, "lastUpdate" = ${sentAt}, "lastSenderId" = ${member.id},
        "lastMessage" = left(${message}, ${GROUP_PREVIEW_LENGTH})
      where id = ${groupId} returning version
    ), parent as (
      update group_messages m
      set version = "group".version, "lastUpdate" = ${sentAt}, "commentCount" = "commentCount" + 1
      from "group" where m.id = ${parentId}
    )
    insert into group_messages
      ("groupId", "parentId", "authorId", "clientId", message, "mediaId", "replyToId", "sentAt", "lastUpdate", version)
    select ${groupId}, ${parentId}, ${member.id}, ${clientId}::uuid, ${message}, ${mediaId}, ${replyTo}, ${sentAt}, ${sentAt}, version
    from "group" returning id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a locked group does not exist')
  return row.id
}

type StoredLocation = Pick<StoredMessage, 'id' | 'parentId'>

/**
 * Replaces the text of a post or comment under the group's next version, and assigns that version to the post of a
 * comment, too. The caller holds the group's lock.
 */
export function updateText({ db, now }: MemberTx, groupId: Id, { id, parentId }: StoredLocation, message: string) {
  const editedAt = now()
  return sql`
    with "group" as (
      update groups set version = version + 1 where id = ${groupId} returning version
    ), parent as (
      update group_messages m set version = "group".version, "lastUpdate" = ${editedAt} from "group" where m.id = ${parentId}
    )
    update group_messages m
    set message = ${message}, "editedAt" = ${editedAt}, "lastUpdate" = ${editedAt}, version = "group".version
    from "group" where m.id = ${id}`.execute(db)
}

/**
 * Increments the group's version and assigns it to a post or comment whose reactions have changed, and to the post of a
 * comment. Returns the version. The caller holds the group's lock.
 */
export async function markReacted({ db }: MemberTx, groupId: Id, { id, parentId }: StoredLocation): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    with "group" as (
      update groups set version = version + 1 where id = ${groupId} returning version
    ), changed as (
      update group_messages m set version = "group".version, "hasReactions" = m."hasReactions" or m.id = ${id}
      from "group" where m.id in (${id}, ${parentId})
    )
    select version from "group"`.execute(db)
  const [group] = rows
  if (!group) throw new Error('a locked group does not exist')
  return group.version
}

/**
 * Turns a post or comment into a tombstone under the group's next version, and assigns that version to the post of a
 * comment, too. The caller holds the group's lock.
 */
export function writeTombstone({ db, now }: Pick<Tx, 'db' | 'now'>, groupId: Id, { id, parentId }: StoredLocation) {
  const deletedAt = now()
  return sql`
    with "group" as (
      update groups set version = version + 1, posts = posts - ${parentId ? 0 : 1}::integer where id = ${groupId}
      returning version
    ), parent as (
      update group_messages m
      set version = "group".version, "lastUpdate" = ${deletedAt}, "commentCount" = "commentCount" - 1
      from "group" where m.id = ${parentId}
    )
    update group_messages m
    set message = null, "mediaId" = null, "deletedAt" = ${deletedAt}, "lastUpdate" = ${deletedAt}, version = "group".version
    from "group" where m.id = ${id}`.execute(db)
}

/**
 * Marks a post or comment that the team has removed as deleted by its author, so that it stays deleted if the decision is
 * overturned. Assigns the group's next version to it, and to the post of a comment, too. The caller holds the group's lock.
 */
export const keepTombstone = ({ db, now }: Pick<Tx, 'db' | 'now'>, groupId: Id, { id, parentId }: StoredLocation) =>
  sql`
    with "group" as (
      update groups set version = version + 1 where id = ${groupId} returning version
    ), parent as (
      update group_messages m set version = "group".version from "group" where m.id = ${parentId}
    )
    update group_messages m set "removedBy" = null, "deletedAt" = ${now()}, version = "group".version
    from "group" where m.id = ${id}`.execute(db)

/**
 * Counts a message as read (1), or no longer (-1), for the members who have read it or for whom it is absent. Writes all
 * membership rows, because a concurrent request may advance a read position, and the change must apply to the updated
 * row. The caller holds the group's lock.
 */
const shiftReadCounts = (db: DatabaseTransaction, groupId: Id, messageId: Id, change: 1 | -1) => {
  const authorId = sql`(select "authorId" from group_messages where id = ${messageId})`
  return sql`
    update group_members gm
    set "readPosts" = greatest("readPosts" + ${sql.lit(change)} * (
      coalesce("lastReadId" >= ${messageId}, false) or ${isAbsentForMember(authorId, sql`${messageId}::bigint`)})::integer, 0)
    where "groupId" = ${groupId}`.execute(db)
}

export const decrementReadCounts = (db: DatabaseTransaction, groupId: Id, messageId: Id) =>
  shiftReadCounts(db, groupId, messageId, -1)

export const incrementReadCounts = (db: DatabaseTransaction, groupId: Id, messageId: Id) =>
  shiftReadCounts(db, groupId, messageId, 1)

/** Recomputes the group's preview. The caller holds the group's lock. */
export const recomputePreview = (db: DatabaseTransaction, groupId: Id) => recomputePreviews(db, [groupId])

/** Locks a membership row, so that a change to its read count waits until this transaction has ended. */
export async function lockMembership(db: DatabaseTransaction, groupId: Id, memberId: Id): Promise<void> {
  await sql`
    select from group_members where "groupId" = ${groupId} and "memberId" = ${memberId} for no key update`.execute(db)
}

/**
 * Moves a member's read position forward; returns false if it was already at or past that message. Sets the read count
 * to the number of posts minus the posts after the position that the member can see. The caller holds the lock on the
 * membership row.
 */
export async function advanceReadPosition(
  db: DatabaseTransaction,
  groupId: Id,
  memberId: Id,
  lastReadId: Id,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update group_members gm
    set "lastReadId" = ${lastReadId}, "readPosts" = greatest(g.posts - ${countUnreadPosts(sql`${lastReadId}`)}, 0)
    from groups g
    where g.id = ${groupId} and gm."groupId" = g.id and gm."memberId" = ${memberId}
      and coalesce(gm."lastReadId" < ${lastReadId}, true)`.execute(db)
  return Boolean(numAffectedRows)
}
