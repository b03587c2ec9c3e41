import { useEffect, useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { isPageActive, onPageActivity } from '../lib/device/page-active.ts'
import type { ConversationKey } from './adapters.ts'

/** The conversation whose end is visible on a focused page: messages that arrive there are read immediately. */
export const useReading = create<{ key: ConversationKey | null }>(() => ({ key: null }))

/**
 * Creates a store for the number of messages of the last count that are in the conversation being read and so count as
 * read.
 */
export function createReadingCount() {
  const useReadingCount = create<{ messages: number }>(() => ({ messages: 0 }))
  useReading.subscribe(() => useReadingCount.setState({ messages: 0 }))
  return useReadingCount
}

/**
 * Marks a conversation as being read, so that no unread badge flashes for the half second until an arriving message is
 * read.
 */
export function useMarkReading(key: ConversationKey, atBottom: boolean): void {
  const active = useSyncExternalStore(onPageActivity, isPageActive)
  const reading = active && atBottom
  useEffect(() => {
    if (!reading) return
    useReading.setState({ key })
    return () => useReading.setState({ key: null })
  }, [key, reading])
}
