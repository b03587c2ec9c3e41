import type { Id } from '@app/contract/base'
import type { ChatCount, ChatMessage, ChatSummary } from '@app/contract/chats'
import { CHAT_PREVIEW_LENGTH } from '@app/contract/limits'
import type { Picture } from '@app/contract/media'
import type { PushOf } from '@app/contract/pushes'
import { type Conversation, withNextChange, withUpdatedMessage } from '../conversation/conversation.ts'
import { isAfter } from '../conversation/ids.ts'
import { type Loadable, loaded, mapData, notStarted } from '../lib/http/loadable.ts'
import { takeCharacters } from '../lib/text/strip-markdown.ts'
import { type ChatsState, chatsIn, compareChats, isRemoved, type KnownChat, type ListName } from './state.ts'

/**
 * The reducers of the chat state: one function for each kind of change, shared by pushes, timers and responses. They
 * are idempotent and tolerate late and reordered input; `isBehind` reports missing changes.
 */

const unknownChat: KnownChat = { chat: null, latestVersion: 0, changedAt: 0, unconfirmed: false }
const knownOf = (state: ChatsState, chatId: Id): KnownChat => state.known.get(chatId) ?? unknownChat

const withKnown = (state: ChatsState, chatId: Id, knownChat: KnownChat): ChatsState => ({
  ...state,
  known: new Map(state.known).set(chatId, knownChat),
})

const tick = (state: ChatsState): ChatsState => ({ ...state, clock: state.clock + 1 })

function withChat(state: ChatsState, chat: ChatSummary, changedAt: number, unconfirmed = false): ChatsState {
  const latestVersion = Math.max(knownOf(state, chat.chatId).latestVersion, chat.version)
  return withKnown(state, chat.chatId, { chat, latestVersion, changedAt, unconfirmed })
}

/** Stores a summary as changed at the current clock. */
function withUpdatedChat(previous: ChatsState, chat: ChatSummary): ChatsState {
  const state = tick(previous)
  return withChat(state, chat, state.clock)
}

function withLatestVersion(previous: ChatsState, chatId: Id, version: number): ChatsState {
  const knownChat = knownOf(previous, chatId)
  if (version <= knownChat.latestVersion) return previous
  const state = tick(previous)
  return withKnown(state, chatId, { ...knownChat, latestVersion: version, changedAt: state.clock })
}

type ChatConversation = Conversation<ChatMessage>

export function withConversation(
  state: ChatsState,
  chatId: Id,
  change: (current: Loadable<ChatConversation>) => Loadable<ChatConversation>,
): ChatsState {
  const current = state.conversations.get(chatId) ?? notStarted
  const next = change(current)
  return next === current ? state : { ...state, conversations: new Map(state.conversations).set(chatId, next) }
}

/** Changes the loaded messages, if there are any. */
const withMessages = (
  state: ChatsState,
  chatId: Id,
  change: (current: ChatConversation) => ChatConversation,
): ChatsState => withConversation(state, chatId, (current) => mapData(current, change))

/**
 * Returns whether a summary's read position is further than another's. An accepted invite has none until the member
 * opens the chat, so the position in an invite is not compared with the one in its chat.
 */
const hasReadFurther = ({ myLastRead, state }: ChatSummary, other: ChatSummary): boolean =>
  myLastRead !== null && isAfter(myLastRead, other.myLastRead) && (state === 'INVITED') === (other.state === 'INVITED')

/** Applies a pushed summary. */
export function withSummary(state: ChatsState, chat: ChatSummary): ChatsState {
  const knownChat = knownOf(state, chat.chatId)
  if (isRemoved(knownChat)) return withLatestVersion(state, chat.chatId, chat.version)
  if (!knownChat.chat || chat.version > knownChat.chat.version) return withUpdatedChat(state, chat)
  if (chat.version === knownChat.chat.version && !hasReadFurther(knownChat.chat, chat))
    return withUpdatedChat(state, chat)
  // The push is late. Its read position still counts, since that only ever grows.
  return hasReadFurther(chat, knownChat.chat)
    ? withUpdatedChat(state, { ...knownChat.chat, myLastRead: chat.myLastRead })
    : state
}

