import type { ChatMessage, MessageToSend } from '@app/contract/chats'
import type { UploadedPhoto } from '@app/contract/photos'

/** A conversation as this device knows it: its kind and its place, such as `chat:12`. */
export type ConversationKey = `${string}:${string}`

/** What is shown of a message of mine that the server has stored and that does not stand in its place yet. */
export type StoredMessage = Pick<ChatMessage, 'sendTime' | 'photo'>

export type UploadOptions = { onPercent: (percent: number) => void; signal: AbortSignal }

/** What differs between the kinds of conversation, as far as sending is concerned. */
export type ConversationAdapter = {
  send: (path: string, message: MessageToSend) => Promise<StoredMessage>
  sendPhoto: (path: string, file: Blob, options: UploadOptions) => Promise<UploadedPhoto>
  /** Asks the server what has changed there. */
  refresh: (path: string) => Promise<unknown>
  /** Whether the place is loaded and this message of mine does not stand there yet. */
  isAwaiting: (path: string, clientId: string) => boolean
  /** Calls `run` when messages may have arrived in their places. */
  onArrival: (run: () => void) => () => void
  /** What to say of a message whose conversation is gone. */
  removedText: () => string
}

export type ConversationAdapters = Readonly<Record<string, ConversationAdapter>>

let adapters: ConversationAdapters = {}

export const setAdapters = (newAdapters: ConversationAdapters): void => {
  adapters = newAdapters
}

export function requireAdapter(key: ConversationKey): { adapter: ConversationAdapter; path: string } {
  const [name = '', path = ''] = key.split(':')
  const adapter = adapters[name]
  if (!adapter) throw new Error(`no conversation of the kind ${name}`)
  return { adapter, path }
}
