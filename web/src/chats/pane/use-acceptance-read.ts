import type { ChatMessage, ChatSummary } from '@app/contract/chats'
import { useEffect, useSyncExternalStore } from 'react'
import { isPageActive, onPageActivity } from '../../lib/device/page-active.ts'
import { isAcceptanceUnread } from '../acceptance.ts'
import { markRead } from '../mark-read.ts'

/**
 * Marks the acceptance of the member's invite as read once the chat is shown on a focused page. The read position moves
 * to the member's own newest message, the invite, so that later messages stay unread until they come into view.
 */
export function useAcceptanceRead(chat: ChatSummary, messages: readonly ChatMessage[]): void {
  const { chatId } = chat
  const isActive = useSyncExternalStore(onPageActivity, isPageActive)
  const newestOwnId = isAcceptanceUnread(chat) ? messages.findLast(({ mine }) => mine)?.id : undefined
  useEffect(() => {
    if (isActive && newestOwnId !== undefined) markRead(chatId, newestOwnId)
  }, [chatId, isActive, newestOwnId])
}
