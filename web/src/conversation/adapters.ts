import type { ChatMessage, MessageToSend } from '@app/contract/chats'
import type { UploadedPhoto } from '@app/contract/photos'
import type { Report } from '@app/contract/safety/reports'

/**
 * Identifies a conversation on this device by its kind and its path, such as `chat:12`, `group:3`, or `group:3/101` for
 * the comments on a message.
 */
export type ConversationKey = `${string}:${string}`

/**
 * The stored fields of one of the member's messages that the conversation does not show yet, and the report if the item
 * is one.
 */
export type StoredMessage = Pick<ChatMessage, 'sendTime' | 'photo'> & { report?: Report }

export type UploadOptions = { onPercent: (percent: number) => void; signal: AbortSignal }

/** The operations for sending that differ between chats, groups and reports. */
export type ConversationAdapter = {
  /** Sends a message, or an item that is not a message, whose JSON is `payload`. */
  send: (path: string, message: MessageToSend, payload?: string) => Promise<StoredMessage>
  sendPhoto: (path: string, file: Blob, options: UploadOptions) => Promise<UploadedPhoto>
  /** Requests changes from the server. */
  refresh: (path: string) => Promise<unknown>
  /** Returns whether the conversation is loaded and does not contain this message of the member yet. */
  isAwaiting: (path: string, clientId: string) => boolean
  /** Calls `run` when messages may have arrived in their conversations. Returns a function that unsubscribes. */
  onArrival: (run: () => void) => () => void
  /**
   * Returns the text for a message whose conversation no longer exists. Null if rejected items stay in the outbox with
   * their text until the member sends or discards them.
   */
  removedText: (() => string) | null
}

export type ConversationAdapters = Readonly<Record<string, ConversationAdapter>>

let adapters: ConversationAdapters = {}

export const setAdapters = (newAdapters: ConversationAdapters): void => {
  adapters = newAdapters
}

/**
 * Returns whether this page can send the item. A newer page in another tab may have queued an item of a kind that this
 * page does not know.
 */
export const hasAdapter = (key: ConversationKey): boolean => (key.split(':')[0] ?? '') in adapters

export function requireAdapter(key: ConversationKey): { adapter: ConversationAdapter; path: string } {
  const [kind = '', path = ''] = key.split(':')
  const adapter = adapters[kind]
  if (!adapter) throw new Error(`no adapter for conversations of kind ${kind}`)
  return { adapter, path }
}
