import type { Id } from '@app/contract/base'
import type { ChatMessage, ChatSummary } from '@app/contract/chats'
import type { Picture } from '@app/contract/media'
import { type Conversation, openNewest } from '../conversation/conversation.ts'
import { type Loadable, notStarted } from '../lib/loadable.ts'
import type { CopiedChat, CopiedList } from './copy-db.ts'
import { type ChatsState, chatsIn, type Known } from './state.ts'

const CHATS_KEPT = 100
const MESSAGES_KEPT = 50

/** Addresses of photos are keys that open for an hour: the copy has none. */
const withoutFaces = (chat: ChatSummary): ChatSummary => ({
  ...chat,
  profilePhotoUrl: null,
  partner: { ...chat.partner, photoUrl: null },
})

const withoutKey = (url: string): string => url.split('?')[0] ?? ''

/** Its place, its size and its colours; where it lies, without what opens it. */
const lockedPicture = (photo: Picture): Picture => ({
  ...photo,
  url: withoutKey(photo.url),
  smallUrl: withoutKey(photo.smallUrl),
  largeUrl: withoutKey(photo.largeUrl),
})

const locked = (message: ChatMessage): ChatMessage => ({
  ...message,
  photoUrl: message.photoUrl && withoutKey(message.photoUrl),
  photo: message.photo && lockedPicture(message.photo),
})

export const copyList = (owner: string, { known, count }: ChatsState): CopiedList => ({
  owner,
  chats: chatsIn(known, 'chats').slice(0, CHATS_KEPT).map(withoutFaces),
  count,
})

export const copyChat = (
  chatId: Id,
  { version, messages, hasOlder }: Conversation<ChatMessage>,
  openedAt: number,
): CopiedChat => ({
  chatId,
  version,
  messages: messages.slice(-MESSAGES_KEPT).map(locked),
  hasOlder: hasOlder || messages.length > MESSAGES_KEPT,
  openedAt,
})

export const conversationOf = ({ version, messages, hasOlder }: CopiedChat): Conversation<ChatMessage> => ({
  ...openNewest({ version, messages, newMessages: 0, myLastRead: null }, MESSAGES_KEPT),
  hasOlder,
})

/** Of no version: whatever the server says is newer. */
const asCopied = (chat: ChatSummary): Known => ({
  chat: { ...chat, version: 0 },
  heard: 0,
  changedAt: 0,
  doubted: false,
})

type Conversations = ReadonlyMap<Id, Conversation<ChatMessage>>

/** What was seen last, until the server has said something. */
export function withCopy(state: ChatsState, list: CopiedList, copied: Conversations): ChatsState {
  const conversations = new Map(state.conversations)
  for (const [chatId, data] of copied) {
    const now: Loadable<Conversation<ChatMessage>> = conversations.get(chatId) ?? notStarted
    if (!now.data) conversations.set(chatId, { ...now, data })
  }
  const known = list.chats.map((chat) => [chat.chatId, asCopied(chat)] as const)
  return { ...state, known: new Map([...known, ...state.known]), count: state.count ?? list.count, conversations }
}

/** Copies that nobody looks at go when the server can be asked again. */
export function withoutCopy(state: ChatsState, copied: Conversations, onShow: ReadonlySet<Id>): ChatsState {
  const conversations = new Map(state.conversations)
  for (const chatId of copied.keys()) if (!onShow.has(chatId)) conversations.delete(chatId)
  return { ...state, conversations }
}
