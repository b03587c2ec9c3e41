import { useLink } from '../lib/link.ts'
import { getNewer } from './api.ts'
import { loadFeed, newestLoaded, refreshFeed, useMovie } from './store.ts'

/** Everybody hears of a new entry at the same moment; they ask at different ones, and not for each. */
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

/** Asks soon how many are new, while anybody looks. */
export function scheduleNewer(): void {
  if (open === 0 || timer !== undefined || useMovie.getState().feed.state === 'notStarted') return
  const wait = Math.max(0, requestedAt + PAUSE - Date.now()) + Math.random() * JITTER
  timer = setTimeout(() => void requestNewer(), wait)
}

/** After a time without pushes anything may have happened. */
useLink.subscribe(({ connected }, before) => {
  if (!connected || before.connected || open === 0) return
  void refreshFeed()
  scheduleNewer()
})

/** As long as the page is open. What is returned ends that. */
export function watchNewer(): () => void {
  open += 1
  return () => {
    open -= 1
    if (open > 0) return
    clearTimeout(timer)
    timer = undefined
  }
}
