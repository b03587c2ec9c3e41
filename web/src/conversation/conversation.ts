import type { Id } from '@app/contract/base'
import type { ChatMessage } from '@app/contract/chats'
import { compareIds, isAfter } from './ids.ts'

/** What every message has, wherever it stands. */
export type Entry = Pick<
  ChatMessage,
  'id' | 'mine' | 'clientId' | 'sendTime' | 'message' | 'photo' | 'photoUrl' | 'deleted'
>

/** What a call answers: some messages, oldest first, and how the conversation stood at that moment. */
export type Page<Message extends Entry = Entry> = {
  version: number
  newMessages: number
  myLastRead: Id | null
  messages: readonly Message[]
  /** The version that was asked about lies too far back or ahead. */
  tooOld?: boolean | undefined
}

/** A stretch of messages without holes, oldest first, and the number of the last change that it holds. */
export type Conversation<Message extends Entry = Entry> = {
  version: number
  messages: readonly Message[]
  hasOlder: boolean
  hasNewer: boolean
  /** Deletions of messages that lie outside of the stretch: a page that was asked for earlier must not bring them back. */
  deleted: ReadonlyMap<Id, Message>
  /** Another number means another stretch, not the same one grown. */
  rangeId: number
}

let lastRangeId = 0

/** A conversation of which nothing is loaded, so that only messages on their way to it are shown. */
export const emptyConversation: Conversation<never> = {
  version: 0,
  messages: [],
  hasOlder: false,
  hasNewer: false,
  deleted: new Map<Id, never>(),
  rangeId: 0,
}

/** By id, in order; what is deleted stays deleted. */
function mergeMessages<Message extends Entry>(
  conversation: Conversation<Message>,
  incoming: readonly Message[],
): readonly Message[] {
  const byId = new Map(conversation.messages.map((message) => [message.id, message]))
  for (const message of incoming) {
    const known = conversation.deleted.get(message.id) ?? byId.get(message.id)
    if (!known?.deleted || message.deleted) byId.set(message.id, message)
    else byId.set(message.id, known)
  }
  return [...byId.values()].sort((one, other) => compareIds(one.id, other.id))
}

/** Whether a message belongs into the stretch or lies in what is not loaded. */
function isInRange({ messages, hasOlder, hasNewer }: Conversation, id: Id): boolean {
  const first = messages[0]
  const last = messages.at(-1)
  if (!first || !last) return !hasOlder && !hasNewer
  if (isAfter(first.id, id)) return !hasOlder
  if (isAfter(id, last.id)) return !hasNewer
  return true
}

function withMessages<Message extends Entry>(
  conversation: Conversation<Message>,
  incoming: readonly Message[],
): Conversation<Message> {
  const inRange = incoming.filter(({ id }) => isInRange(conversation, id))
  const deletedOutOfRange = incoming.filter(({ id, deleted }) => deleted && !isInRange(conversation, id))
  if (incoming.length === 0) return conversation
  return {
    ...conversation,
    messages: inRange.length > 0 ? mergeMessages(conversation, inRange) : conversation.messages,
    deleted:
      deletedOutOfRange.length > 0
        ? new Map([...conversation.deleted, ...deletedOutOfRange.map((message) => [message.id, message] as const)])
        : conversation.deleted,
  }
}

/** The newest page. */
export function openNewest<Message extends Entry>(
  { version, messages }: Page<Message>,
  limit: number,
): Conversation<Message> {
  lastRangeId += 1
  return {
    version,
    messages,
    hasOlder: messages.length >= limit,
    hasNewer: false,
    deleted: new Map(),
    rangeId: lastRangeId,
  }
}

/**
 * Replaces a cached copy by fresh messages. Where both overlap the stretch stays the same, so that a list on show does not
 * begin again.
 */
export function replaceCached<Message extends Entry>(
  cached: Conversation<Message> | undefined,
  fresh: Conversation<Message>,
): Conversation<Message> {
  const last = cached?.messages.at(-1)
  const first = fresh.messages[0]
  return cached && last && first && !isAfter(first.id, last.id) ? { ...fresh, rangeId: cached.rangeId } : fresh
}

