import type { Id } from '@app/contract/base'
import type { ChatCount, ChatMessage, ChatSummary } from '@app/contract/chats'
import { CHAT_PREVIEW_LENGTH } from '@app/contract/limits'
import type { Picture } from '@app/contract/media'
import type { PushOf } from '@app/contract/pushes'
import { type Conversation, withNextChange } from '../conversation/conversation.ts'
import { isAfter } from '../conversation/ids.ts'
import { type Loadable, loaded, mapData, notStarted } from '../lib/http/loadable.ts'
import { firstCharacters } from '../lib/text/strip-markdown.ts'
import { type ChatsState, chatsIn, compareChats, isRemoved, type KnownChat, type ListName } from './state.ts'

/**
 * The reducers of the chat state: one function for each kind of change, shared by pushes, timers and responses. They
 * are idempotent and tolerate late and reordered input; `isBehind` reports missing changes.
 */

const unknownChat: KnownChat = { chat: null, latestVersion: 0, changedAt: 0, unconfirmed: false }
const knownOf = (state: ChatsState, chatId: Id): KnownChat => state.known.get(chatId) ?? unknownChat

const withKnown = (state: ChatsState, chatId: Id, known: KnownChat): ChatsState => ({
  ...state,
  known: new Map(state.known).set(chatId, known),
})

const tick = (state: ChatsState): ChatsState => ({ ...state, clock: state.clock + 1 })

function withChat(state: ChatsState, chat: ChatSummary, changedAt: number, unconfirmed = false): ChatsState {
  const latestVersion = Math.max(knownOf(state, chat.chatId).latestVersion, chat.version)
  return withKnown(state, chat.chatId, { chat, latestVersion, changedAt, unconfirmed })
}

/** Stores a summary as changed at the current clock. */
function withUpdatedChat(before: ChatsState, chat: ChatSummary): ChatsState {
  const state = tick(before)
  return withChat(state, chat, state.clock)
}

function withLatestVersion(before: ChatsState, chatId: Id, version: number): ChatsState {
  const known = knownOf(before, chatId)
  if (version <= known.latestVersion) return before
  const state = tick(before)
  return withKnown(state, chatId, { ...known, latestVersion: version, changedAt: state.clock })
}

type ChatConversation = Conversation<ChatMessage>

export function withConversation(
  state: ChatsState,
  chatId: Id,
  change: (now: Loadable<ChatConversation>) => Loadable<ChatConversation>,
): ChatsState {
  const now = state.conversations.get(chatId) ?? notStarted
  const next = change(now)
  return next === now ? state : { ...state, conversations: new Map(state.conversations).set(chatId, next) }
}

/** Changes the loaded messages, if there are any. */
const withMessages = (state: ChatsState, chatId: Id, change: (now: ChatConversation) => ChatConversation): ChatsState =>
  withConversation(state, chatId, (now) => mapData(now, change))

const hasReadFurther = ({ myLastRead }: ChatSummary, other: ChatSummary): boolean =>
  myLastRead !== null && isAfter(myLastRead, other.myLastRead)

/** Applies a pushed summary. */
export function withSummary(state: ChatsState, chat: ChatSummary): ChatsState {
  const known = knownOf(state, chat.chatId)
  if (isRemoved(known)) return withLatestVersion(state, chat.chatId, chat.version)
  if (!known.chat || chat.version > known.chat.version) return withUpdatedChat(state, chat)
  if (chat.version === known.chat.version && !hasReadFurther(known.chat, chat)) return withUpdatedChat(state, chat)
  // The push is late. Its read position still counts, since that only ever grows.
  return hasReadFurther(chat, known.chat)
    ? withUpdatedChat(state, { ...known.chat, myLastRead: chat.myLastRead })
    : state
}

