import type { ChatMessage, ChatSummary } from '@app/contract/chats'
import type { Ctx } from '@app/server/context'
import { type Database, type DatabaseTransaction, runNamed } from '@app/server/db/database'
import { sql } from 'kysely'

export type MessageRow = {
  id: string
  senderId: string
  clientId: string
  message: string | null
  sentAt: string
  deletedAt: string | null
}

/** A stored message as one of the two sees it; the summary knows the names. */
export function asMessage(row: MessageRow, viewerId: string, chat: ChatSummary): ChatMessage {
  const mine = row.senderId === viewerId
  const myName = chat.createdByMe ? chat.creatorName : chat.invited.name
  return {
    id: row.id,
    senderName: mine ? myName : chat.partner.userName,
    mine,
    clientId: row.clientId,
    sendTime: row.sentAt,
    message: row.message,
    photoUrl: null,
    photo: null,
    verified: false,
    deleted: row.deletedAt !== null,
  }
}

const columns = ['id', 'senderId', 'clientId', 'message', 'sentAt', 'deletedAt'] as const

/** The newest page, or the one before an id; oldest first. */
export async function listNewest(
  { pool, db }: Pick<Ctx, 'pool' | 'db'>,
  chatId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<MessageRow[]> {
  const newest = db
    .selectFrom('chat_messages')
    .select(columns)
    .where('chatId', '=', chatId)
    .orderBy('id', 'desc')
    .limit(limit)
  const query = before ? newest.where('id', '<', before) : newest
  const rows = await runNamed(pool, before ? 'messages-before' : 'messages-newest', query.compile())
  return rows.reverse()
}

/** What follows an id. */
export const listAfter = (db: Database, chatId: string, after: string, limit: number): Promise<MessageRow[]> =>
  db
    .selectFrom('chat_messages')
    .select(columns)
    .where('chatId', '=', chatId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** What is new or changed since a version, tombstones included. */
export const listSince = (db: Database, chatId: string, version: number): Promise<MessageRow[]> =>
  db
    .selectFrom('chat_messages')
    .select(columns)
    .where('chatId', '=', chatId)
    .where('version', '>', version)
    .orderBy('id')
    .execute()

export const findMessage = (db: Database, chatId: string, messageId: string): Promise<MessageRow | undefined> =>
  db
    .selectFrom('chat_messages')
    .select(columns)
    .where('chatId', '=', chatId)
    .where('id', '=', messageId)
    .executeTakeFirst()

export const insertMessage = (
  db: DatabaseTransaction,
  message: { chatId: string; senderId: string; clientId: string; message: string; sentAt: string; version: number },
): Promise<{ id: string }> => db.insertInto('chat_messages').values(message).returning('id').executeTakeFirstOrThrow()

/** Takes the words away and leaves the place. */
export const emptyMessage = (
  db: DatabaseTransaction,
  messageId: string,
  version: number,
  now: Date,
): Promise<MessageRow> =>
  db
    .updateTable('chat_messages')
    .set({ message: null, deletedAt: now.toISOString(), version })
    .where('id', '=', messageId)
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Counts anew what a member has not read; the stored number heals here. Caller holds the chat's lock. */
export const recountUnread = (db: DatabaseTransaction, chatId: string, memberId: string) =>
  sql`
    update chat_members cm
    set unread = (
      select count(*) from chat_messages m
      where m."chatId" = cm."chatId" and m.id > coalesce(cm."lastReadId", 0) and m."senderId" <> cm."memberId" and m."deletedAt" is null
    )
    where cm."chatId" = ${chatId} and cm."memberId" = ${memberId}`.execute(db)

/** Preview and ball follow the last message that still has words. Caller holds the chat's lock. */
export const restoreLastMessage = (db: DatabaseTransaction, chatId: string) =>
  sql`
    update chats set ("lastMessage", "lastSenderId") = (
      select left(message, 50), "senderId" from chat_messages
      where "chatId" = chats.id and "deletedAt" is null order by id desc limit 1
    )
    where id = ${chatId}`.execute(db)

/** Moves a member's reading position forward; false when it stood there or further already. Caller holds the chat's lock. */
export async function moveRead(
  db: DatabaseTransaction,
  chatId: string,
  memberId: string,
  lastReadId: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('chat_members')
    .set({ lastReadId, lastReadAt: now.toISOString() })
    .where('chatId', '=', chatId)
    .where('memberId', '=', memberId)
    .where((eb) => eb.or([eb('lastReadId', 'is', null), eb('lastReadId', '<', lastReadId)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The next number of the conversation. Caller holds the chat's lock. */
export async function nextVersion(db: DatabaseTransaction, chatId: string): Promise<number> {
  const { version } = await db
    .updateTable('chats')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', chatId)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}
