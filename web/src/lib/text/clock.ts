import { useSyncExternalStore } from 'react'

const TICK_MS = 30_000

let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined
const subscribers = new Set<() => void>()

function tick(): void {
  now = new Date()
  for (const notify of subscribers) notify()
}

const onVisible = () => document.visibilityState === 'visible' && tick()

function subscribe(notify: () => void): () => void {
  if (subscribers.size === 0) {
    now = new Date()
    timer = setInterval(tick, TICK_MS)
    document.addEventListener('visibilitychange', onVisible)
  }
  subscribers.add(notify)
  return () => {
    subscribers.delete(notify)
    if (subscribers.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onVisible)
  }
}

/**
 * Returns the current time for display, updated every 30 s by one timer for the whole page, and when the page becomes
 * visible.
 */
export const useNow = (): Date => useSyncExternalStore(subscribe, () => now)
