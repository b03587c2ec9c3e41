import { useLink } from '../lib/navigation/link.ts'
import { getNewer } from './api.ts'
import { loadFeed, newestLoaded, refreshFeed, useMovie } from './store.ts'

/**
 * All clients receive the push about a new entry at the same time; a pause and jitter spread and batch their requests.
 */
const PAUSE = 4_000
const JITTER = 3_000

let open = 0
let timer: ReturnType<typeof setTimeout> | undefined
let requestedAt = 0

async function requestNewer(): Promise<void> {
  timer = undefined
  requestedAt = Date.now()
  const after = newestLoaded()
  if (!after) return loadFeed()
  const newer = await getNewer(after).catch(() => null)
  if (newer && newestLoaded() === after) useMovie.setState({ newer: newer.count })
}

/** Schedules a request for the number of new entries, while the page is open. */
export function scheduleNewer(): void {
  if (open === 0 || timer !== undefined || useMovie.getState().feed.state === 'notStarted') return
  const wait = Math.max(0, requestedAt + PAUSE - Date.now()) + Math.random() * JITTER
  timer = setTimeout(() => void requestNewer(), wait)
}

/** Refreshes after a reconnect, because pushes were missed. */
useLink.subscribe(({ connected }, before) => {
  if (!connected || before.connected || open === 0) return
  void refreshFeed()
  scheduleNewer()
})

/** Counts new entries while the page is open. Returns a function that stops it. */
export function watchNewer(): () => void {
  open += 1
  return () => {
    open -= 1
    if (open > 0) return
    clearTimeout(timer)
    timer = undefined
  }
}
