import type { Id } from '@app/contract/base'
import type { ChatCount, ChatMessage, ChatSummary } from '@app/contract/chats'
import type { DBSchema, IDBPObjectStore, IDBPTransaction } from 'idb'
import { openDeviceDb } from '../../lib/device/device-db.ts'
import { CACHE_DB_NAME } from './remove-cache.ts'

/** The last seen list of chats with the pending invites, and its owner. */
export type CachedList = { owner: string; chats: ChatSummary[]; count: ChatCount | null }

/** The last messages of one chat. */
export type CachedChat = {
  chatId: Id
  version: number
  messages: ChatMessage[]
  hasOlder: boolean
  /** The time when the chat was last opened, in milliseconds since the epoch, or later if the clock was set back. */
  openedAt: number
}

export type ChatCache = { list: CachedList; conversations: CachedChat[] }

interface Schema extends DBSchema {
  lists: { key: 'chats'; value: CachedList }
  conversations: { key: Id; value: CachedChat; indexes: { openedAt: number } }
}

const CACHED_CONVERSATIONS_MAX = 20

const withDb = openDeviceDb<Schema>(CACHE_DB_NAME, (db) => {
  db.createObjectStore('lists')
  db.createObjectStore('conversations', { keyPath: 'chatId' }).createIndex('openedAt', 'openedAt')
})

const STORES = ['lists', 'conversations'] as const

const clearStores = (transaction: IDBPTransaction<Schema, typeof STORES, 'readwrite'>) =>
  Promise.all([...STORES.map((store) => transaction.objectStore(store).clear()), transaction.done])

/**
 * Clears all stores in one transaction. Deleting the database would block until every other tab closes it, even a
 * suspended one.
 */
export const clearCache = (): Promise<void> =>
  withDb(async (db) => {
    await clearStores(db.transaction(STORES, 'readwrite'))
  }, undefined)

/**
 * Returns the owner's cache. Clears the cache of another member or an earlier session, in the same transaction, so that
 * it does not clear what another tab of the owner writes meanwhile.
 */
export async function readCache(owner: string): Promise<ChatCache | null> {
  const result = await withDb(async (db) => {
    const transaction = db.transaction(STORES, 'readwrite')
    const list = await transaction.objectStore('lists').get('chats')
    if (list?.owner === owner)
      return { cache: { list, conversations: await transaction.objectStore('conversations').getAll() } }
    await clearStores(transaction)
    return { cache: null }
  }, null)
  if (!result) await clearCache()
  return result?.cache ?? null
}

type Conversations = IDBPObjectStore<Schema, typeof STORES, 'conversations', 'readwrite'>

/** Removes conversations beyond the limit, and conversations of chats that are no longer in the list. */
async function removeSurplus(conversations: Conversations, { chats }: CachedList): Promise<void> {
  const idsInList = new Set(chats.map(({ chatId }) => chatId))
  const listedIds = (await conversations.index('openedAt').getAllKeys()).filter((chatId) => idsInList.has(chatId))
  const retainedIds = new Set(listedIds.slice(-CACHED_CONVERSATIONS_MAX))
  const surplusIds = (await conversations.getAllKeys()).filter((chatId) => !retainedIds.has(chatId))
  await Promise.all(surplusIds.map((chatId) => conversations.delete(chatId)))
}

/** Writes the list and its changed chats. Returns false if that fails, for example because the device is full. */
export const writeCache = (list: CachedList, changedChats: readonly CachedChat[]): Promise<boolean> =>
  withDb(async (db) => {
    const transaction = db.transaction(STORES, 'readwrite')
    const conversations = transaction.objectStore('conversations')
    await Promise.all([
      transaction.objectStore('lists').put(list, 'chats'),
      ...changedChats.map((conversation) => conversations.put(conversation)),
      removeSurplus(conversations, list),
      transaction.done,
    ])
    return true
  }, false)

/** Returns the owner's cached copy of one chat, or null if the chat is not cached. */
export const findCacheOfChat = (owner: string, chatId: Id): Promise<ChatCache | null> =>
  withDb(async (db) => {
    const transaction = db.transaction(STORES)
    const list = await transaction.objectStore('lists').get('chats')
    const conversation = await transaction.objectStore('conversations').get(chatId)
    if (list?.owner !== owner || !conversation) return null
    return {
      list: { ...list, chats: list.chats.filter((chat) => chat.chatId === chatId) },
      conversations: [conversation],
    }
  }, null)

export const findCachedChat = (chatId: Id): Promise<CachedChat | undefined> =>
  withDb((db) => db.get('conversations', chatId), undefined)

export const removeCachedChat = (chatId: Id): Promise<void> =>
  withDb((db) => db.delete('conversations', chatId), undefined)