/** Applies a partner's changed photo or badges to every chat with them, without making the chats count as changed. */
export function withPartner(state: ChatsState, push: Omit<PushOf<'partner:changed'>, 'type'>): ChatsState {
  const { userName, profilePhotoUrl, photoUrl, badges } = push
  const known = [...state.known].map(([chatId, knownChat]): [Id, KnownChat] => {
    const { chat } = knownChat
    if (!chat || chat.partner.team || chat.partner.userName !== userName) return [chatId, knownChat]
    const partner = { ...chat.partner, photoUrl }
    return [chatId, { ...knownChat, chat: { ...chat, partner, profilePhotoUrl, badges } }]
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
  const knownChat = knownOf(state, chat.chatId)
  const isOlder = knownChat.changedAt > asOf
  if (!knownChat.chat) return isOlder && isRemoved(knownChat) ? state : withChat(state, chat, asOf)
  const isNewer = chat.version > knownChat.chat.version
  const isFresher = chat.version === knownChat.chat.version && !isOlder
  if (!isNewer && !isFresher) return state
  return withChat(state, chat, Math.max(knownChat.changedAt, asOf), isOlder && knownChat.unconfirmed)
}

/**
 * Applies a summary whose version is lower than the client's because the database was restored: the server's state
 * wins.
 */
export const withRestored = (state: ChatsState, chat: ChatSummary): ChatsState =>
  withUpdatedChat(withKnown(state, chat.chatId, unknownChat), chat)

/** Removes a chat that is no longer in any of the member's lists. */
export function withoutChat(previous: ChatsState, chatId: Id): ChatsState {
  const state = tick(previous)
  const conversations = new Map(state.conversations)
  conversations.delete(chatId)
  return { ...withKnown(state, chatId, { ...unknownChat, changedAt: state.clock }), conversations }
}

/** Shortens a message to the length of the server's preview. */
const previewOf = (text: string): string => takeCharacters(text, CHAT_PREVIEW_LENGTH)

type MessagePush = Omit<PushOf<'chat:message'>, 'type'>

function withLastMessage(chat: ChatSummary, { version, newMessages, senderRead, message }: MessagePush): ChatSummary {
  const senderIsCreator = message.mine === chat.createdByMe
  const read = senderRead ?? (senderIsCreator ? chat.creator : chat.invited)
  const { lastMessageReacted: _, ...unreacted } = chat
  return {
    ...unreacted,
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
  const next = withMessages(state, chatId, (current) => withNextChange(current, version, [message]))
  const { chat } = knownOf(state, chatId)
  return chat && version === chat.version + 1
    ? withUpdatedChat(next, withLastMessage(chat, push))
    : withLatestVersion(next, chatId, version)
}

/** Applies an edited or deleted message, or a changed reaction to it. */
export function withChangedMessage(state: ChatsState, chat: ChatSummary, message: ChatMessage): ChatsState {
  return withSummary(
    withMessages(state, chat.chatId, (current) => withNextChange(current, chat.version, [message])),
    chat,
  )
}

/** Updates one message if it is loaded, and the quotes of it; the version of the conversation stays the same. */
export const withLoadedMessage = (
  state: ChatsState,
  chatId: Id,
  messageId: Id,
  update: (message: ChatMessage) => ChatMessage,
): ChatsState => withMessages(state, chatId, (current) => withUpdatedMessage(current, messageId, update))

/** Updates the photo of a message, if the message is loaded. */
export const withPhotoChanged = (
  state: ChatsState,
  chatId: Id,
  messageId: Id,
  update: (photo: Picture) => Picture,
): ChatsState =>
  withLoadedMessage(state, chatId, messageId, (message) =>
    message.photo ? { ...message, photo: update(message.photo) } : message,
  )

/** Applies the outcome of processing a photo, which raises the chat's version but keeps the order of the lists. */
export function withPhoto(state: ChatsState, { photo, chat: position }: PushOf<'photo:ready'>): ChatsState {
  if (!position) return state
  const { chatId, messageId, version } = position
  const processed = withMessages(
    withPhotoChanged(state, chatId, messageId, () => photo),
    chatId,
    (current) => withNextChange(current, version, []),
  )
  const { chat } = knownOf(state, chatId)
  return chat && version === chat.version + 1
    ? withUpdatedChat(processed, { ...chat, version })
    : withLatestVersion(processed, chatId, version)
}

/** Returns whether reading raises the version: only if the two see each other's read positions. */
function readRaisesVersion(chat: ChatSummary): boolean {
  const partnerSide = chat.createdByMe ? chat.invited : chat.creator
  return chat.state === 'OPEN' && partnerSide.lastRead !== null
}

export const withRead = (state: ChatsState, chat: ChatSummary): ChatsState =>
  withSummary(readRaisesVersion(chat) ? withSameMessages(state, chat) : state, chat)

/** Applies a change to the chat itself, which always raises the version of an opened chat. */
export const withChange = (state: ChatsState, chat: ChatSummary): ChatsState =>
  withSummary(chat.state === 'INVITED' ? state : withSameMessages(state, chat), chat)

const withSameMessages = (state: ChatsState, { chatId, version }: ChatSummary): ChatsState =>
  withMessages(state, chatId, (current) => withNextChange(current, version, []))

const withUnconfirmed = (state: ChatsState, chatId: Id, asOf: number): ChatsState =>
  withKnown(state, chatId, { ...knownOf(state, chatId), changedAt: asOf, unconfirmed: true })

type ListPage = { chats: readonly ChatSummary[]; asOf: number; limit: number; after?: ChatSummary | undefined }

/**
 * Applies a page of a list. Marks known chats that belong on the page but are missing from it as unconfirmed: they may
 * have been deleted or moved to another list.
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
  const next = chats.reduce((current, chat) => withFetchedSummary(current, chat, asOf), state)
  const withUnconfirmedChats = [...missing, ...suspicious].reduce(
    (current, { chatId }) => withUnconfirmed(current, chatId, asOf),
    next,
  )
  return {
    ...withUnconfirmedChats,
    lists: { ...withUnconfirmedChats.lists, [list]: loaded({ hasMore, asOf: newestAsOf, end: last }) },
  }
}

/** Applies pushed counts. */
export function withCount(previous: ChatsState, count: ChatCount): ChatsState {
  const state = tick(previous)
  return { ...state, count, countChangedAt: state.clock }
}

export const withFetchedCount = (state: ChatsState, count: ChatCount, asOf: number): ChatsState =>
  state.countChangedAt > asOf ? state : { ...state, count, countChangedAt: asOf }
