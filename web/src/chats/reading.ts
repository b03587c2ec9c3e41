import type { ChatSummary } from '@app/contract/chats'
import { createReadingCount, useReading } from '../conversation/reading.ts'
import { chatKey } from './sending.ts'
import { useChats } from './store.ts'

const useReadingCount = createReadingCount()

useChats.subscribe(({ count, known }, before) => {
  if (count === before.count) return
  const { key } = useReading.getState()
  const read = [...known.values()].find(({ chat }) => chat && chatKey(chat.chatId) === key)?.chat
  useReadingCount.setState({ messages: read?.newMessages ?? 0 })
})

export const useUnread = ({ chatId, newMessages }: ChatSummary): number =>
  useReading(({ key }) => (key === chatKey(chatId) ? 0 : newMessages))

/** Returns the server's unread count over all chats. */
export function useUnreadSum(): number {
  const messages = useChats(({ count }) => count?.messages ?? 0)
  return Math.max(0, messages - useReadingCount((part) => part.messages))
}
