import { useEffect, useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { isPageActive, onPageActivity } from '../lib/device/page-active.ts'
import type { ConversationKey } from './adapters.ts'

/** The conversation whose end is visible on a focused page. Messages that arrive there count as read. */
export const useReading = create<{ key: ConversationKey | null }>(() => ({ key: null }))

/**
 * Creates a store for the number of messages in the last unread count that belong to the conversation being read, and
 * therefore count as read.
 */
export function createReadingCount() {
  const useReadingCount = create<{ messages: number }>(() => ({ messages: 0 }))
  useReading.subscribe(() => useReadingCount.setState({ messages: 0 }))
  return useReadingCount
}

/**
 * Marks a conversation as being read, so that no unread count flashes for the half second until an arriving message is
 * read.
 */
export function useMarkReading(key: ConversationKey, isAtEnd: boolean): void {
  const isActive = useSyncExternalStore(onPageActivity, isPageActive)
  const isReading = isActive && isAtEnd
  useEffect(() => {
    if (!isReading) return
    useReading.setState({ key })
    return () => useReading.setState({ key: null })
  }, [key, isReading])
}
