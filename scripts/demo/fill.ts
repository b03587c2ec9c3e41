import { randomUUID } from 'node:crypto'
import { createDatabase, createPool, type DatabaseTransaction } from '@app/server/db/database'
import type { PhotoStore } from '@app/server/photos/photo-store'
import { TEAM_ID } from '@app/server/policies/team'
import { type Chat, composeChats } from './compose.ts'
import type { Role } from './history.ts'
import { insertAds } from './insert-ads.ts'
import { insertEncounters } from './insert-encounters.ts'
import { insertGroups } from './insert-groups.ts'
import { type DemoIds, insertMembers } from './insert-members.ts'
import { insertMovie } from './insert-movie.ts'
import { insertNews } from './insert-news.ts'
import { insertPhotos } from './insert-photos.ts'
import { passwordHashes } from './logins.ts'

const ROLES: Role[] = ['creator', 'invited']
/** Rows per statement: stays below PostgreSQL's limit of parameters. */
const BATCH = 1_000

/** Fills an empty database with made-up members, pictures and messages. Returns false if it has members already. */
export async function fillDemo(databaseUrl: string, store: PhotoStore, now = new Date()): Promise<boolean> {
  const db = createDatabase(createPool(databaseUrl, 1))
  try {
    return await db.transaction().execute(async (tx) => {
      if (await tx.selectFrom('members').select('id').where('id', '<>', TEAM_ID).limit(1).executeTakeFirst())
        return false
      const hashes = await passwordHashes()
      const chats = composeChats(now)
      const { ids, accounts } = await insertMembers(tx, { chats, hashes, now })
      await insertChats(tx, chats, { ids, accounts })
      await insertPhotos(tx, store, ids, now)
      await insertEncounters(tx, ids, now)
      await insertGroups(tx, ids, now)
      await insertAds(tx, ids, now)
      await insertMovie(tx, store, ids, now)
      await insertNews(tx, ids, now)
      return true
    })
  } finally {
    await db.destroy()
  }
}

type InsertedChat = Chat & { chatId: string; memberIds: Record<Role, string>; accountIds: Record<Role, string> }

async function insertChats(tx: DatabaseTransaction, chats: Chat[], { ids, accounts }: DemoIds): Promise<void> {
  const inserted: InsertedChat[] = []
  for (const chat of chats.toSorted((a, b) => a.history.begun.getTime() - b.history.begun.getTime())) {
    const memberIds = { creator: ids(chat.creator), invited: ids(chat.invited) }
    const accountIds = { creator: accounts(chat.creator), invited: accounts(chat.invited) }
    inserted.push({ ...chat, memberIds, accountIds, chatId: await insertChat(tx, chat, memberIds) })
  }
  const messageIds = await insertMessages(tx, inserted)
  for (const chat of inserted) await insertSides(tx, chat, messageIds.get(chat.chatId) ?? [])
  for (const { history, memberIds } of inserted)
    if (history.ignoredBy) await insertIgnore(tx, history.ignoredBy, memberIds)
}

async function insertChat(
  tx: DatabaseTransaction,
  { history }: Chat,
  memberIds: Record<Role, string>,
): Promise<string> {
  const { last } = history
  const row = await tx
    .insertInto('chats')
    .values({
      creatorId: memberIds.creator,
      invitedId: memberIds.invited,
      state: history.state,
      version: history.version,
      creatorIgnores: history.ignoredBy === 'creator',
      invitedIgnores: history.ignoredBy === 'invited',
      lastMessage: last?.preview ?? null,
      lastSenderId: last && memberIds[last.sender],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/**
 * Inserts messages so that ids grow with time over all chats, as in production. Returns each chat's ids, oldest message
 * first.
 */
async function insertMessages(tx: DatabaseTransaction, chats: InsertedChat[]): Promise<Map<string, string[]>> {
  const rows = chats
    .flatMap(({ chatId, memberIds, accountIds, history }) =>
      history.messages.map(({ sender, text, sentAt, deletedAt, version }) => ({
        chatId,
        senderId: memberIds[sender],
        writtenById: memberIds[sender] === TEAM_ID ? accountIds[sender] : null,
        clientId: randomUUID(),
        message: text,
        sentAt: sentAt.toISOString(),
        deletedAt: deletedAt?.toISOString() ?? null,
        version,
      })),
    )
    .sort((a, b) => a.sentAt.localeCompare(b.sentAt))
  const ids = new Map<string, string[]>()
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH)
    const stored = await tx.insertInto('chat_messages').values(batch).returning(['id', 'chatId']).execute()
    for (const { id, chatId } of stored) ids.set(chatId, [...(ids.get(chatId) ?? []), id])
  }
  return ids
}

async function insertSides(tx: DatabaseTransaction, chat: InsertedChat, messageIds: string[]): Promise<void> {
  const { chatId, memberIds, history } = chat
  const rows = ROLES.map((role) => {
    const { folder, lastRead, lastReadAt } = history.sides[role]
    return {
      chatId,
      memberId: memberIds[role],
      otherId: memberIds[role === 'creator' ? 'invited' : 'creator'],
      folder,
      unread: history.unreadOf(role),
      lastUpdate: history.lastUpdate.toISOString(),
      lastReadId: messageIds[lastRead] ?? null,
      lastReadAt: lastReadAt?.toISOString() ?? null,
    }
  })
  await tx.insertInto('chat_members').values(rows).execute()
}

async function insertIgnore(tx: DatabaseTransaction, ignorer: Role, memberIds: Record<Role, string>): Promise<void> {
  const { lastActiveAt } = await tx
    .selectFrom('members')
    .select('lastActiveAt')
    .where('id', '=', memberIds[ignorer])
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('ignores')
    .values({
      ignorerId: memberIds[ignorer],
      ignoredId: memberIds[ignorer === 'creator' ? 'invited' : 'creator'],
      lastActiveThen: lastActiveAt,
    })
    .execute()
}
