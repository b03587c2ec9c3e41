import { useHubConnection } from '../lib/realtime/hub-connection.ts'
import { getNewEntryCount } from './api.ts'
import { getNewestLoadedId, loadFeed, refreshFeed, useMovie } from './store.ts'

/**
 * All clients receive the push about a new entry at the same time; a pause and jitter spread and batch their requests.
 */
const PAUSE_MS = 4_000
const JITTER_MS = 3_000

let openCount = 0
let timer: ReturnType<typeof setTimeout> | undefined
let requestedAt = 0

async function requestCount(): Promise<void> {
  timer = undefined
  requestedAt = Date.now()
  const after = getNewestLoadedId()
  if (!after) return loadFeed()
  const response = await getNewEntryCount(after).catch(() => null)
  if (response && getNewestLoadedId() === after) useMovie.setState({ newEntryCount: response.count })
}

/** Schedules a request for the number of new entries, while the page is open. */
export function scheduleCount(): void {
  if (openCount === 0 || timer !== undefined || useMovie.getState().feed.state === 'notStarted') return
  const delayMs = Math.max(0, requestedAt + PAUSE_MS - Date.now()) + Math.random() * JITTER_MS
  timer = setTimeout(() => void requestCount(), delayMs)
}

// Pushes that the hub sent while the connection was interrupted are lost.
useHubConnection.subscribe(({ connected }, previous) => {
  if (!connected || previous.connected || openCount === 0) return
  void refreshFeed()
  scheduleCount()
})

/** Counts new entries while the page is open. Returns a function that stops counting. */
export function countNewEntries(): () => void {
  openCount += 1
  return () => {
    openCount -= 1
    if (openCount > 0) return
    clearTimeout(timer)
    timer = undefined
  }
}
