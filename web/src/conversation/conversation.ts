import type { Id } from '@app/contract/base'
import type { ChatMessage } from '@app/contract/chats'
import { compareIds, isAfter } from './ids.ts'
import { withCurrentQuotes } from './quotes.ts'

/** The fields that every message has, in chats and groups. */
export type Entry = Pick<
  ChatMessage,
  'id' | 'mine' | 'clientId' | 'sendTime' | 'message' | 'photo' | 'photoUrl' | 'deleted' | 'replyTo' | 'reactions'
>

/** A response with messages, oldest first, and the state of the conversation at that moment. */
export type Page<Message extends Entry = Entry> = {
  version: number
  newMessages: number
  myLastRead: Id | null
  messages: readonly Message[]
  /** Set when the requested version is too far back, or ahead of the server's. */
  tooOld?: boolean | undefined
}

/** A contiguous range of messages, oldest first, and the version of the last change that it includes. */
export type Conversation<Message extends Entry = Entry> = {
  version: number
  messages: readonly Message[]
  hasOlder: boolean
  hasNewer: boolean
  /** Deleted messages outside of the range, so that a page requested earlier does not restore them. */
  deleted: ReadonlyMap<Id, Message>
  /** Changes when a different range replaces this one, but not when it grows. */
  rangeId: number
}

let lastRangeId = 0

/** A conversation without loaded messages, which shows only outgoing ones. */
export const emptyConversation: Conversation<never> = {
  version: 0,
  messages: [],
  hasOlder: false,
  hasNewer: false,
  deleted: new Map<Id, never>(),
  rangeId: 0,
}

/** Merges messages by id, in order. Deleted messages stay deleted, and quotes show the messages as they are now. */
function mergeMessages<Message extends Entry>(
  conversation: Conversation<Message>,
  incoming: readonly Message[],
): readonly Message[] {
  const byId = new Map(conversation.messages.map((message) => [message.id, message]))
  for (const message of incoming) {
    const existing = conversation.deleted.get(message.id) ?? byId.get(message.id)
    if (!existing?.deleted || message.deleted) byId.set(message.id, message)
    else byId.set(message.id, existing)
  }
  const messages = [...byId.values()].sort((one, other) => compareIds(one.id, other.id))
  return withCurrentQuotes(messages, [...conversation.deleted.values(), ...messages])
}

/** Returns whether a message belongs in the range rather than in the part that is not loaded. */
function isInRange({ messages, hasOlder, hasNewer }: Conversation, id: Id): boolean {
  const firstMessage = messages[0]
  const lastMessage = messages.at(-1)
  if (!firstMessage || !lastMessage) return !hasOlder && !hasNewer
  if (isAfter(firstMessage.id, id)) return !hasOlder
  if (isAfter(id, lastMessage.id)) return !hasNewer
  return true
}

/** Applies messages within the range; outside of it, remembers deleted messages and updates quotes of changed ones. */
function withMessages<Message extends Entry>(
  conversation: Conversation<Message>,
  incoming: readonly Message[],
): Conversation<Message> {
  if (incoming.length === 0) return conversation
  const inRange = incoming.filter(({ id }) => isInRange(conversation, id))
  const outOfRange = incoming.filter(({ id }) => !isInRange(conversation, id))
  const deletedOutOfRange = outOfRange.filter(({ deleted }) => deleted)
  const merged = inRange.length > 0 ? mergeMessages(conversation, inRange) : conversation.messages
  return {
    ...conversation,
    messages: withCurrentQuotes(merged, outOfRange),
    deleted:
      deletedOutOfRange.length > 0
        ? new Map([...conversation.deleted, ...deletedOutOfRange.map((message) => [message.id, message] as const)])
        : conversation.deleted,
  }
}

/** Creates a range from the newest page. */
export function createNewestRange<Message extends Entry>(
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
 * Replaces a cached copy with fresh messages. If the two overlap, the range keeps its id, so that a visible list does
 * not start over.
 */
export function replaceCached<Message extends Entry>(
  cached: Conversation<Message> | undefined,
  fresh: Conversation<Message>,
): Conversation<Message> {
  const lastMessage = cached?.messages.at(-1)
  const firstMessage = fresh.messages[0]
  return cached && lastMessage && firstMessage && !isAfter(firstMessage.id, lastMessage.id)
    ? { ...fresh, rangeId: cached.rangeId }
    : fresh
}

/**
 * Creates a range around a message from the page before it and the page after it. The two responses may have different
 * versions, so the range takes the lower one.
 */
export function createRangeAround<Message extends Entry>(
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

/** Creates a range from a page that may have messages on both sides. */
export const createMiddleRange = <Message extends Entry>(page: Page<Message>): Conversation<Message> => ({
  ...createNewestRange(page, 0),
  hasNewer: true,
})

/**
 * Prepends the page before the first message, if that message is still the first. An older response may lack later
 * changes to its messages, so the range falls back to its version and catches up from there.
 */
export function prependPage<Message extends Entry>(
  conversation: Conversation<Message>,
  before: Id,
  page: Page<Message>,
  limit: number,
): Conversation<Message> {
  if (conversation.messages[0]?.id !== before) return conversation
  return {
    ...conversation,
    version: Math.min(conversation.version, page.version),
    messages: mergeMessages(conversation, page.messages),
    hasOlder: page.messages.length >= limit,
  }
}

/**
 * Appends the page after the last message, if that is still the last. An older response may lack the newest messages.
 */
export function appendPage<Message extends Entry>(
  conversation: Conversation<Message>,
  after: Id,
  page: Page<Message>,
  limit: number,
): Conversation<Message> {
  if (conversation.messages.at(-1)?.id !== after) return conversation
  return {
    ...conversation,
    messages: mergeMessages(conversation, page.messages),
    hasNewer: page.messages.length >= limit || page.version < conversation.version,
  }
}

/** Updates one message if it is loaded, and the quotes of it; the version stays the same. */
export function withUpdatedMessage<Message extends Entry>(
  conversation: Conversation<Message>,
  id: Id,
  update: (message: Message) => Message,
): Conversation<Message> {
  const messages = conversation.messages.map((message) => (message.id === id ? update(message) : message))
  return { ...conversation, messages: withCurrentQuotes(messages, messages) }
}

/**
 * Applies the changes since a version. Ignores them if the conversation was reloaded at a lower version, since it needs
 * more changes then, or if it already has later changes.
 */
export const withChanges = <Message extends Entry>(
  conversation: Conversation<Message>,
  since: number,
  { version, messages }: Page<Message>,
): Conversation<Message> =>
  since > conversation.version || version < conversation.version
    ? conversation
    : { ...withMessages(conversation, messages), version }

/**
 * Applies a change if its version is the next one. Ignores known changes, and changes after a gap until it is closed.
 */
export const withNextChange = <Message extends Entry>(
  conversation: Conversation<Message>,
  version: number,
  messages: readonly Message[],
): Conversation<Message> =>
  version === conversation.version + 1 ? { ...withMessages(conversation, messages), version } : conversation