/** Around a message: what comes after it, and some of what stands before. Both were asked for without newer ones known. */
export function openAround<Message extends Entry>(
  before: Page<Message>,
  after: Page<Message>,
  limits: { before: number; after: number },
): Conversation<Message> {
  lastRangeId += 1
  return {
    version: Math.min(before.version, after.version),
    messages: [...before.messages, ...after.messages],
    hasOlder: before.messages.length >= limits.before,
    hasNewer: after.messages.length >= limits.after,
    deleted: new Map(),
    rangeId: lastRangeId,
  }
}

/** A page with something on both sides, as far as is known. */
export const openMiddle = <Message extends Entry>(page: Page<Message>): Conversation<Message> => ({
  ...openNewest(page, 0),
  hasNewer: true,
})

/**
 * The page before the first message, if that still is the first. An answer older than what is known may lack later
 * changes of its messages: those are asked for from its version on.
 */
export function joinOlder<Message extends Entry>(
  conversation: Conversation<Message>,
  before: Id,
  answer: Page<Message>,
  limit: number,
): Conversation<Message> {
  if (conversation.messages[0]?.id !== before) return conversation
  return {
    ...conversation,
    version: Math.min(conversation.version, answer.version),
    messages: mergeMessages(conversation, answer.messages),
    hasOlder: answer.messages.length >= limit,
  }
}

/** The page after the last message, if that still is the last. An answer older than what is known may lack the newest. */
export function joinNewer<Message extends Entry>(
  conversation: Conversation<Message>,
  after: Id,
  answer: Page<Message>,
  limit: number,
): Conversation<Message> {
  if (conversation.messages.at(-1)?.id !== after) return conversation
  return {
    ...conversation,
    messages: mergeMessages(conversation, answer.messages),
    hasNewer: answer.messages.length >= limit || answer.version < conversation.version,
  }
}

/** The pictures that messages of one kind show, whose addresses end. */
export type Pictures<Message extends Entry> = {
  has: (message: Message) => boolean
  /** What is known, with the addresses of what is answered now. */
  refreshUrls: (known: Message, now: Message) => Message
}

type WithPhoto = Pick<Entry, 'photo' | 'photoUrl'>

export const hasPhoto = ({ photo }: Pick<WithPhoto, 'photo'>): boolean => photo !== null

export const withRefreshedPhoto = <Known extends WithPhoto>(known: Known, { photo, photoUrl }: WithPhoto): Known =>
  known.photo && photo ? { ...known, photo, photoUrl } : known

/** The same messages with fresh addresses of their pictures. */
export function withRefreshedPictures<Message extends Entry>(
  conversation: Conversation<Message>,
  { messages }: Page<Message>,
  { refreshUrls }: Pictures<Message>,
): Conversation<Message> {
  const fresh = new Map(messages.map((message) => [message.id, message]))
  return {
    ...conversation,
    messages: conversation.messages.map((message) => refreshUrls(message, fresh.get(message.id) ?? message)),
  }
}

/**
 * What changed since a version. A conversation that has been loaded anew meanwhile may need more than that, and one that
 * has heard of later changes has these already.
 */
export const withChanges = <Message extends Entry>(
  conversation: Conversation<Message>,
  since: number,
  { version, messages }: Page<Message>,
): Conversation<Message> =>
  since > conversation.version || version < conversation.version
    ? conversation
    : { ...withMessages(conversation, messages), version: Math.max(conversation.version, version) }

/** The next change. One that is known already is nothing new, and one that skips a number waits for what lies between. */
export const withNextChange = <Message extends Entry>(
  conversation: Conversation<Message>,
  version: number,
  messages: readonly Message[],
): Conversation<Message> =>
  version === conversation.version + 1 ? { ...withMessages(conversation, messages), version } : conversation
