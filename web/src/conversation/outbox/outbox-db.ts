import type { Id } from '@app/contract/base'
import type { Quote } from '@app/contract/replies'
import type { DBSchema } from 'idb'
import { openDeviceDb, putAndCommit } from '../../lib/device/device-db.ts'
import type { ApiErrorCode } from '../../lib/http/api-error.ts'
import type { ConversationKey } from '../adapters.ts'

/** A photo to send, with its URL once it is uploaded. */
export type OutgoingPhoto = {
  bytes: ArrayBuffer
  width: number
  height: number
  url: string | null
  /** The time of the upload in ms since the epoch; 0 before it. */
  uploadedAt: number
}

/** A message or a report that this device keeps until the server has stored it. */
export type QueuedMessage = {
  clientId: string
  member: string
  conversation: ConversationKey
  text: string
  photo?: OutgoingPhoto
  /** The message that this one replies to. */
  replyTo?: Quote
  /** The JSON of a report; absent for messages. */
  payload?: string
  /**
   * The position in the queue: the time of writing in ms since the epoch, or one more than the last position if larger.
   * Stored on devices under this name.
   */
  place: number
  /** The reason why the message could not be sent, until the member retries or discards it; null while it is queued. */
  problem: ApiErrorCode | null
}

interface Schema extends DBSchema {
  outbox: { key: string; value: QueuedMessage; indexes: { member: string } }
}

const withDb = openDeviceDb<Schema>('salong', (db) =>
  db.createObjectStore('outbox', { keyPath: 'clientId' }).createIndex('member', 'member'),
)

// NOTE: before groups had conversations, items held just the chat id.
const migrateKey = ({ chatId, ...queued }: QueuedMessage & { chatId?: Id }): QueuedMessage =>
  chatId === undefined ? queued : { ...queued, conversation: `chat:${chatId}` }

export const listQueued = (member: string): Promise<QueuedMessage[]> =>
  withDb(async (db) => (await db.getAllFromIndex('outbox', 'member', member)).map(migrateKey), [])

export const putQueued = (queued: QueuedMessage): Promise<void> =>
  withDb((db) => putAndCommit(db, 'outbox', queued), undefined)

export const removeQueued = (clientId: string): Promise<void> =>
  withDb((db) => db.delete('outbox', clientId), undefined)

export const removeAllQueued = (member: string): Promise<void> =>
  withDb(async (db) => {
    const write = db.transaction('outbox', 'readwrite')
    const keys = await write.store.index('member').getAllKeys(member)
    await Promise.all([...keys.map((key) => write.store.delete(key)), write.done])
  }, undefined)
