import type { ChatSummary } from '@app/contract/chats'
import { partBeingRead, useReading } from '../conversation/reading.ts'
import { keyOf } from './sending.ts'
import { useChats } from './store.ts'

const usePart = partBeingRead()

useChats.subscribe(({ count, known }, before) => {
  if (count === before.count) return
  const { key } = useReading.getState()
  const read = [...known.values()].find(({ chat }) => chat && keyOf(chat.chatId) === key)?.chat
  usePart.setState({ messages: read?.newMessages ?? 0 })
})

export const useUnread = ({ chatId, newMessages }: ChatSummary): number =>
  useReading(({ key }) => (key === keyOf(chatId) ? 0 : newMessages))

/** The server's sum over all chats. */
export function useUnreadSum(): number {
  const messages = useChats(({ count }) => count?.messages ?? 0)
  return Math.max(0, messages - usePart((part) => part.messages))
}
