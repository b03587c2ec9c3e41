import type { Id } from '@app/contract/base'
import type { ChatMessage, EditMessage } from '@app/contract/chats'
import { EDIT_PERIOD_MS } from '@app/contract/limits'
import type { Unsigned } from '@app/contract/media'
import type { SetReaction } from '@app/contract/reactions'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { lockChat } from '@app/server/policies/chats'
import { findWritingAdmin } from '@app/server/policies/team'
import type { MemberCtx } from '../context.ts'
import { storeReaction } from '../reactions/store-reaction.ts'
import {
  findMessage,
  incrementChatVersion,
  type MessageRow,
  markReacted,
  recomputeLastMessage,
  toMessage,
  updateText,
} from './messages.ts'
import { listViews } from './summaries.ts'

type MessagePath = { id: Id; msgId: Id }

/** Locks a chat that the caller may write in, and returns one of its messages. */
async function lockMessage(tx: MemberTx, { id: chatId, msgId }: MessagePath): Promise<MessageRow> {
  await lockChat(tx.db, chatId, tx.member, 'write')
  const message = await findMessage(tx.db, chatId, msgId)
  if (!message) throw new AppError('NOT_FOUND')
  return message
}

/** Notifies both participants of a message if it has changed, and returns it as the caller sees it. */
async function notifyAndRead(
  tx: MemberTx,
  { id: chatId, msgId }: MessagePath,
  { hasChanged }: { hasChanged: boolean },
): Promise<Unsigned<typeof ChatMessage>> {
  const row = await findMessage(tx.db, chatId, msgId)
  const views = await listViews(tx.db, chatId, tx.now())
  const messages = views.flatMap(({ memberId, chat }) =>
    row ? [{ memberId, chat, message: toMessage(row, memberId, chat) }] : [],
  )
  if (hasChanged)
    for (const { memberId, chat, message } of messages)
      tx.notify([memberId], { type: 'chat:message-changed', chat, message })
  const own = messages.find(({ memberId }) => memberId === tx.member.id)
  if (!own) throw new Error('a message that the caller has locked is missing')
  return own.message
}

const isEditable = ({ sentAt }: MessageRow, now: Date): boolean => now.getTime() - Date.parse(sentAt) < EDIT_PERIOD_MS

/**
 * Replaces the text of one of the caller's messages, but not its photo; does nothing if the text is unchanged. Throws
 * CONFLICT if the message is deleted or too old. The admin who edits a message of the team becomes its writer.
 */
export async function editMessage(
  ctx: MemberCtx,
  path: MessagePath,
  { message: text }: EditMessage,
): Promise<Unsigned<typeof ChatMessage>> {
  await ctx.limits.take('messages', ctx.member.accountId)
  return transact(ctx, async (tx) => {
    const message = await lockMessage(tx, path)
    if (message.senderId !== tx.member.id) throw new AppError('FORBIDDEN')
    if (message.deletedAt) throw new AppError('CONFLICT')
    const hasChanged = message.message !== text
    if (hasChanged) {
      if (!isEditable(message, tx.now())) throw new AppError('CONFLICT')
      const version = await incrementChatVersion(tx.db, path.id)
      const editedAt = tx.now().toISOString()
      await updateText(tx.db, message.id, {
        message: text,
        editedAt,
        version,
        writtenById: findWritingAdmin(tx.member),
      })
      await recomputeLastMessage(tx.db, path.id)
    }
    return notifyAndRead(tx, path, { hasChanged })
  })
}

/** Sets or removes the caller's reaction to a message. Throws CONFLICT if the message is deleted. */
export async function reactToMessage(
  ctx: MemberCtx,
  path: MessagePath,
  { reaction }: SetReaction,
): Promise<Unsigned<typeof ChatMessage>> {
  await ctx.limits.take('reactions', ctx.member.accountId)
  return transact(ctx, async (tx) => {
    const message = await lockMessage(tx, path)
    if (message.deletedAt) throw new AppError('CONFLICT')
    const previous = await storeReaction(tx.db, 'chat', { messageId: message.id, memberId: tx.member.id, reaction })
    const hasChanged = previous !== undefined
    if (hasChanged) {
      await markReacted(tx.db, message.id, await incrementChatVersion(tx.db, path.id))
      await recomputeLastMessage(tx.db, path.id)
    }
    return notifyAndRead(tx, path, { hasChanged })
  })
}