/** Applies a changed name, photo or badge to every chat with the partner, without making the chats count as changed. */
export function withPartner(state: ChatsState, push: Omit<PushOf<'partner:changed'>, 'type'>): ChatsState {
  const { userName, profilePhotoUrl, photoUrl, badges } = push
  const known = [...state.known].map(([chatId, one]): [Id, KnownChat] => {
    if (!one.chat || one.chat.partner.team || one.chat.partner.userName !== userName) return [chatId, one]
    const partner = { ...one.chat.partner, photoUrl }
    return [chatId, { ...one, chat: { ...one.chat, partner, profilePhotoUrl, badges } }]
  })
  return { ...state, known: new Map(known) }
}

/** Applies a new invite; ignores one for a chat that is already known. */
export const withInvite = (state: ChatsState, chat: ChatSummary): ChatsState =>
  knownOf(state, chat.chatId).chat ? state : withSummary(state, chat)

/** Advances the clock for a new request: its response will be `asOf` this clock, so later changes are newer than it. */
export const withRequest = tick

/** Applies a fetched summary that was requested when the state's clock was `asOf`. */
export function withFetchedSummary(state: ChatsState, chat: ChatSummary, asOf: number): ChatsState {
  const known = knownOf(state, chat.chatId)
  const isOlder = known.changedAt > asOf
  if (!known.chat) return isOlder && isRemoved(known) ? state : withChat(state, chat, asOf)
  const isNewer = chat.version > known.chat.version
  const isFresher = chat.version === known.chat.version && !isOlder
  if (!isNewer && !isFresher) return state
  return withChat(state, chat, Math.max(known.changedAt, asOf), isOlder && known.unconfirmed)
}

/** Applies a summary whose version is lower than ours because the database was restored: the server's state wins. */
export const withRestored = (state: ChatsState, chat: ChatSummary): ChatsState =>
  withUpdatedChat(withKnown(state, chat.chatId, unknownChat), chat)

/** Removes a chat that is in none of the member's lists any more. */
export function withoutChat(before: ChatsState, chatId: Id): ChatsState {
  const state = tick(before)
  const conversations = new Map(state.conversations)
  conversations.delete(chatId)
  return { ...withKnown(state, chatId, { ...unknownChat, changedAt: state.clock }), conversations }
}

/** Returns the beginning of a message, cut like the server's preview. */
const previewOf = (text: string): string => firstCharacters(text, CHAT_PREVIEW_LENGTH)

type MessagePush = Omit<PushOf<'chat:message'>, 'type'>

function withLastMessage(chat: ChatSummary, { version, newMessages, senderRead, message }: MessagePush): ChatSummary {
  const senderIsCreator = message.mine === chat.createdByMe
  const before = senderIsCreator ? chat.creator : chat.invited
  // Our own read position is null while our read receipts are off, and the push does not say whether they are.
  const read = senderRead && (!message.mine || before.lastRead !== null) ? senderRead : before
  return {
    ...chat,
    version,
    newMessages,
    lastUpdate: message.sendTime,
    lastMessage: message.message === null ? null : previewOf(message.message),
    lastMessageSender: message.senderName,
    myLastRead: message.mine ? message.id : chat.myLastRead,
    creator: senderIsCreator ? { lastRead: read.lastRead, lastReadAt: read.lastReadAt } : chat.creator,
    invited: senderIsCreator ? chat.invited : { ...chat.invited, lastRead: read.lastRead, lastReadAt: read.lastReadAt },
  }
}

export function withMessage(state: ChatsState, push: MessagePush): ChatsState {
  const { chatId, version, message } = push
  const next = withMessages(state, chatId, (now) => withNextChange(now, version, [message]))
  const { chat } = knownOf(state, chatId)
  return chat && version === chat.version + 1
    ? withUpdatedChat(next, withLastMessage(chat, push))
    : withLatestVersion(next, chatId, version)
}

export function withDeletion(state: ChatsState, chat: ChatSummary, message: ChatMessage): ChatsState {
  return withSummary(
    withMessages(state, chat.chatId, (now) => withNextChange(now, chat.version, [message])),
    chat,
  )
}

