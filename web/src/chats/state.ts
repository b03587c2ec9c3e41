import type { Id } from '@app/contract/base'
import type { ChatCount, ChatMessage, ChatSummary } from '@app/contract/chats'
import type { Conversation } from '../conversation/conversation.ts'
import { compareIds } from '../conversation/ids.ts'
import { type Loadable, notStarted } from '../lib/http/loadable.ts'

/** The known state of one chat. */
export type KnownChat = {
  /** Null if the chat was removed, or is not loaded yet. */
  chat: ChatSummary | null
  /** The highest version seen in a push or response. If it exceeds the version of `chat`, changes are missing. */
  latestVersion: number
  /** The time when the chat last changed here, by the state's clock. */
  changedAt: number
  /** Whether the chat was missing from a page where it belongs, so that its existence has to be verified. */
  unconfirmed: boolean
}

export type ListName = 'chats' | 'invites' | 'sent'
export type ListState = {
  hasMore: boolean
  asOf: number
  /** The last chat of the last loaded page. Chats beyond it come from other sources, with gaps between them. */
  end?: ChatSummary | undefined
}

export type ChatsState = {
  /** Identifies the login: responses to requests from an earlier login are dropped. */
  login: number
  /** A logical clock: incremented by each change and each request, it orders responses relative to changes. */
  clock: number
  known: ReadonlyMap<Id, KnownChat>
  lists: Readonly<Record<ListName, Loadable<ListState>>>
  count: ChatCount | null
  countChangedAt: number
  conversations: ReadonlyMap<Id, Loadable<Conversation<ChatMessage>>>
}

let logins = 0

export const createEmptyChats = (): ChatsState => ({
  login: ++logins,
  clock: 0,
  known: new Map(),
  lists: { chats: notStarted, invites: notStarted, sent: notStarted },
  count: null,
  countChangedAt: 0,
  conversations: new Map(),
})

/**
 * Returns the list that a chat belongs to. A chat with a blocked member is in none. A received invite is in none while
 * one member ignores the other, or if the member's contact rule put it aside.
 */
export function listOf(chat: ChatSummary): ListName | null {
  const { state, createdByMe, iAmIgnoring, theyAreIgnoring, unmetNeeds, blocked } = chat
  if (blocked) return null
  if (state !== 'INVITED') return 'chats'
  if (createdByMe) return 'sent'
  return iAmIgnoring || theyAreIgnoring || unmetNeeds ? null : 'invites'
}

/** Returns whether both members can write in a chat. */
export const isWritable = ({ state, iAmIgnoring, theyAreIgnoring }: ChatSummary): boolean =>
  state === 'OPEN' && !iAmIgnoring && !theyAreIgnoring

/** Compares chats in list order: latest change first, invites answered with 'maybe' last. */
export const compareChats = (one: ChatSummary, other: ChatSummary): number =>
  Number(one.maybe) - Number(other.maybe) ||
  (one.lastUpdate < other.lastUpdate ? 1 : one.lastUpdate > other.lastUpdate ? -1 : 0) ||
  compareIds(other.chatId, one.chatId)

export const chatsIn = (known: ChatsState['known'], list: ListName): ChatSummary[] =>
  [...known.values()].flatMap(({ chat }) => (chat && listOf(chat) === list ? [chat] : [])).sort(compareChats)

/**
 * Returns the rows of the chat list: the chats, and the member's pending invites as far back as the chats are loaded.
 */
export function chatRowsOf({ known, lists }: Pick<ChatsState, 'known' | 'lists'>): ChatSummary[] {
  const { hasMore, end } = lists.chats.data ?? {}
  const pending = chatsIn(known, 'sent').filter((invite) => !hasMore || !end || compareChats(invite, end) <= 0)
  return [...chatsIn(known, 'chats'), ...pending].sort(compareChats)
}

export const findChat = ({ known }: ChatsState, chatId: Id): ChatSummary | null => known.get(chatId)?.chat ?? null
export const findConversation = ({ conversations }: ChatsState, chatId: Id): Conversation<ChatMessage> | null =>
  conversations.get(chatId)?.data ?? null

/**
 * Returns whether a chat was removed from the lists or is known only by its version: pushes about it may be late, so
 * only a response restores it.
 */
export const isRemoved = ({ chat, changedAt }: KnownChat): boolean => chat === null && changedAt > 0

/** Returns whether changes to the summary are known to be missing, or, for a visible chat, changes to its messages. */
export const isBehind = (state: ChatsState, chatId: Id, isVisible: boolean): boolean => {
  const knownChat = state.known.get(chatId)
  if (!knownChat) return false
  const conversation = isVisible ? findConversation(state, chatId) : null
  return (
    knownChat.unconfirmed ||
    knownChat.latestVersion > (knownChat.chat?.version ?? 0) ||
    (conversation !== null && knownChat.latestVersion > conversation.version)
  )
}
