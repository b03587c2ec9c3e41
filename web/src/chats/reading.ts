import type { ChatSummary } from '@app/contract/chats'
import { create } from 'zustand'
import { useReading } from '../conversation/reading.ts'
import { keyOf } from './sending.ts'
import { useChats } from './store.ts'

/** How much of the last count lies in the chat that is being read. */
const useOfCount = create<{ messages: number }>(() => ({ messages: 0 }))

useReading.subscribe(() => useOfCount.setState({ messages: 0 }))

useChats.subscribe(({ count, known }, before) => {
  if (count === before.count) return
  const { key } = useReading.getState()
  const read = [...known.values()].find(({ chat }) => chat && keyOf(chat.chatId) === key)?.chat
  useOfCount.setState({ messages: read?.newMessages ?? 0 })
})

export const useUnread = ({ chatId, newMessages }: ChatSummary): number =>
  useReading(({ key }) => (key === keyOf(chatId) ? 0 : newMessages))

/** The server's sum over all chats. */
export function useUnreadSum(): number {
  const messages = useChats(({ count }) => count?.messages ?? 0)
  return Math.max(0, messages - useOfCount(({ messages: ofCount }) => ofCount))
}
