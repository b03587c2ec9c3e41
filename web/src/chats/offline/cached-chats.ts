import type { Id } from '@app/contract/base'
import type { ChatMessage, ChatSummary } from '@app/contract/chats'
import type { Picture } from '@app/contract/media'
import { type Conversation, createNewestRange } from '../../conversation/conversation.ts'
import { type Loadable, notStarted } from '../../lib/http/loadable.ts'
import { type ChatsState, chatRowsOf, type KnownChat } from '../state.ts'
import type { CachedChat, CachedList } from './cache-db.ts'

const CACHED_CHATS_MAX = 100
const CACHED_MESSAGES_MAX = 50

/** Removes the URLs of profile photos, whose signatures give access to the photos for up to an hour. */
const withoutProfilePhotos = (chat: ChatSummary): ChatSummary => ({
  ...chat,
  profilePhotoUrl: null,
  partner: { ...chat.partner, photoUrl: null },
})

const withoutSignature = (url: string): string => url.split('?')[0] ?? ''

/** Keeps path, size and colors of a photo, without the signatures that give access to it. */
const withoutPictureSignatures = (photo: Picture): Picture => ({
  ...photo,
  url: withoutSignature(photo.url),
  smallUrl: withoutSignature(photo.smallUrl),
  largeUrl: withoutSignature(photo.largeUrl),
})

const withoutMessageSignatures = (message: ChatMessage): ChatMessage => ({
  ...message,
  photoUrl: message.photoUrl && withoutSignature(message.photoUrl),
  photo: message.photo && withoutPictureSignatures(message.photo),
})

export const toCachedList = (owner: string, state: ChatsState): CachedList => ({
  owner,
  chats: chatRowsOf(state).slice(0, CACHED_CHATS_MAX).map(withoutProfilePhotos),
  count: state.count,
})

export const toCachedChat = (
  chatId: Id,
  { version, messages, hasOlder }: Conversation<ChatMessage>,
  openedAt: number,
): CachedChat => ({
  chatId,
  version,
  messages: messages.slice(-CACHED_MESSAGES_MAX).map(withoutMessageSignatures),
  hasOlder: hasOlder || messages.length > CACHED_MESSAGES_MAX,
  openedAt,
})

export const conversationOf = ({ version, messages, hasOlder }: CachedChat): Conversation<ChatMessage> => ({
  ...createNewestRange({ version, messages, newMessages: 0, myLastRead: null }, CACHED_MESSAGES_MAX),
  hasOlder,
})

/**
 * Returns the chat at version 0, so that any response of the server is newer. A chat that an earlier version of the
 * client has cached lacks `acceptedAt`.
 */
const asCachedEntry = (chat: ChatSummary): KnownChat => ({
  chat: { ...chat, acceptedAt: chat.acceptedAt ?? null, version: 0 },
  latestVersion: 0,
  changedAt: 0,
  unconfirmed: false,
})

type Conversations = ReadonlyMap<Id, Conversation<ChatMessage>>

/** Adds cached chats and conversations that have not been loaded from the server yet. */
export function withCache(state: ChatsState, list: CachedList, cached: Conversations): ChatsState {
  const conversations = new Map(state.conversations)
  for (const [chatId, data] of cached) {
    const current: Loadable<Conversation<ChatMessage>> = conversations.get(chatId) ?? notStarted
    if (!current.data) conversations.set(chatId, { ...current, data })
  }
  const cachedEntries = list.chats.map((chat) => [chat.chatId, asCachedEntry(chat)] as const)
  return {
    ...state,
    known: new Map([...cachedEntries, ...state.known]),
    count: state.count ?? list.count,
    conversations,
  }
}

/** Removes cached conversations that are not visible, once the server can be reached again. */
export function withoutCache(state: ChatsState, cached: Conversations, visible: ReadonlySet<Id>): ChatsState {
  const conversations = new Map(state.conversations)
  for (const chatId of cached.keys()) if (!visible.has(chatId)) conversations.delete(chatId)
  return { ...state, conversations }
}
