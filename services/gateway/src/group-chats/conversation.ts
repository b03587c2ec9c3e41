import type { Id } from '@app/contract/base'
import type { EditGroupMessage, GroupMessage } from '@app/contract/groups'
import type { MemberCtx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import { tellMessage } from '@app/server/group-messages'
import { type GroupRow, lockGroup, requireGroup } from '@app/server/policies/groups'
import { type MemberTx, transact } from '@app/server/transact'
import { findGroup } from '../groups/summaries.ts'
import { removePhotos } from '../photos/queries.ts'
import {
  emptyWritten,
  findWritten,
  lockPlace,
  moveRead,
  restorePreview,
  unreadForReaders,
  updateText,
  type Written,
} from './changes.ts'
import { requireMessage } from './read.ts'

type InGroup = { id: Id; msgId: Id }

/** Other words for a message of mine; the same ones change nothing. */
export const editMessage = (
  ctx: MemberCtx,
  { id: groupId, msgId }: InGroup,
  { message: text }: EditGroupMessage,
): Promise<GroupMessage> =>
  transact(ctx, async (tx) => {
    await lockGroup(tx.db, groupId, tx.member, 'write')
    const message = await findWritten(tx.db, groupId, msgId)
    if (!message) throw new AppError('NOT_FOUND')
    if (message.authorId !== tx.member.id) throw new AppError('FORBIDDEN')
    if (message.deletedAt) throw new AppError('CONFLICT')
    if (message.message !== text) {
      await updateText(tx, groupId, msgId, text)
      await restorePreview(tx.db, groupId)
      await tellMessage(tx, msgId)
    }
    return requireMessage(tx.db, groupId, tx.member, msgId, 'list')
  })

/** The author's own, and everything for the group's admins and the team. */
const mayDelete = ({ member }: MemberTx, { role }: GroupRow, { authorId }: Written): boolean =>
  authorId === member.id || role === 'ADMIN' || member.level === 'ADMIN'

/** Takes a message or a comment away for everybody; a placeholder stays. Once more changes nothing. */
const deleteWritten = (ctx: MemberCtx, groupId: Id, messageId: Id, parentId: Id | null): Promise<void> =>
  transact(ctx, async (tx) => {
    const group = await lockGroup(tx.db, groupId, tx.member, 'moderate')
    const written = await findWritten(tx.db, groupId, messageId, parentId)
    if (!written) throw new AppError('NOT_FOUND')
    if (!mayDelete(tx, group, written)) throw new AppError('FORBIDDEN')
    if (written.deletedAt) return
    await emptyWritten(tx, groupId, written)
    if (!parentId) await unreadForReaders(tx.db, groupId, messageId)
    await restorePreview(tx.db, groupId)
    if (written.mediaId) await removePhotos(tx, [written.mediaId])
    await tellMessage(tx, messageId)
  })

export const deleteMessage = (ctx: MemberCtx, { id, msgId }: InGroup): Promise<void> =>
  deleteWritten(ctx, id, msgId, null)

export const deleteComment = (ctx: MemberCtx, { id, msgId, cid }: InGroup & { cid: Id }): Promise<void> =>
  deleteWritten(ctx, id, cid, msgId)

/**
 * Moves my reading position forward, never back. The group is not locked for it: all who are in it read what comes in at the
 * same moment.
 */
export const markRead = (ctx: MemberCtx, groupId: Id, lastId: Id): Promise<void> =>
  transact(ctx, async (tx) => {
    await lockPlace(tx.db, groupId, tx.member.id)
    await requireGroup(tx.db, groupId, tx.member, 'read')
    if (!(await findWritten(tx.db, groupId, lastId))) throw new AppError('NOT_FOUND')
    if (!(await moveRead(tx.db, groupId, tx.member.id, lastId))) return
    const group = await findGroup(tx.db, groupId, tx.member.id)
    if (group) tx.notify([tx.member.id], { type: 'group:changed', groupId, group })
  })
