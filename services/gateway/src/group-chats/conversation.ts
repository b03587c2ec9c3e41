import type { Id } from '@app/contract/base'
import type { EditGroupMessage, GroupComment, GroupMessage } from '@app/contract/groups'
import { EDIT_PERIOD_MS } from '@app/contract/limits'
import type { Unsigned } from '@app/contract/media'
import type { Reaction, SetReaction } from '@app/contract/reactions'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { notifyGroupMessage } from '@app/server/groups/messages'
import { type GroupRow, lockGroup, requireGroup } from '@app/server/policies/groups'
import { requireNoRestriction } from '@app/server/policies/measures'
import type { MemberCtx } from '../context.ts'
import { findGroup } from '../groups/summaries.ts'
import { removeConversationMedia } from '../photos/queries.ts'
import { deleteReactions, storeReaction } from '../reactions/store-reaction.ts'
import {
  advanceReadPosition,
  decrementReadCounts,
  findStoredMessage,
  keepTombstone,
  lockMembership,
  markReacted,
  recomputePreview,
  type StoredMessage,
  updateText,
  writeTombstone,
} from './changes.ts'
import { requireComment, requirePost } from './read.ts'

type MessagePath = { id: Id; msgId: Id }
type CommentPath = MessagePath & { cid: Id }

/** Posts can always be edited, comments only for a while. */
const isEditable = ({ parentId, sentAt }: StoredMessage, now: Date): boolean =>
  parentId === null || now.getTime() - Date.parse(sentAt) < EDIT_PERIOD_MS

/**
 * Edits one of the caller's own posts or comments; does nothing if the text is unchanged. Throws CONFLICT if the message
 * is deleted, or if the comment is too old.
 */
async function editStoredMessage(
  tx: MemberTx,
  { groupId, messageId, parentId }: { groupId: Id; messageId: Id; parentId: Id | null },
  text: string,
): Promise<void> {
  await lockGroup(tx.db, groupId, tx.member, 'write')
  const message = await findStoredMessage(tx.db, tx.member.id, { groupId, messageId, parentId })
  if (!message) throw new AppError('NOT_FOUND')
  if (message.authorId !== tx.member.id) throw new AppError('FORBIDDEN')
  if (message.deletedAt) throw new AppError('CONFLICT')
  if (message.message === text) return
  if (!isEditable(message, tx.now())) throw new AppError('CONFLICT')
  await requireNoRestriction(tx.db, tx.member.id, 'POST', tx.now())
  await updateText(tx, groupId, message, text)
  await recomputePreview(tx.db, groupId)
  await notifyGroupMessage(tx, messageId)
}

export async function editMessage(
  ctx: MemberCtx,
  { id: groupId, msgId }: MessagePath,
  { message: text }: EditGroupMessage,
): Promise<Unsigned<typeof GroupMessage>> {
  await ctx.limits.take('messages', ctx.member.accountId)
  return transact(ctx, async (tx) => {
    await editStoredMessage(tx, { groupId, messageId: msgId, parentId: null }, text)
    return requirePost(tx.db, groupId, tx.member, msgId, 'list')
  })
}

export async function editComment(
  ctx: MemberCtx,
  { id: groupId, msgId, cid }: CommentPath,
  { message: text }: EditGroupMessage,
): Promise<Unsigned<typeof GroupComment>> {
  await ctx.limits.take('messages', ctx.member.accountId)
  return transact(ctx, async (tx) => {
    await editStoredMessage(tx, { groupId, messageId: cid, parentId: msgId }, text)
    return requireComment(tx.db, { groupId, viewer: tx.member }, cid)
  })
}

/**
 * Sets or removes the caller's reaction to a post or comment. Throws CONFLICT if it is deleted or its author is hidden from
 * the caller.
 */
async function storeReactionTo(
  tx: MemberTx,
  { groupId, messageId, parentId }: { groupId: Id; messageId: Id; parentId: Id | null },
  reaction: Reaction | null,
): Promise<void> {
  await lockGroup(tx.db, groupId, tx.member, 'write')
  const message = await findStoredMessage(tx.db, tx.member.id, { groupId, messageId, parentId })
  if (!message) throw new AppError('NOT_FOUND')
  if (message.deletedAt || !message.hasVisibleAuthor) throw new AppError('CONFLICT')
  const previous = await storeReaction(tx.db, 'group', { messageId, memberId: tx.member.id, reaction })
  if (previous === undefined) return
  const version = await markReacted(tx, groupId, message)
  const fields = { groupId, version, messageId, parentId, mine: false, previous, reaction }
  tx.notifyGroup(groupId, tx.member.id, { type: 'group:reaction', ...fields })
}