/** Updates the photo of a message, if the message is loaded. */
export const withPhotoChanged = (
  state: ChatsState,
  chatId: Id,
  messageId: Id,
  update: (photo: Picture) => Picture,
): ChatsState =>
  withMessages(state, chatId, (now) => ({
    ...now,
    messages: now.messages.map((message) =>
      message.id === messageId && message.photo ? { ...message, photo: update(message.photo) } : message,
    ),
  }))

/**
 * Applies the outcome of processing a message's photo, which raises the chat's version but leaves the lists in order.
 */
export function withPhoto(state: ChatsState, { photo, chat: where }: PushOf<'photo:ready'>): ChatsState {
  if (!where) return state
  const { chatId, messageId, version } = where
  const processed = withMessages(
    withPhotoChanged(state, chatId, messageId, () => photo),
    chatId,
    (now) => withNextChange(now, version, []),
  )
  const { chat } = knownOf(state, chatId)
  return chat && version === chat.version + 1
    ? withUpdatedChat(processed, { ...chat, version })
    : withLatestVersion(processed, chatId, version)
}

/** Returns whether the partner's reading raises the version: reading without receipts does not. */
function readMovesVersion(chat: ChatSummary): boolean {
  const theirs = chat.createdByMe ? chat.invited : chat.creator
  return chat.state === 'OPEN' && theirs.lastRead !== null
}

export const withRead = (state: ChatsState, chat: ChatSummary): ChatsState =>
  withSummary(readMovesVersion(chat) ? withSameMessages(state, chat) : state, chat)

/** Applies a change of the chat itself, which always raises the version of an opened chat. */
export const withChange = (state: ChatsState, chat: ChatSummary): ChatsState =>
  withSummary(chat.state === 'INVITED' ? state : withSameMessages(state, chat), chat)

const withSameMessages = (state: ChatsState, { chatId, version }: ChatSummary): ChatsState =>
  withMessages(state, chatId, (now) => withNextChange(now, version, []))

const withUnconfirmed = (state: ChatsState, chatId: Id, asOf: number): ChatsState =>
  withKnown(state, chatId, { ...knownOf(state, chatId), changedAt: asOf, unconfirmed: true })

type ListPage = { chats: readonly ChatSummary[]; asOf: number; limit: number; after?: ChatSummary | undefined }

/**
 * Applies a page of a list. Marks known chats that belong on the page but are not on it: they are gone or moved to
 * another list.
 */
export function withList(state: ChatsState, list: ListName, { chats, asOf, limit, after }: ListPage): ChatsState {
  const newestAsOf = Math.max(asOf, state.lists[list].data?.asOf ?? 0)
  const hasMore = chats.length >= limit
  const pageIds = new Set(chats.map(({ chatId }) => chatId))
  const last = chats.at(-1)
  const isOnPage = (chat: ChatSummary): boolean =>
    (!after || compareChats(chat, after) > 0) && (!hasMore || (last !== undefined && compareChats(chat, last) < 0))
  const missing = chatsIn(state.known, list).filter(
    (chat) => !pageIds.has(chat.chatId) && knownOf(state, chat.chatId).changedAt <= asOf && isOnPage(chat),
  )
  // A late response may contain a chat that a newer response no longer contains.
  const suspicious = asOf < newestAsOf ? chats.filter(({ chatId }) => !state.known.has(chatId)) : []
  const next = chats.reduce((now, chat) => withFetchedSummary(now, chat, asOf), state)
  const withUnconfirmedChats = [...missing, ...suspicious].reduce(
    (now, { chatId }) => withUnconfirmed(now, chatId, asOf),
    next,
  )
  return {
    ...withUnconfirmedChats,
    lists: { ...withUnconfirmedChats.lists, [list]: loaded({ hasMore, asOf: newestAsOf, end: last }) },
  }
}

/** Applies pushed counts. */
export function withCount(before: ChatsState, count: ChatCount): ChatsState {
  const state = tick(before)
  return { ...state, count, countChangedAt: state.clock }
}

export const withFetchedCount = (state: ChatsState, count: ChatCount, asOf: number): ChatsState =>
  state.countChangedAt > asOf ? state : { ...state, count, countChangedAt: asOf }
