import type { Id } from '@app/contract/base'
import type { ChatSummary } from '@app/contract/chats'
import { isAcceptanceUnread } from './acceptance.ts'

/** The chats whose invites the member has accepted since the page was loaded, and that they have not visited yet. */
const unvisited = new Set<Id>()

export const expectFirstVisit = (chatId: Id): void => void unvisited.add(chatId)
export const clearFirstVisits = (): void => unvisited.clear()
export const endFirstVisit = (chatId: Id): void => void unvisited.delete(chatId)

/** Returns whether the member has not seen the chat since its invite was accepted. */
export const isFirstVisit = (chat: ChatSummary): boolean => unvisited.has(chat.chatId) || isAcceptanceUnread(chat)
