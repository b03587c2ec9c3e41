import type { Id } from '@app/contract/base'
import type { ChatCount, ChatMessage, ChatSummary } from '@app/contract/chats'
import type { Conversation } from '../conversation/conversation.ts'
import { compareIds } from '../conversation/ids.ts'
import { type Loadable, notStarted } from '../lib/loadable.ts'

/** What is known of one chat. */
export type KnownChat = {
  /** Null when the chat is in none of the lists, or not loaded yet. */
  chat: ChatSummary | null
  /** The highest version heard of; above that of `chat` something is missing. */
  latestVersion: number
  /** When it last changed here, by the state's clock. */
  changedAt: number
  /** It was not on the list where it should stand: ask whether it is still there. */
  unconfirmed: boolean
}

export type ListName = 'chats' | 'invites' | 'sent'
export type ListState = {
  hasMore: boolean
  asOf: number
  /** The last chat of the last loaded page. Chats beyond it are known by other means, with gaps between them. */
  end?: ChatSummary | undefined
}

export type ChatsState = {
  /** Another number is another login: what was asked for in the one before does not belong here. */
  login: number
  /** Counts the changes, so that an answer knows what it is older than. */
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

/** The list that a chat stands in. */
const listOf = ({ state, createdByMe }: ChatSummary): ListName =>
  state === 'INVITED' ? (createdByMe ? 'sent' : 'invites') : 'chats'

/** The order of the lists: what changed last comes first, and what was put aside with 'maybe' stands at the end. */
export const compareChats = (one: ChatSummary, other: ChatSummary): number =>
  Number(one.maybe) - Number(other.maybe) ||
  (one.lastUpdate < other.lastUpdate ? 1 : one.lastUpdate > other.lastUpdate ? -1 : 0) ||
  compareIds(other.chatId, one.chatId)

export const chatsIn = (known: ChatsState['known'], list: ListName): ChatSummary[] =>
  [...known.values()].flatMap(({ chat }) => (chat && listOf(chat) === list ? [chat] : [])).sort(compareChats)

export const findChat = ({ known }: ChatsState, chatId: Id): ChatSummary | null => known.get(chatId)?.chat ?? null
export const findConversation = ({ conversations }: ChatsState, chatId: Id): Conversation<ChatMessage> | null =>
  conversations.get(chatId)?.data ?? null

/** Gone out of the lists, or only heard of so far: pushes about it may be late ones, an answer brings it back. */
export const isRemoved = ({ chat, changedAt }: KnownChat): boolean => chat === null && changedAt > 0

/** Whether something is known to be missing in the summary, or, where the chat is on show, in its messages. */
export const isBehind = (state: ChatsState, chatId: Id, onShow: boolean): boolean => {
  const known = state.known.get(chatId)
  if (!known) return false
  const conversation = onShow ? findConversation(state, chatId) : null
  return (
    known.unconfirmed ||
    known.latestVersion > (known.chat?.version ?? 0) ||
    (conversation !== null && known.latestVersion > conversation.version)
  )
}
