import type { Id } from '@app/contract/base'
import type { DBSchema } from 'idb'
import type { ApiErrorCode } from '../lib/api-error.ts'
import { deviceDb } from '../lib/device-db.ts'
import type { ConversationKey } from './adapters.ts'

/** A photo as it is sent, and where it lies on the server once it has come there. */
export type OutgoingPhoto = {
  bytes: ArrayBuffer
  width: number
  height: number
  url: string | null
  uploadedAt: number
}

/** A message that waits on this device until the server has it. */
export type QueuedMessage = {
  clientId: string
  member: string
  conversation: ConversationKey
  text: string
  photo?: OutgoingPhoto
  /** Larger than that of every message written before it. */
  place: number
  /** Why it was not sent and waits for the member to say what now; null while it is on its way. */
  problem: ApiErrorCode | null
}

interface Schema extends DBSchema {
  outbox: { key: string; value: QueuedMessage; indexes: { member: string } }
}

const withDb = deviceDb<Schema>('salong', (db) =>
  db.createObjectStore('outbox', { keyPath: 'clientId' }).createIndex('member', 'member'),
)

// NOTE: before there were other conversations only the chat was named.
const migrateKey = ({ chatId, ...queued }: QueuedMessage & { chatId?: Id }): QueuedMessage =>
  chatId === undefined ? queued : { ...queued, conversation: `chat:${chatId}` }

export const listQueued = (member: string): Promise<QueuedMessage[]> =>
  withDb(async (db) => (await db.getAllFromIndex('outbox', 'member', member)).map(migrateKey), [])

export const putQueued = (queued: QueuedMessage): Promise<void> =>
  withDb(async (db) => {
    const write = db.transaction('outbox', 'readwrite')
    const put = write.store.put(queued)
    // Without waiting for the answer: the page may be left right after the key that sent it.
    write.commit()
    await Promise.all([put, write.done])
  }, undefined)

export const removeQueued = (clientId: string): Promise<void> =>
  withDb((db) => db.delete('outbox', clientId), undefined)

export const removeAllQueued = (member: string): Promise<void> =>
  withDb(async (db) => {
    const write = db.transaction('outbox', 'readwrite')
    const keys = await write.store.index('member').getAllKeys(member)
    await Promise.all([...keys.map((key) => write.store.delete(key)), write.done])
  }, undefined)
