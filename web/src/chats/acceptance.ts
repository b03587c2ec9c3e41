import type { ChatSummary } from '@app/contract/chats'

/**
 * Returns whether the member has not opened the chat since their invite was accepted. The server counts that as one
 * unread message. An older gateway sends no `acceptedAt`.
 */
export const isAcceptanceUnread = ({ blocked, createdByMe, acceptedAt, myLastRead }: ChatSummary): boolean =>
  !blocked && createdByMe && acceptedAt != null && myLastRead === null

/** Returns the number of unread messages, without an unread acceptance. A chat that a block closed has none. */
export const countUnreadMessages = (chat: ChatSummary): number =>
  chat.blocked ? 0 : Math.max(0, chat.newMessages - Number(isAcceptanceUnread(chat)))
