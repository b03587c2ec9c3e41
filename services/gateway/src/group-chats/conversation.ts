import type { Id } from '@app/contract/base'
import type { EditGroupMessage, GroupMessage } from '@app/contract/groups'
import type { Unsigned } from '@app/contract/media'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { notifyGroupMessage } from '@app/server/groups/messages'
import { type GroupRow, lockGroup, requireGroup } from '@app/server/policies/groups'
import { requireFree } from '@app/server/policies/measures'
import type { MemberCtx } from '../context.ts'
import { findGroup } from '../groups/summaries.ts'
import { removeConversationMedia } from '../photos/queries.ts'
import {
  advanceReadPosition,
  decrementReadCounts,
  findStoredMessage,
  lockMembership,
  restorePreview,
  type StoredMessage,
  updateText,
  writeTombstone,
} from './changes.ts'
import { requirePost } from './read.ts'

type MessagePath = { id: Id; msgId: Id }

/** Edits one of the caller's own posts; does nothing if the text is unchanged. */
export async function editMessage(
  ctx: MemberCtx,
  { id: groupId, msgId }: MessagePath,
  { message: text }: EditGroupMessage,
): Promise<Unsigned<typeof GroupMessage>> {
  await ctx.limits.take('messages', ctx.member.accountId)
  return transact(ctx, async (tx) => {
    await lockGroup(tx.db, groupId, tx.member, 'write')
    const message = await findStoredMessage(tx.db, tx.member.id, { groupId, messageId: msgId })
    if (!message) throw new AppError('NOT_FOUND')
    if (message.authorId !== tx.member.id) throw new AppError('FORBIDDEN')
    if (message.deletedAt) throw new AppError('CONFLICT')
    if (message.message !== text) {
      await requireFree(tx.db, tx.member.id, 'POST', tx.now())
      await updateText(tx, groupId, msgId, text)
      await restorePreview(tx.db, groupId)
      await notifyGroupMessage(tx, msgId)
    }
    return requirePost(tx.db, groupId, tx.member, msgId, 'list')
  })
}

/** Returns whether the caller may delete a message: authors may delete their own, group admins any. */
const canDelete = ({ member }: MemberTx, { role }: GroupRow, { authorId }: StoredMessage): boolean =>
  authorId === member.id || role === 'ADMIN'

/** Deletes a post or a comment for all members and leaves a tombstone; idempotent. */
const deleteStoredMessage = (ctx: MemberCtx, groupId: Id, messageId: Id, parentId: Id | null): Promise<void> =>
  transact(ctx, async (tx) => {
    const group = await lockGroup(tx.db, groupId, tx.member, 'write')
    const message = await findStoredMessage(tx.db, tx.member.id, { groupId, messageId, parentId })
    if (!message) throw new AppError('NOT_FOUND')
    if (!canDelete(tx, group, message)) throw new AppError('FORBIDDEN')
    if (message.deletedAt) return
    await writeTombstone(tx, groupId, message)
    if (!parentId) await decrementReadCounts(tx.db, groupId, messageId)
    await restorePreview(tx.db, groupId)
    if (message.mediaId) await removeConversationMedia(tx, message.mediaId)
    await notifyGroupMessage(tx, messageId)
  })

export const deleteMessage = (ctx: MemberCtx, { id, msgId }: MessagePath): Promise<void> =>
  deleteStoredMessage(ctx, id, msgId, null)

export const deleteComment = (ctx: MemberCtx, { id, msgId, cid }: MessagePath & { cid: Id }): Promise<void> =>
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