export async function reactToMessage(
  ctx: MemberCtx,
  { id: groupId, msgId }: MessagePath,
  { reaction }: SetReaction,
): Promise<Unsigned<typeof GroupMessage>> {
  await ctx.limits.take('reactions', ctx.member.accountId)
  return transact(ctx, async (tx) => {
    await storeReactionTo(tx, { groupId, messageId: msgId, parentId: null }, reaction)
    return requirePost(tx.db, groupId, tx.member, msgId, 'list')
  })
}

export async function reactToComment(
  ctx: MemberCtx,
  { id: groupId, msgId, cid }: CommentPath,
  { reaction }: SetReaction,
): Promise<Unsigned<typeof GroupComment>> {
  await ctx.limits.take('reactions', ctx.member.accountId)
  return transact(ctx, async (tx) => {
    await storeReactionTo(tx, { groupId, messageId: cid, parentId: msgId }, reaction)
    return requireComment(tx.db, { groupId, viewer: tx.member }, cid)
  })
}

/** Returns whether the caller may delete a message: authors may delete their own, group admins any. */
const canDelete = ({ member }: MemberTx, { role }: GroupRow, { authorId }: StoredMessage): boolean =>
  authorId === member.id || role === 'ADMIN'

/** Deletes a post or comment of the caller that the team has removed, so that it stays deleted after a successful appeal. */
async function deleteRemovedMessage(tx: MemberTx, groupId: Id, message: StoredMessage): Promise<void> {
  await keepTombstone(tx, groupId, message)
  await deleteReactions(tx.db, 'group', message.id)
  await notifyGroupMessage(tx, message.id)
}

/** Deletes a post or a comment for all members and leaves a tombstone; idempotent. */
const deleteStoredMessage = (ctx: MemberCtx, groupId: Id, messageId: Id, parentId: Id | null): Promise<void> =>
  transact(ctx, async (tx) => {
    const group = await lockGroup(tx.db, groupId, tx.member, 'write')
    const message = await findStoredMessage(tx.db, tx.member.id, { groupId, messageId, parentId })
    if (!message) throw new AppError('NOT_FOUND')
    if (!canDelete(tx, group, message)) throw new AppError('FORBIDDEN')
    if (message.removedBy && message.authorId === tx.member.id) return deleteRemovedMessage(tx, groupId, message)
    if (message.deletedAt) return
    await writeTombstone(tx, groupId, message)
    if (!parentId) await decrementReadCounts(tx.db, groupId, messageId)
    await recomputePreview(tx.db, groupId)
    if (message.mediaId) await removeConversationMedia(tx, message.mediaId)
    await deleteReactions(tx.db, 'group', messageId)
    await notifyGroupMessage(tx, messageId)
  })

export const deleteMessage = (ctx: MemberCtx, { id, msgId }: MessagePath): Promise<void> =>
  deleteStoredMessage(ctx, id, msgId, null)

export const deleteComment = (ctx: MemberCtx, { id, msgId, cid }: CommentPath): Promise<void> =>
  deleteStoredMessage(ctx, id, cid, msgId)

/**
 * Moves the caller's read position forward, never back. Does not lock the group, because all of its members read new
 * messages at the same time.
 */
export const markRead = (ctx: MemberCtx, groupId: Id, lastId: Id): Promise<void> =>
  transact(ctx, async (tx) => {
    await lockMembership(tx.db, groupId, tx.member.id)
    await requireGroup(tx.db, groupId, tx.member, 'read')
    if (!(await findStoredMessage(tx.db, tx.member.id, { groupId, messageId: lastId }))) throw new AppError('NOT_FOUND')
    if (!(await advanceReadPosition(tx.db, groupId, tx.member.id, lastId))) return
    const group = await findGroup(tx.db, groupId, tx.member.id)
    if (group) tx.notify([tx.member.id], { type: 'group:changed', groupId, group })
  })
