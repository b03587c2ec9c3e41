import type { Id } from './base.ts'
import type { ChatStatus, ChatSummary } from './chats.ts'

/** Returns whether the caller has the ball: the other member wrote the last message. */
export const isMyTurn = (chat: ChatSummary): boolean =>
  chat.state === 'OPEN' && chat.lastMessageSender !== null && chat.lastMessageSender === chat.partner.userName

/** The facts that determine the status. */
export type ChatStatusFacts = {
  self: boolean
  team: boolean
  iIgnore: boolean
  theyIgnore: boolean
  /** The chat or pending invite between the two members, if any. */
  chat: { chatId: Id; state: 'INVITED' | 'OPEN'; createdByMe: boolean } | null
  /** The caller once declined an invite from the other member. */
  iDeclined: boolean
}

/** Determines the buttons between two members. Ignoring outweighs everything except a chat with the team. */
export function chatStatus({ self, team, iIgnore, theyIgnore, chat, iDeclined }: ChatStatusFacts): ChatStatus {
  if (self) return { status: null, chatId: null, relationship: 4 }
  if (team) return { status: 'ADMIN_CHAT', chatId: chat?.chatId ?? null, relationship: 2 }
  if (iIgnore) return { status: 'IGNORING', chatId: chat?.chatId ?? null, relationship: 5 }
  if (theyIgnore) return { status: 'IGNORED', chatId: chat?.chatId ?? null, relationship: 5 }
  if (!chat) return { status: 'MAY_INVITE', chatId: null, relationship: iDeclined ? 3 : 0 }
  if (chat.state === 'OPEN') return { status: 'ALREADY_CHAT', chatId: chat.chatId, relationship: 2 }
  return chat.createdByMe
    ? { status: 'INVITED', chatId: chat.chatId, relationship: 1 }
    : { status: 'PLEASE_ACCEPT', chatId: chat.chatId, relationship: 1, incoming: true }
}
