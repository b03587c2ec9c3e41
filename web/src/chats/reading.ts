import type { Id } from '@app/contract/base'
import type { ChatSummary } from '@app/contract/chats'
import { useEffect, useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { isPageActive, onPageActivity } from '../lib/page-active.ts'
import { findChat } from './state.ts'
import { useChats } from './store.ts'

type Reading = {
  /** The chat whose end is on show on a page that has the focus: what arrives there is read as it comes. */
  chatId: Id | null
  /** How much of the last count lies in that chat. */
  ofCount: number
}

const useReading = create<Reading>(() => ({ chatId: null, ofCount: 0 }))

useChats.subscribe((state, before) => {
  if (state.count === before.count) return
  useReading.setState(({ chatId }) => ({ ofCount: chatId ? (findChat(state, chatId)?.newMessages ?? 0) : 0 }))
})

/** Nothing lights up for the half second in which a message is read that arrives before the reader's eyes. */
export function useReadingHere(chatId: Id, atBottom: boolean): void {
  const active = useSyncExternalStore(onPageActivity, isPageActive)
  const reading = active && atBottom
  useEffect(() => {
    if (!reading) return
    useReading.setState({ chatId, ofCount: 0 })
    return () => useReading.setState({ chatId: null, ofCount: 0 })
  }, [chatId, reading])
}

export const useUnread = ({ chatId, newMessages }: ChatSummary): number =>
  useReading((reading) => (reading.chatId === chatId ? 0 : newMessages))

/** The server's sum over all chats. */
export function useUnreadSum(): number {
  const messages = useChats(({ count }) => count?.messages ?? 0)
  return Math.max(0, messages - useReading(({ ofCount }) => ofCount))
}
