import { randomUUID } from 'node:crypto'
import { createDatabase, createPool, type Database, type DatabaseTransaction } from '@app/server/db/database'
import type { PhotoStore } from '@app/server/photos/photo-store'
import { TEAM_ID } from '@app/server/policies/team'
import { type Chat, composeChats } from './compose-chats.ts'
import { otherRole, type Role } from './history.ts'
import { insertAds } from './insert-ads.ts'
import { insertBlocksAndCases } from './insert-cases.ts'
import { insertEncounters } from './insert-encounters.ts'
import { insertGroups } from './insert-groups.ts'
import { type DemoIds, insertMembers } from './insert-members.ts'
import { insertMovie } from './insert-movie.ts'
import { insertNews } from './insert-news.ts'
import { insertPhotos } from './insert-photos.ts'
import { insertSearches } from './insert-searches.ts'
import { insertTalk } from './insert-talk.ts'
import { hashPasswords } from './logins.ts'

const ROLES: Role[] = ['creator', 'invited']
/** Rows per statement, few enough for PostgreSQL's limit on parameters. */
const BATCH = 1_000

type Options = { databaseUrl: string; store: PhotoStore; sessionSecret: string; now?: Date }

const hasMembers = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('members').select('id').where('id', '<>', TEAM_ID).limit(1).executeTakeFirst()) !== undefined

/**
 * Wraps a transaction as a database. Transactions that the gateway's functions begin on it become part of the outer
 * one, so that a crash leaves no members without cases. Callers must not catch the error of such a transaction, which
 * aborts the outer one.
 */
const joinTransaction = (tx: DatabaseTransaction): Database =>
  new Proxy(tx, {
    get(target, name) {
      if (name === 'transaction')
        return () => ({ execute: (work: (joined: DatabaseTransaction) => Promise<unknown>) => work(tx) })
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

/**
 * Fills an empty database with fictional members, pictures, messages and cases. Returns false if it has members
 * already.
 */
export async function fillDemo({ databaseUrl, store, sessionSecret, now = new Date() }: Options): Promise<boolean> {
  const db = createDatabase(createPool(databaseUrl, 2))
  try {
    if (await hasMembers(db)) return false
    // Before the transaction, which must not idle for long.
    const passwordHashFor = await hashPasswords()
    const chats = composeChats(now)
    return await db.transaction().execute(async (tx) => {
      if (await hasMembers(tx)) return false
      const { idOf, accountIdOf } = await insertMembers(tx, { chats, passwordHashFor, now })
      await insertChats(tx, chats, { idOf, accountIdOf })
      await insertPhotos(tx, store, idOf, now)
      await insertEncounters(tx, idOf, now)
      await insertSearches(tx, idOf, now)
      await insertGroups(tx, idOf, now)
      await insertTalk(tx, idOf)
      await insertAds(tx, idOf, now)
      await insertMovie(tx, store, idOf, now)
      await insertNews(tx, idOf, now)
      await insertBlocksAndCases({ db: joinTransaction(tx), store, sessionSecret, now })
      return true
    })
  } finally {
    await db.destroy()
  }
}

type InsertedChat = Chat & { chatId: string; memberIds: Record<Role, string>; accountIds: Record<Role, string> }

async function insertChats(tx: DatabaseTransaction, chats: Chat[], { idOf, accountIdOf }: DemoIds): Promise<void> {
  const inserted: InsertedChat[] = []
  for (const chat of chats.toSorted((a, b) => a.history.startedAt.getTime() - b.history.startedAt.getTime())) {
    const memberIds = { creator: idOf(chat.creator), invited: idOf(chat.invited) }
    const accountIds = { creator: accountIdOf(chat.creator), invited: accountIdOf(chat.invited) }
    inserted.push({ ...chat, memberIds, accountIds, chatId: await insertChat(tx, chat, memberIds) })
  }
  const messageIds = await insertMessages(tx, inserted)
  for (const chat of inserted) await insertChatMembers(tx, chat, messageIds.get(chat.chatId) ?? [])
  for (const { history, memberIds } of inserted)
    if (history.ignoredBy) await insertIgnore(tx, history.ignoredBy, memberIds)
}

async function insertChat(
  tx: DatabaseTransaction,
  { history }: Chat,
  memberIds: Record<Role, string>,
): Promise<string> {
  const { lastMessage } = history
  const row = await tx
    .insertInto('chats')
    .values({
      creatorId: memberIds.creator,
      invitedId: memberIds.invited,
      state: history.state,
      version: history.version,
      acceptedAt: history.acceptedAt?.toISOString() ?? null,
      creatorIgnores: history.ignoredBy === 'creator',
      invitedIgnores: history.ignoredBy === 'invited',
      lastMessage: lastMessage?.preview ?? null,
      lastSenderId: lastMessage && memberIds[lastMessage.sender],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/**
 * Inserts messages so that ids ascend with time over all chats, as in production. Returns each chat's ids, oldest
 * message first.
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

async function insertChatMembers(tx: DatabaseTransaction, chat: InsertedChat, messageIds: string[]): Promise<void> {
  const { chatId, memberIds, history } = chat
  const rows = ROLES.map((role) => {
    const { folder, lastRead, lastReadAt } = history.sides[role]
    return {
      chatId,
      memberId: memberIds[role],
      otherId: memberIds[otherRole(role)],
      folder,
      unread: history.countUnread(role),
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
      ignoredId: memberIds[otherRole(ignorer)],
      lastActiveThen: lastActiveAt,
    })
    .execute()
}
