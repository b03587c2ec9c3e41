import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { type ChatRow, lockChat } from '@app/server/policies/chats'
import { TEAM_ID } from '@app/server/policies/team'
import { sql } from 'kysely'
import type { MemberCtx } from '../context.ts'
import { deleteGrantsBetween, removeConversationMedia } from '../photos/queries.ts'
import { deleteReactions } from '../reactions/store-reaction.ts'
import {
  advanceReadPosition,
  findMessage,
  incrementChatVersion,
  recomputeLastMessage,
  recountUnread,
  toMessage,
  writeTombstone,
} from './messages.ts'
import { removeFromLists } from './queries.ts'
import { listViews } from './summaries.ts'

/** Returns whether one of the participants ignores the other; a block does not set these flags. */
const eitherIgnores = ({ creatorIgnores, invitedIgnores }: ChatRow): boolean => creatorIgnores || invitedIgnores

/** Returns whether the other participant may see the caller's read position. */
async function areReceiptsShown(tx: MemberTx, chat: ChatRow): Promise<boolean> {
  if (eitherIgnores(chat) || chat.otherFolder === 'GONE') return false
  const hidingMembers = await tx.db
    .selectFrom('members')
    .select('id')
    .where('id', 'in', [chat.creatorId, chat.invitedId])
    .where('receiptsOff', '=', true)
    .execute()
  return hidingMembers.length === 0
}

/**
 * Moves the caller's read position forward, never back. If the other participant may not see the position, the chat's
 * version stays unchanged, so that the version does not reveal it either.
 */
export const markRead = (ctx: MemberCtx, chatId: string, lastId: string): Promise<void> =>
  transact(ctx, async (tx) => {
    const chat = await lockChat(tx.db, chatId, tx.member, 'read')
    if (chat.folder !== 'CHATS') throw new AppError('FORBIDDEN')
    if (!(await findMessage(tx.db, chatId, lastId))) throw new AppError('NOT_FOUND')
    if (!(await advanceReadPosition(tx.db, chatId, tx.member.id, lastId, tx.now()))) return
    await recountUnread(tx.db, chatId, tx.member.id)
    const isReceiptShown = await areReceiptsShown(tx, chat)
    if (isReceiptShown) await incrementChatVersion(tx.db, chatId)
    for (const { memberId, chat } of await listViews(tx.db, chatId, tx.now())) {
      if (isReceiptShown || memberId === tx.member.id) tx.notify([memberId], { type: 'chat:read', chat })
    }
  })

/**
 * Deletes one of the caller's messages for both participants and leaves a tombstone; idempotent. If one ignores the
 * other, the other participant is not notified, so their unread count is too high until they read the chat. A message
 * that the team has removed stays deleted even if the decision is overturned.
 */
export const deleteMessage = (ctx: MemberCtx, chatId: string, messageId: string): Promise<void> =>
  transact(ctx, async (tx) => {
    const chat = await lockChat(tx.db, chatId, tx.member, 'read')
    const message = await findMessage(tx.db, chatId, messageId)
    if (!message) throw new AppError('NOT_FOUND')
    if (message.senderId !== tx.member.id || chat.state === 'INVITED') throw new AppError('FORBIDDEN')
    if (message.deletedAt && !message.removedBy) return
    const tombstone = await writeTombstone(tx.db, message, await incrementChatVersion(tx.db, chatId), tx.now())
    if (message.photo) await removeConversationMedia(tx, message.photo.id)
    await deleteReactions(tx.db, 'chat', messageId)
    await recomputeLastMessage(tx.db, chatId)
    const isIgnored = eitherIgnores(chat)
    if (!isIgnored) await recountUnread(tx.db, chatId, chat.otherId)
    for (const { memberId, chat } of await listViews(tx.db, chatId, tx.now())) {
      if (isIgnored && memberId !== tx.member.id) continue
      tx.notify([memberId], { type: 'chat:message-deleted', chat, message: toMessage(tombstone, memberId, chat) })
    }
  })

/**
 * Leaves a chat: removes it from the caller's list, ends it for the other participant, who keeps the messages, and
 * revokes the grants between the two. If the other participant has already left it, or if it is an invite by the
 * caller, no member can read it anymore; the worker purges it when it can no longer be reported. The team cannot leave a
 * chat, because it has only one with each member.
 */
export const leaveChat = (ctx: MemberCtx, chatId: string): Promise<void> =>
  transact(ctx, async (tx) => {
    const chat = await lockChat(tx.db, chatId, tx.member, 'read')
    const canLeave = tx.member.id !== TEAM_ID && (chat.state !== 'INVITED' || chat.folder === 'SENT')
    if (!canLeave) throw new AppError('FORBIDDEN')
    tx.notify([tx.member.id], { type: 'chat:changed', chatId, chat: null })
    if (chat.folder === 'KEPT') return deleteKeptChat(tx, chat)
    if (chat.state === 'INVITED' || chat.otherFolder === 'GONE') return removeForBoth(tx, chat)
    await removeFromLists(tx.db, chatId, [tx.member.id], tx.now())
    await incrementChatVersion(tx.db, chatId)
    await tx.db.updateTable('chats').set({ state: 'ENDED' }).where('id', '=', chatId).execute()
    await deleteGrantsBetween(tx.db, chat.creatorId, chat.invitedId)
    if (eitherIgnores(chat)) return
    for (const view of await listViews(tx.db, chatId, tx.now())) {
      tx.notify([view.memberId], { type: 'chat:changed', chatId, chat: view.chat })
    }
  })

/**
 * Removes a chat that the caller has kept after a block. If the block ends, the other participant sees a chat that the
 * caller has left; an invite that was not accepted returns to neither. Until then nothing changes for that participant.
 */
async function deleteKeptChat({ db, member, now }: MemberTx, chat: ChatRow): Promise<void> {
  await removeFromLists(db, chat.id, [member.id], now())
  await sql`
    update chat_members set "heldFolder" = null where "chatId" = ${chat.id} and "memberId" = ${member.id}`.execute(db)
  await db.updateTable('chats').set({ heldState: null }).where('id', '=', chat.id).execute()
  await deleteGrantsBetween(db, chat.creatorId, chat.invitedId)
}

/** Removes a chat from the lists of both participants. */
async function removeForBoth(tx: MemberTx, chat: ChatRow): Promise<void> {
  await removeFromLists(tx.db, chat.id, [chat.creatorId, chat.invitedId], tx.now())
  await tx.db.updateTable('chats').set({ state: 'ENDED' }).where('id', '=', chat.id).execute()
  if (chat.otherFolder === 'GONE' || eitherIgnores(chat)) return
  tx.notify([chat.otherId], { type: 'chat:changed', chatId: chat.id, chat: null })
}
