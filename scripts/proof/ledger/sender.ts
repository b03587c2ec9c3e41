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
  rejected: string | null
}

type SendOptions = Pick<Entry, 'chatId' | 'senderId' | 'text'> & {
  api: Api
  abortAfterMs: number | null
  /** Resolves on a new connection; the sender then retries immediately. */
  waitForReconnect: () => Promise<void>
}

export type Senders = { entries: Entry[]; send: (options: SendOptions) => void; waitForAll: () => Promise<void> }

/** Sends like the client: sequentially per chat, and with the same idempotency key until there is a response. */
export function createSenders(): Senders {
  const entries: Entry[] = []
  const queues = new Map<string, Promise<void>>()

  async function deliver(entry: Entry, { api, abortAfterMs, waitForReconnect }: SendOptions): Promise<void> {
    for (;;) {
      entry.attempts += 1
      const abortAfter = entry.attempts === 1 ? abortAfterMs : null
      const outcome = await api.send(entry.chatId, entry.text, entry.clientId, abortAfter)
      if ('body' in outcome) entry.acknowledged = { message: outcome.body, at: performance.now() }
      if ('rejected' in outcome) entry.rejected = outcome.rejected
      if (!('unknown' in outcome)) return
      await Promise.race([pause(backoffMs(entry.attempts)), waitForReconnect()])
    }
  }

  return {
    entries,
    send(options) {
      const { chatId, senderId, text } = options
      const entry: Entry = {
        chatId,
        senderId,
        text,
        clientId: randomUUID(),
        attempts: 0,
        acknowledged: null,
        rejected: null,
      }
      entries.push(entry)
      const key = `${senderId} in ${chatId}`
      queues.set(
        key,
        (queues.get(key) ?? Promise.resolve()).then(() => deliver(entry, options)),
      )
    },
    waitForAll: async () => void (await Promise.all(queues.values())),
  }
}
