import { EARLIER_WORDS_PERIOD_MS } from '@app/contract/limits'
import type { DatabaseTransaction } from '@app/server/db/database'
import { CHAT_TALK, GROUP_TALK } from './data/talk.ts'
import type { GetId } from './insert-members.ts'

const MINUTE_MS = 60_000

/** Finds a message by its text. Throws unless exactly one has it. */
async function findMessage(tx: DatabaseTransaction, table: 'chat_messages' | 'group_messages', text: string) {
  const rows = await tx.selectFrom(table).select(['id', 'sentAt']).where('message', '=', text).execute()
  const [message] = rows
  if (!message || rows.length > 1) throw new Error(`${rows.length} messages of the demo have the text: ${text}`)
  return message
}

async function insertReplies(tx: DatabaseTransaction, kind: 'chat' | 'group'): Promise<void> {
  const table = `${kind}_messages` as const
  for (const { text, quotes } of (kind === 'chat' ? CHAT_TALK : GROUP_TALK).replies) {
    const replyToId = (await findMessage(tx, table, quotes)).id
    const { id } = await findMessage(tx, table, text)
    await tx.updateTable(table).set({ replyToId }).where('id', '=', id).execute()
  }
}

async function insertReactions(tx: DatabaseTransaction, kind: 'chat' | 'group', idOf: GetId): Promise<void> {
  const table = `${kind}_messages` as const
  for (const { text, by, reaction } of (kind === 'chat' ? CHAT_TALK : GROUP_TALK).reactions) {
    const { id } = await findMessage(tx, table, text)
    await tx.updateTable(table).set({ hasReactions: true }).where('id', '=', id).execute()
    await tx
      .insertInto(`${kind}_reactions`)
      .values({ messageId: id, memberId: idOf(by), reaction })
      .execute()
  }
}

/** Marks the chats whose last message has a reaction by its recipient, which returns the ball. */
async function markLastMessagesReacted(tx: DatabaseTransaction): Promise<void> {
  const reactions = await tx
    .selectFrom('chat_reactions as r')
    .innerJoin('chat_messages as m', 'm.id', 'r.messageId')
    .select(['m.id', 'm.chatId'])
    .whereRef('r.memberId', '<>', 'm.senderId')
    .execute()
  for (const { id, chatId } of reactions) {
    const last = await tx
      .selectFrom('chat_messages')
      .select('id')
      .where('chatId', '=', chatId)
      .where('deletedAt', 'is', null)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    if (last?.id === id)
      await tx.updateTable('chats').set({ lastMessageReacted: true }).where('id', '=', chatId).execute()
  }
}

/** Marks messages as edited a minute after they were sent, and keeps their earlier words, as an edit does. */
async function insertEdits(tx: DatabaseTransaction): Promise<void> {
  for (const { text, before } of CHAT_TALK.edits) {
    const { id, sentAt } = await findMessage(tx, 'chat_messages', text)
    const editedMs = Date.parse(sentAt) + MINUTE_MS
    await tx
      .updateTable('chat_messages')
      .set({ editedAt: new Date(editedMs).toISOString() })
      .where('id', '=', id)
      .execute()
    const until = new Date(editedMs + EARLIER_WORDS_PERIOD_MS).toISOString()
    await tx.insertInto('earlier_words').values({ place: 'CHAT', messageId: id, message: before, until }).execute()
  }
}

/** Adds replies, reactions and edits to the messages of chats and groups. */
export async function insertTalk(tx: DatabaseTransaction, idOf: GetId): Promise<void> {
  for (const kind of ['chat', 'group'] as const) {
    await insertReplies(tx, kind)
    await insertReactions(tx, kind, idOf)
  }
  await markLastMessagesReacted(tx)
  await insertEdits(tx)
}
