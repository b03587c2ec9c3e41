import type { Id } from '@app/contract/base'
import type { ChatAnswer, ChatMessage } from '@app/contract/chats'
import { compareIds, isAfter } from '../conversation/ids.ts'

/** A stretch of a chat's messages without holes, oldest first, and the number of the last change that it holds. */
export type Conversation = {
  version: number
  messages: readonly ChatMessage[]
  hasOlder: boolean
  hasNewer: boolean
  /** Deletions of messages that lie outside of the stretch: a page that was asked for earlier must not bring them back. */
  deleted: ReadonlyMap<Id, ChatMessage>
  /** Another number means another stretch, not the same one grown. */
  stretch: number
}

let stretches = 0

/** By id, in order; what is deleted stays deleted. */
function merged(conversation: Conversation, incoming: readonly ChatMessage[]): readonly ChatMessage[] {
  const byId = new Map(conversation.messages.map((message) => [message.id, message]))
  for (const message of incoming) {
    const known = conversation.deleted.get(message.id) ?? byId.get(message.id)
    if (!known?.deleted || message.deleted) byId.set(message.id, message)
    else byId.set(message.id, known)
  }
  return [...byId.values()].sort((one, other) => compareIds(one.id, other.id))
}

/** Whether a message belongs into the stretch or lies in what is not loaded. */
function isWithin({ messages, hasOlder, hasNewer }: Conversation, id: Id): boolean {
  const first = messages[0]
  const last = messages.at(-1)
  if (!first || !last) return !hasOlder && !hasNewer
  if (isAfter(first.id, id)) return !hasOlder
  if (isAfter(id, last.id)) return !hasNewer
  return true
}

function withMessages(conversation: Conversation, incoming: readonly ChatMessage[]): Conversation {
  const inside = incoming.filter(({ id }) => isWithin(conversation, id))
  const deletedOutside = incoming.filter(({ id, deleted }) => deleted && !isWithin(conversation, id))
  if (incoming.length === 0) return conversation
  return {
    ...conversation,
    messages: inside.length > 0 ? merged(conversation, inside) : conversation.messages,
    deleted:
      deletedOutside.length > 0
        ? new Map([...conversation.deleted, ...deletedOutside.map((message) => [message.id, message] as const)])
        : conversation.deleted,
  }
}

/** The newest page. */
export function openNewest({ chat, messages }: ChatAnswer, limit: number): Conversation {
  stretches += 1
  return {
    version: chat.version,
    messages,
    hasOlder: messages.length >= limit,
    hasNewer: false,
    deleted: new Map(),
    stretch: stretches,
  }
}

/** Around a message: what comes after it, and some of what stands before. Both were asked for without newer ones known. */
export function openAround(
  before: ChatAnswer,
  after: ChatAnswer,
  limits: { before: number; after: number },
): Conversation {
  stretches += 1
  return {
    version: Math.min(before.chat.version, after.chat.version),
    messages: [...before.messages, ...after.messages],
    hasOlder: before.messages.length >= limits.before,
    hasNewer: after.messages.length >= limits.after,
    deleted: new Map(),
    stretch: stretches,
  }
}

/** The page before the first message, if that still is the first. */
export function joinOlder(conversation: Conversation, before: Id, answer: ChatAnswer, limit: number): Conversation {
  if (conversation.messages[0]?.id !== before) return conversation
  return {
    ...conversation,
    messages: merged(conversation, answer.messages),
    hasOlder: answer.messages.length >= limit,
  }
}

/** The page after the last message, if that still is the last. An answer older than what is known may lack the newest. */
export function joinNewer(conversation: Conversation, after: Id, answer: ChatAnswer, limit: number): Conversation {
  if (conversation.messages.at(-1)?.id !== after) return conversation
  return {
    ...conversation,
    messages: merged(conversation, answer.messages),
    hasNewer: answer.messages.length >= limit || answer.chat.version < conversation.version,
  }
}

/** The same messages as they are answered now, with fresh addresses of their photos. */
export function withFresh(conversation: Conversation, { messages }: ChatAnswer): Conversation {
  const fresh = new Map(messages.map((message) => [message.id, message]))
  return {
    ...conversation,
    messages: conversation.messages.map((message) => {
      const { photo, photoUrl } = fresh.get(message.id) ?? message
      return message.photo && photo ? { ...message, photo, photoUrl } : message
    }),
  }
}

/** What changed since a version. A conversation that has been loaded anew meanwhile may need more than that. */
export const withChanges = (conversation: Conversation, since: number, { chat, messages }: ChatAnswer): Conversation =>
  since > conversation.version
    ? conversation
    : { ...withMessages(conversation, messages), version: Math.max(conversation.version, chat.version) }

/** The next change. One that is known already is nothing new, and one that skips a number waits for what lies between. */
export const withNextChange = (
  conversation: Conversation,
  version: number,
  messages: readonly ChatMessage[],
): Conversation =>
  version === conversation.version + 1 ? { ...withMessages(conversation, messages), version } : conversation
