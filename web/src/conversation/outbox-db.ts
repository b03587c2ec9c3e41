import type { Id } from '@app/contract/base'
import type { DBSchema } from 'idb'
import type { ApiErrorCode } from '../lib/api-error.ts'
import { deviceDb } from '../lib/device-db.ts'
import type { Key } from './kinds.ts'

/** A photo as it is sent, and where it lies on the server once it has come there. */
export type OutgoingPhoto = {
  bytes: ArrayBuffer
  width: number
  height: number
  url: string | null
  uploadedAt: number
}

/** A message that waits on this device until the server has it. */
export type Waiting = {
  clientId: string
  member: string
  conversation: Key
  text: string
  photo?: OutgoingPhoto
  /** Larger than that of every message written before it. */
  place: number
  /** Why it was not sent and waits for the member to say what now; null while it is on its way. */
  problem: ApiErrorCode | null
}

interface Schema extends DBSchema {
  outbox: { key: string; value: Waiting; indexes: { member: string } }
}

const orMemoryOnly = deviceDb<Schema>('salong', (db) =>
  db.createObjectStore('outbox', { keyPath: 'clientId' }).createIndex('member', 'member'),
)

// NOTE: before there were other conversations only the chat was named.
const upToDate = ({ chatId, ...waiting }: Waiting & { chatId?: Id }): Waiting =>
  chatId === undefined ? waiting : { ...waiting, conversation: `chat:${chatId}` }

export const listWaiting = (member: string): Promise<Waiting[]> =>
  orMemoryOnly(async (db) => (await db.getAllFromIndex('outbox', 'member', member)).map(upToDate), [])

export const putWaiting = (waiting: Waiting): Promise<void> =>
  orMemoryOnly(async (db) => {
    const write = db.transaction('outbox', 'readwrite')
    const put = write.store.put(waiting)
    // Without waiting for the answer: the page may be left right after the key that sent it.
    write.commit()
    await Promise.all([put, write.done])
  }, undefined)

export const removeWaiting = (clientId: string): Promise<void> =>
  orMemoryOnly((db) => db.delete('outbox', clientId), undefined)

export const removeAllWaiting = (member: string): Promise<void> =>
  orMemoryOnly(async (db) => {
    const write = db.transaction('outbox', 'readwrite')
    const keys = await write.store.index('member').getAllKeys(member)
    await Promise.all([...keys.map((key) => write.store.delete(key)), write.done])
  }, undefined)
