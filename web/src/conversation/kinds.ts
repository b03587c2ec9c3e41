import type { ChatMessage, MessageToSend } from '@app/contract/chats'
import type { UploadedPhoto } from '@app/contract/photos'

/** A conversation as this device knows it: its kind and its place, such as `chat:12`. */
export type Key = `${string}:${string}`

/** What is shown of a message of mine that the server has stored and that does not stand in its place yet. */
export type Stored = Pick<ChatMessage, 'sendTime' | 'photo'>

export type UploadOptions = { onPercent: (percent: number) => void; signal: AbortSignal }

/** What differs between the kinds of conversation, as far as sending is concerned. */
export type Kind = {
  send: (place: string, message: MessageToSend) => Promise<Stored>
  sendPhoto: (place: string, file: Blob, options: UploadOptions) => Promise<UploadedPhoto>
  /** Asks the server what has changed there. */
  refresh: (place: string) => Promise<unknown>
  /** Whether the place is loaded and this message of mine does not stand there yet. */
  awaits: (place: string, clientId: string) => boolean
  /** Calls `run` when messages may have arrived in their places. */
  onArrival: (run: () => void) => () => void
  /** What to say of a message whose conversation is gone. */
  gone: () => string
}

export type Kinds = Readonly<Record<string, Kind>>

let kinds: Kinds = {}

export const setKinds = (all: Kinds): void => {
  kinds = all
}

export function kindOf(key: Key): { kind: Kind; place: string } {
  const [name = '', place = ''] = key.split(':')
  const kind = kinds[name]
  if (!kind) throw new Error(`no conversation of the kind ${name}`)
  return { kind, place }
}
