import type { ChatSummary } from '@app/contract/chats'
import { createReadingCount, useReading } from '../conversation/reading.ts'
import { chatKey } from './sending.ts'
import { useChats } from './store.ts'

const useReadingCount = createReadingCount()

useChats.subscribe(({ count, known }, previous) => {
  if (count === previous.count) return
  const { key } = useReading.getState()
  const chatInView = [...known.values()].find(({ chat }) => chat && chatKey(chat.chatId) === key)?.chat
  useReadingCount.setState({ messages: chatInView && !chatInView.blocked ? chatInView.newMessages : 0 })
})

/** Returns the unread count of a chat, which is 0 for the one being read even before the server knows. */
export const useUnread = ({ chatId, newMessages }: ChatSummary): number =>
  useReading(({ key }) => (key === chatKey(chatId) ? 0 : newMessages))

/** Returns the number of unread messages in all chats except the one being read. */
export function useUnreadSum(): number {
  const messages = useChats(({ count }) => count?.messages ?? 0)
  return Math.max(0, messages - useReadingCount((count) => count.messages))
}
