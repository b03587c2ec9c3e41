import type { Id } from '@app/contract/base'
import { GROUP_PREVIEW_LENGTH } from '@app/contract/limits'
import type { MediaId } from '@app/contract/media'
import type { DatabaseTransaction } from '@app/server/db/database'
import type { MemberTx, Tx } from '@app/server/delivery/transact'
import { isVisibleMember } from '@app/server/policies/team'
import { sql } from 'kysely'

/** The fields of a message or comment that edits and deletions need. */
export type StoredMessage = {
  id: Id
  parentId: Id | null
  authorId: Id | null
  message: string | null
  mediaId: MediaId | null
  deletedAt: string | null
}

/** Finds a post of this group, or a comment on the post `parentId`. */
export const findStoredMessage = (
  db: DatabaseTransaction,
  groupId: Id,
  messageId: Id,
  parentId: Id | null = null,
): Promise<StoredMessage | undefined> =>
  db
    .selectFrom('group_messages')
    .select(['id', 'parentId', 'authorId', 'message', 'mediaId', 'deletedAt'])
    .where('id', '=', messageId)
    .where('groupId', '=', groupId)
    .where('parentId', 'is not distinct from', parentId)
    .executeTakeFirst()

export type NewComment = {
  groupId: Id
  parentId: Id
  clientId: string
  message: string | null
  mediaId: MediaId | null
}

/**
 * Stores a comment under the group's next version, and assigns that version to its post, too. The caller holds the
 * group's lock.
 */
export async function insertComment({ db, member, now }: MemberTx, comment: NewComment): Promise<Id> {
  const { groupId, parentId, clientId, message, mediaId } = comment
  const { rows } = await sql<{ id: Id }>`
    with "group" as (
      update groups set version = version + 1, "lastUpdate" = ${now()}, "lastSenderId" = ${member.id},
        "lastMessage" = left(${message}, ${GROUP_PREVIEW_LENGTH})
      where id = ${groupId} returning version
    ), parent as (
      update group_messages m
      set version = "group".version, "lastUpdate" = ${now()}, "commentCount" = "commentCount" + 1
      from "group" where m.id = ${parentId}
    )
    insert into group_messages
      ("groupId", "parentId", "authorId", "clientId", message, "mediaId", "sentAt", "lastUpdate", version)
    select ${groupId}, ${parentId}, ${member.id}, ${clientId}::uuid, ${message}, ${mediaId}, ${now()}, ${now()}, version
    from "group" returning id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a locked group does not exist')
  return row.id
}

/** Replaces a post's text under the group's next version. The caller holds the group's lock. */
export const updateText = ({ db, now }: MemberTx, groupId: Id, messageId: Id, message: string) =>
  sql`
    with "group" as (update groups set version = version + 1 where id = ${groupId} returning version)
    update group_messages m
    set message = ${message}, "editedAt" = ${now()}, "lastUpdate" = ${now()}, version = "group".version
    from "group" where m.id = ${messageId}`.execute(db)

/**
 * Turns a post or comment into a tombstone under the group's next version, and assigns that version to the post of a
 * comment, too. The caller holds the group's lock.
 */
export const writeTombstone = (
  { db, now }: Pick<Tx, 'db' | 'now'>,
  groupId: Id,
  { id, parentId }: Pick<StoredMessage, 'id' | 'parentId'>,
) =>
  sql`
    with "group" as (
      update groups set version = version + 1, posts = posts - ${parentId ? 0 : 1}::integer where id = ${groupId}
      returning version
    ), parent as (
      update group_messages m
      set version = "group".version, "lastUpdate" = ${now()}, "commentCount" = "commentCount" - 1
      from "group" where m.id = ${parentId}
    )
    update group_messages m
    set message = null, "mediaId" = null, "deletedAt" = ${now()}, "lastUpdate" = ${now()}, version = "group".version
    from "group" where m.id = ${id}`.execute(db)

/**
 * Decrements the read counts of members who have read a message. Writes all membership rows, not only those of its
 * readers, because a concurrent request may advance a read position, and the decrement must apply to the updated row.
 * The caller holds the group's lock.
 */
export const decrementReadCounts = (db: DatabaseTransaction, groupId: Id, messageId: Id) =>
  sql`
    update group_members
    set "readPosts" = greatest("readPosts" - coalesce("lastReadId" >= ${messageId}, false)::integer, 0)
    where "groupId" = ${groupId}`.execute(db)

/**
 * Recomputes the preview from the last message or comment that is not deleted and whose author is visible. The caller
 * holds the group's lock.
 */
export const restorePreview = (db: DatabaseTransaction, groupId: Id) =>
  sql`
    with newest as (
      (select id, message, "authorId" from group_messages m
        where "groupId" = ${groupId} and "parentId" is null and "deletedAt" is null and ${isAuthorVisible}
        order by id desc limit 1)
      union all
      (select id, message, "authorId" from group_messages m
        where "groupId" = ${groupId} and "parentId" is not null and "deletedAt" is null and ${isAuthorVisible}
        order by id desc limit 1)
    )
    update groups set ("lastMessage", "lastSenderId") = (
      select left(message, ${GROUP_PREVIEW_LENGTH}), "authorId" from newest order by id desc limit 1)
    where id = ${groupId}`.execute(db)

const isAuthorVisible = sql`exists (
  select from members author where author.id = m."authorId" and ${sql.raw(isVisibleMember('author'))})`

/** Locks a membership row, so that `decrementReadCounts` waits until this transaction has ended. */
export async function lockMembership(db: DatabaseTransaction, groupId: Id, memberId: Id): Promise<void> {
  await sql`
    select from group_members where "groupId" = ${groupId} and "memberId" = ${memberId} for no key update`.execute(db)
}

/**
 * Moves a member's read position forward; returns false if it was already at or past that message. Sets the read count
 * to the number of posts less those after the position. The caller holds the lock on the membership row.
 */
export async function advanceReadPosition(
  db: DatabaseTransaction,
  groupId: Id,
  memberId: Id,
  lastReadId: Id,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update group_members gm
    set "lastReadId" = ${lastReadId}, "readPosts" = greatest(g.posts - (
      select count(*) from group_messages
      where "groupId" = g.id and "parentId" is null and id > ${lastReadId} and "deletedAt" is null), 0)
    from groups g
    where g.id = ${groupId} and gm."groupId" = g.id and gm."memberId" = ${memberId}
      and coalesce(gm."lastReadId" < ${lastReadId}, true)`.execute(db)
  return Boolean(numAffectedRows)
}
