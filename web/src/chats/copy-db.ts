import type { Id } from '@app/contract/base'
import type { ChatCount, ChatMessage, ChatSummary } from '@app/contract/chats'
import type { DBSchema } from 'idb'
import { deviceDb } from '../lib/device-db.ts'
import { COPY } from './copy-name.ts'

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

/** The copy of this owner. One of somebody else, or of an earlier login, is removed. */
export const openCopy = (owner: string): Promise<Copy | null> =>
  orNothing(async (db) => {
    const work = db.transaction(['lists', 'conversations'], 'readwrite')
    const list = await work.objectStore('lists').get('chats')
    if (list?.owner === owner) return { list, conversations: await work.objectStore('conversations').getAll() }
    await Promise.all([work.objectStore('lists').clear(), work.objectStore('conversations').clear(), work.done])
    return null
  }, null)

/** Writes the list and what has changed of its chats; what is too much or is no longer on the list goes. */
export const saveCopy = (list: CopiedList, changed: readonly CopiedChat[]): Promise<void> =>
  orNothing(async (db) => {
    const work = db.transaction(['lists', 'conversations'], 'readwrite')
    const conversations = work.objectStore('conversations')
    void work.objectStore('lists').put(list, 'chats')
    for (const conversation of changed) void conversations.put(conversation)
    const listed = new Set(list.chats.map(({ chatId }) => chatId))
    const kept = (await conversations.index('openedAt').getAllKeys()).filter((chatId) => listed.has(chatId))
    const keeping = new Set(kept.slice(-CONVERSATIONS_KEPT))
    for (const chatId of await conversations.getAllKeys()) if (!keeping.has(chatId)) void conversations.delete(chatId)
    await work.done
  }, undefined)

export const findCopied = (chatId: Id): Promise<CopiedChat | undefined> =>
  orNothing((db) => db.get('conversations', chatId), undefined)

export const removeCopied = (chatId: Id): Promise<void> =>
  orNothing((db) => db.delete('conversations', chatId), undefined)
