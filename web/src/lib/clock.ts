import { useSyncExternalStore } from 'react'

const STEP = 30_000

let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined
const readers = new Set<() => void>()

function tick(): void {
  now = new Date()
  for (const tell of readers) tell()
}

const onVisible = () => document.visibilityState === 'visible' && tick()

function subscribe(tell: () => void): () => void {
  if (readers.size === 0) {
    now = new Date()
    timer = setInterval(tick, STEP)
    document.addEventListener('visibilitychange', onVisible)
  }
  readers.add(tell)
  return () => {
    readers.delete(tell)
    if (readers.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onVisible)
  }
}

/** The time of day for what is shown, in steps of half a minute; one timer for the whole page. */
export const useNow = (): Date => useSyncExternalStore(subscribe, () => now)
