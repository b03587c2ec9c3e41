import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ChatMessage } from '@app/contract/chats'
import { type Api, backoffMs } from './api.ts'

/** One entry of the ledger: a message that a member sent, and the result. */
export type Entry = {
  chatId: string
  senderId: string
  clientId: string
  text: string
  attempts: number
  acknowledged: { message: ChatMessage; at: number } | null
  refused: string | null
}

type Order = Pick<Entry, 'chatId' | 'senderId' | 'text'> & {
  api: Api
  cutAfter: number | null
  /** Resolves on a new connection, upon which the sender retries at once. */
  untilReady: () => Promise<void>
}

export type Senders = { entries: Entry[]; send: (order: Order) => void; waitForAll: () => Promise<void> }

/** Sends like the client: sequentially per chat, and with the same idempotency key until there is a response. */
export function createSenders(): Senders {
  const entries: Entry[] = []
  const queues = new Map<string, Promise<void>>()

  async function deliver(entry: Entry, { api, cutAfter, untilReady }: Order): Promise<void> {
    for (;;) {
      entry.attempts += 1
      const cut = entry.attempts === 1 ? cutAfter : null
      const outcome = await api.send(entry.chatId, entry.text, entry.clientId, cut)
      if ('body' in outcome) entry.acknowledged = { message: outcome.body, at: performance.now() }
      if ('refused' in outcome) entry.refused = outcome.refused
      if (!('unknown' in outcome)) return
      await Promise.race([pause(backoffMs(entry.attempts)), untilReady()])
    }
  }

  return {
    entries,
    send(order) {
      const { chatId, senderId, text } = order
      const entry: Entry = {
        chatId,
        senderId,
        text,
        clientId: randomUUID(),
        attempts: 0,
        acknowledged: null,
        refused: null,
      }
      entries.push(entry)
      const key = `${senderId} in ${chatId}`
      queues.set(
        key,
        (queues.get(key) ?? Promise.resolve()).then(() => deliver(entry, order)),
      )
    },
    waitForAll: async () => void (await Promise.all(queues.values())),
  }
}
