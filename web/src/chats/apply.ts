import type { Id } from '@app/contract/base'
import type { ChatCount, ChatMessage, ChatSummary } from '@app/contract/chats'
import { CHAT_PREVIEW_LENGTH } from '@app/contract/limits'
import type { Picture } from '@app/contract/media'
import type { PushOf } from '@app/contract/pushes'
import { type Conversation, withNextChange } from '../conversation/conversation.ts'
import { isAfter } from '../conversation/ids.ts'
import { type Loadable, loaded, mapData, notStarted } from '../lib/loadable.ts'
import { firstCharacters } from '../lib/strip-markdown.ts'
import { type ChatsState, chatsIn, compareChats, isRemoved, type KnownChat, type ListName } from './state.ts'

/**
 * How the state changes: one function for each kind of news, whether a push, a timer or a call brings it. Applied twice,
 * late or out of order, news does no harm, and what is missing shows in `isBehind`.
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

/** Something that has just been told. */
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

/** Changes what is loaded of the messages, if anything is. */
const withMessages = (state: ChatsState, chatId: Id, change: (now: ChatConversation) => ChatConversation): ChatsState =>
  withConversation(state, chatId, (now) => mapData(now, change))

const hasReadFurther = ({ myLastRead }: ChatSummary, other: ChatSummary): boolean =>
  myLastRead !== null && isAfter(myLastRead, other.myLastRead)

/** A summary that was pushed. */
export function withSummary(state: ChatsState, chat: ChatSummary): ChatsState {
  const known = knownOf(state, chat.chatId)
  if (isRemoved(known)) return withLatestVersion(state, chat.chatId, chat.version)
  if (!known.chat || chat.version > known.chat.version) return withUpdatedChat(state, chat)
  if (chat.version === known.chat.version && !hasReadFurther(known.chat, chat)) return withUpdatedChat(state, chat)
  // It comes late. What I have read elsewhere counts all the same: it only ever grows.
  return hasReadFurther(chat, known.chat)
    ? withUpdatedChat(state, { ...known.chat, myLastRead: chat.myLastRead })
    : state
}

/** How somebody looks in the chats with them; what is known of the chats themselves stays as old as it was. */
export function withPartner(state: ChatsState, push: Omit<PushOf<'partner:changed'>, 'type'>): ChatsState {
  const { userName, profilePhotoUrl, photoUrl, badges } = push
  const known = [...state.known].map(([chatId, one]): [Id, KnownChat] => {
    if (!one.chat || one.chat.partner.team || one.chat.partner.userName !== userName) return [chatId, one]
    const partner = { ...one.chat.partner, photoUrl }
    return [chatId, { ...one, chat: { ...one.chat, partner, profilePhotoUrl, badges } }]
  })
  return { ...state, known: new Map(known) }
}

/** A first sign of a chat; about one that is known it says nothing new. */
export const withInvite = (state: ChatsState, chat: ChatSummary): ChatsState =>
  knownOf(state, chat.chatId).chat ? state : withSummary(state, chat)

/** Begins to ask: the answer will be `asOf` the state's clock, and older than whatever changes from here on. */
export const withRequest = tick

/** A summary that was asked for when the state's clock said `asOf`. */
export function withFetchedSummary(state: ChatsState, chat: ChatSummary, asOf: number): ChatsState {
  const known = knownOf(state, chat.chatId)
  const isOlder = known.changedAt > asOf
  if (!known.chat) return isOlder && isRemoved(known) ? state : withChat(state, chat, asOf)
  const isNewer = chat.version > known.chat.version
  const isFresher = chat.version === known.chat.version && !isOlder
  if (!isNewer && !isFresher) return state
  return withChat(state, chat, Math.max(known.changedAt, asOf), isOlder && known.unconfirmed)
}

/** The server's memory ends before ours: a restored database. What it says stands. */
export const withRestored = (state: ChatsState, chat: ChatSummary): ChatsState =>
  withUpdatedChat(withKnown(state, chat.chatId, unknownChat), chat)

/** The chat is in none of this member's lists any more. */
export function withoutChat(before: ChatsState, chatId: Id): ChatsState {
  const state = tick(before)
  const conversations = new Map(state.conversations)
  conversations.delete(chatId)
  return { ...withKnown(state, chatId, { ...unknownChat, changedAt: state.clock }), conversations }
}

/** The beginning of a message, as the server keeps it for the list. */
const previewOf = (text: string): string => firstCharacters(text, CHAT_PREVIEW_LENGTH)

type MessagePush = Omit<PushOf<'chat:message'>, 'type'>

function withLastMessage(chat: ChatSummary, { version, newMessages, senderRead, message }: MessagePush): ChatSummary {
  const senderIsCreator = message.mine === chat.createdByMe
  const before = senderIsCreator ? chat.creator : chat.invited
  // My own position is null where I have receipts off, and the push does not say so.
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

/** Another state of the photo that a message carries, where the message is on show. */
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

/** The photo of a message has been drawn, or could not be: a change of the chat that moves nothing in the lists. */
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

/** What the reader has kept to themselves does not move the version. */
function readMovesVersion(chat: ChatSummary): boolean {
  const theirs = chat.createdByMe ? chat.invited : chat.creator
  return chat.state === 'OPEN' && theirs.lastRead !== null
}

export const withRead = (state: ChatsState, chat: ChatSummary): ChatsState =>
  withSummary(readMovesVersion(chat) ? withSameMessages(state, chat) : state, chat)

/** A change of the chat itself, which always moves the version of one that has been opened. */
export const withChange = (state: ChatsState, chat: ChatSummary): ChatsState =>
  withSummary(chat.state === 'INVITED' ? state : withSameMessages(state, chat), chat)

const withSameMessages = (state: ChatsState, { chatId, version }: ChatSummary): ChatsState =>
  withMessages(state, chatId, (now) => withNextChange(now, version, []))

const withUnconfirmed = (state: ChatsState, chatId: Id, asOf: number): ChatsState =>
  withKnown(state, chatId, { ...knownOf(state, chatId), changedAt: asOf, unconfirmed: true })

type ListPage = { chats: readonly ChatSummary[]; asOf: number; limit: number; after?: ChatSummary | undefined }

/** A page of a list. What should stand on it and does not has gone, or moved to another list. */
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
  // A late answer may name what a newer one, that came before it, did not name any more.
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

/** Counts that were pushed. */
export function withCount(before: ChatsState, count: ChatCount): ChatsState {
  const state = tick(before)
  return { ...state, count, countChangedAt: state.clock }
}

export const withFetchedCount = (state: ChatsState, count: ChatCount, asOf: number): ChatsState =>
  state.countChangedAt > asOf ? state : { ...state, count, countChangedAt: asOf }
