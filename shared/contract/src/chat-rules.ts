import type { Id } from './base.ts'
import type { ChatStatus, ChatSummary } from './chats.ts'
import type { ContactNeed } from './members/contact.ts'

/**
 * Returns whether the caller has the ball in an open chat. The member who did not write the last message has it until
 * they react to that message, which returns the ball to its sender.
 */
export function isMyTurn(chat: ChatSummary): boolean {
  if (chat.state !== 'OPEN' || chat.lastMessageSender === null) return false
  const isReceiver = chat.lastMessageSender === chat.partner.userName
  return isReceiver !== (chat.lastMessageReacted ?? false)
}

/** The values of `relationship` in a `ChatStatus`. */
export const RELATIONSHIPS = { NONE: 0, INVITED: 1, CHAT: 2, DECLINED: 3, NOTHING: 4, IGNORING: 5 } as const

/** The facts about the caller and another member that determine their `ChatStatus`. */
export type ChatStatusFacts = {
  self: boolean
  team: boolean
  iIgnore: boolean
  theyIgnore: boolean
  /** The chat or pending invite between the two members, if any. */
  chat: { chatId: Id; state: 'INVITED' | 'OPEN'; createdByMe: boolean } | null
  /** Whether the caller has declined an invite from the other member. */
  iDeclined: boolean
  /** The needs that the caller does not meet, if the other member refuses invites without them; otherwise empty. */
  refusedFor: ContactNeed[]
}

/** Returns the chat status of two members. Ignoring takes precedence over everything except a chat with the team. */
export function getChatStatus({
  self,
  team,
  iIgnore,
  theyIgnore,
  chat,
  iDeclined,
  refusedFor,
}: ChatStatusFacts): ChatStatus {
  if (self) return { status: null, chatId: null, relationship: RELATIONSHIPS.NOTHING }
  if (team) return { status: 'ADMIN_CHAT', chatId: chat?.chatId ?? null, relationship: RELATIONSHIPS.CHAT }
  if (iIgnore) return { status: 'IGNORING', chatId: chat?.chatId ?? null, relationship: RELATIONSHIPS.IGNORING }
  if (theyIgnore) return { status: 'IGNORED', chatId: chat?.chatId ?? null, relationship: RELATIONSHIPS.IGNORING }
  if (!chat && refusedFor.length > 0)
    return { status: 'NOT_ACCEPTING', chatId: null, relationship: RELATIONSHIPS.NOTHING, needs: refusedFor }
  if (!chat) {
    const relationship = iDeclined ? RELATIONSHIPS.DECLINED : RELATIONSHIPS.NONE
    return { status: 'MAY_INVITE', chatId: null, relationship }
  }
  if (chat.state === 'OPEN') return { status: 'ALREADY_CHAT', chatId: chat.chatId, relationship: RELATIONSHIPS.CHAT }
  return chat.createdByMe
    ? { status: 'INVITED', chatId: chat.chatId, relationship: RELATIONSHIPS.INVITED }
    : { status: 'PLEASE_ACCEPT', chatId: chat.chatId, relationship: RELATIONSHIPS.INVITED, incoming: true }
}
