import type { Tx } from '@app/server/delivery/transact'
import { sql } from 'kysely'
import {
  findMessage,
  incrementChatVersion,
  type MessageRow,
  recomputeLastMessage,
  recountUnread,
  toMessage,
  writeTombstone,
} from '../../chats/messages.ts'
import { listViews } from '../../chats/summaries.ts'
import { type HiddenPicture, hidePicture, showPicture } from './pictures.ts'
import type { Remover } from './removal.ts'

type Content = { message: string | null; picture: HiddenPicture | null }

type ChatFacts = { recipientId: string; isIgnored: boolean }

/** Returns the recipient of the sender's messages, and whether one of the two ignores the other. */
async function readChat({ db }: Tx, chatId: string, senderId: string): Promise<ChatFacts | undefined> {
  const { rows } = await sql<ChatFacts>`
    select case "creatorId" when ${senderId}::bigint then "invitedId" else "creatorId" end::text as "recipientId",
      "creatorIgnores" or "invitedIgnores" as "isIgnored"
    from chats where id = ${chatId}`.execute(db)
  return rows[0]
}

/** Recomputes the chat's preview and ball, and notifies like a deletion by the sender. */
async function applyChange(tx: Tx, chatId: string, message: MessageRow, { isIgnored }: ChatFacts): Promise<void> {
  await recomputeLastMessage(tx.db, chatId)
  for (const { memberId, chat } of await listViews(tx.db, chatId, tx.now())) {
    if (isIgnored && memberId !== message.senderId) continue
    tx.notify([memberId], { type: 'chat:message-deleted', chat, message: toMessage(message, memberId, chat) })
  }
}

/**
 * A message of a chat. For its recipient it becomes the same tombstone as after a deletion by the sender. The caller
 * holds the chat's lock.
 */
export const chatMessageRemover: Remover = {
  async remove(tx, { contentId, parentId }, hiding) {
    const chatId = parentId ?? ''
    const message = await findMessage(tx.db, chatId, contentId)
    const chat = message && (await readChat(tx, chatId, message.senderId))
    if (!message || !chat || message.deletedAt) return null
    const picture = message.photo && (await hidePicture(tx, message.photo.id, hiding))
    const version = await incrementChatVersion(tx.db, chatId)
    const tombstone = await writeTombstone(tx.db, message, version, tx.now())
    await sql`update chat_messages set "removedBy" = ${hiding.decisionId} where id = ${contentId}`.execute(tx.db)
    if (!chat.isIgnored) await recountUnread(tx.db, chatId, chat.recipientId)
    await applyChange(tx, chatId, { ...tombstone, removedBy: hiding.decisionId }, chat)
    return JSON.stringify({ message: message.message, picture } satisfies Content)
  },
  async restore(tx, { content, contentId, parentId, decisionId }) {
    const chatId = parentId ?? ''
    const { message: text, picture } = content as unknown as Content
    const tombstone = await findMessage(tx.db, chatId, contentId)
    const chat = tombstone && (await readChat(tx, chatId, tombstone.senderId))
    if (!tombstone || !chat || tombstone.removedBy !== decisionId) return false
    const isPictureShown = picture !== null && (await showPicture(tx, picture, decisionId))
    if (text === null && !isPictureShown) return false
    const version = await incrementChatVersion(tx.db, chatId)
    await sql`
      update chat_messages set message = ${text}, "mediaId" = ${isPictureShown ? picture.mediaId : null},
        "deletedAt" = null, "removedBy" = null, version = ${version}
      where id = ${contentId}`.execute(tx.db)
    await forgetEarlierWords(tx, 'CHAT', contentId, tombstone.deletedAt)
    await recountUnread(tx.db, chatId, chat.recipientId)
    const restored = await findMessage(tx.db, chatId, contentId)
    if (restored) await applyChange(tx, chatId, restored, chat)
    return true
  },
}

/** Deletes the copy of a tombstone's text that is kept for reports, because the message shows the text again. */
export const forgetEarlierWords = ({ db }: Tx, place: 'CHAT' | 'GROUP', messageId: string, deletedAt: string | null) =>
  sql`
    delete from earlier_words where place = ${place} and "messageId" = ${messageId}
      and until = ${deletedAt}::timestamptz + interval '14 days'`.execute(db)
