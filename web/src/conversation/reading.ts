import { useEffect, useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { isPageActive, onPageActivity } from '../lib/page-active.ts'
import type { ConversationKey } from './adapters.ts'

/** The conversation whose end is on show on a page that has the focus: what arrives there is read as it comes. */
export const useReading = create<{ key: ConversationKey | null }>(() => ({ key: null }))

/** How many messages of the last count lie in the conversation that was being read: those are as good as read. */
export function createReadingCount() {
  const useReadingCount = create<{ messages: number }>(() => ({ messages: 0 }))
  useReading.subscribe(() => useReadingCount.setState({ messages: 0 }))
  return useReadingCount
}

/** Nothing lights up for the half second in which a message is read that arrives before the reader's eyes. */
export function useMarkReading(key: ConversationKey, atBottom: boolean): void {
  const active = useSyncExternalStore(onPageActivity, isPageActive)
  const reading = active && atBottom
  useEffect(() => {
    if (!reading) return
    useReading.setState({ key })
    return () => useReading.setState({ key: null })
  }, [key, reading])
}
