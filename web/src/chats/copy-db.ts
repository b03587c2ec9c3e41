import type { Id } from '@app/contract/base'
import type { ChatCount, ChatMessage, ChatSummary } from '@app/contract/chats'
import type { DBSchema, IDBPObjectStore } from 'idb'
import { deviceDb } from '../lib/device-db.ts'
import { COPY } from './remove-copy.ts'

/** The list of chats as it was last seen, and whose it is. */
export type CopiedList = { owner: string; chats: ChatSummary[]; count: ChatCount | null }

/** The last messages of one chat. */
export type CopiedChat = {
  chatId: Id
  version: number
  messages: ChatMessage[]
  hasOlder: boolean
  /** When it was last on show. */
  openedAt: number
}

export type Copy = { list: CopiedList; conversations: CopiedChat[] }

interface Schema extends DBSchema {
  lists: { key: 'chats'; value: CopiedList }
  conversations: { key: Id; value: CopiedChat; indexes: { openedAt: number } }
}

const CONVERSATIONS_KEPT = 20

const orNothing = deviceDb<Schema>(COPY, (db) => {
  db.createObjectStore('lists')
  db.createObjectStore('conversations', { keyPath: 'chatId' }).createIndex('openedAt', 'openedAt')
})

const STORES = ['lists', 'conversations'] as const

/** Takes everything out at once: the removal of the database waits for each of its tabs, also for one that sleeps. */
export const emptyCopy = (): Promise<void> =>
  orNothing(async (db) => {
    const work = db.transaction(STORES, 'readwrite')
    await Promise.all([...STORES.map((store) => work.objectStore(store).clear()), work.done])
  }, undefined)

/** The copy of this owner. One of somebody else, or of an earlier login, is removed. */
export async function openCopy(owner: string): Promise<Copy | null> {
  const copy = await orNothing(async (db) => {
    const work = db.transaction(STORES)
    const list = await work.objectStore('lists').get('chats')
    return list?.owner === owner ? { list, conversations: await work.objectStore('conversations').getAll() } : null
  }, null)
  if (!copy) await emptyCopy()
  return copy
}

type Conversations = IDBPObjectStore<Schema, typeof STORES, 'conversations', 'readwrite'>

/** What is too much, or is no longer on the list. */
async function removeSurplus(conversations: Conversations, { chats }: CopiedList): Promise<void> {
  const listed = new Set(chats.map(({ chatId }) => chatId))
  const kept = (await conversations.index('openedAt').getAllKeys()).filter((chatId) => listed.has(chatId))
  const keeping = new Set(kept.slice(-CONVERSATIONS_KEPT))
  const surplus = (await conversations.getAllKeys()).filter((chatId) => !keeping.has(chatId))
  await Promise.all(surplus.map((chatId) => conversations.delete(chatId)))
}

/** Writes the list and what has changed of its chats. False where the device has no room for it. */
export const saveCopy = (list: CopiedList, changed: readonly CopiedChat[]): Promise<boolean> =>
  orNothing(async (db) => {
    const work = db.transaction(STORES, 'readwrite')
    const conversations = work.objectStore('conversations')
    await Promise.all([
      work.objectStore('lists').put(list, 'chats'),
      ...changed.map((conversation) => conversations.put(conversation)),
      removeSurplus(conversations, list),
      work.done,
    ])
    return true
  }, false)

/** Returns the owner's cached copy of one chat, null where no message of it is cached. */
export const findCopy = (owner: string, chatId: Id): Promise<Copy | null> =>
  orNothing(async (db) => {
    const work = db.transaction(STORES)
    const list = await work.objectStore('lists').get('chats')
    const conversation = await work.objectStore('conversations').get(chatId)
    if (list?.owner !== owner || !conversation) return null
    return {
      list: { ...list, chats: list.chats.filter((chat) => chat.chatId === chatId) },
      conversations: [conversation],
    }
  }, null)

export const findCopied = (chatId: Id): Promise<CopiedChat | undefined> =>
  orNothing((db) => db.get('conversations', chatId), undefined)

export const removeCopied = (chatId: Id): Promise<void> =>
  orNothing((db) => db.delete('conversations', chatId), undefined)
