/** Pictures of one page fail together when their addresses have ended: their owners are asked once. */
const BATCH_MS = 1_000

const reported = new Set<string>()
const subscribers = new Set<() => void>()
let isScheduled = false

/** An address did not lead to its picture. Whoever keeps addresses asks for fresh ones; the same one is complained of once. */
export function reportBrokenUrl(url: string): void {
  if (url.startsWith('blob:') || reported.has(url)) return
  reported.add(url)
  if (isScheduled) return
  isScheduled = true
  setTimeout(() => {
    isScheduled = false
    for (const reload of subscribers) reload()
  }, BATCH_MS)
}

/** Calls `reload` when addresses have ended. What is returned stops that. */
export function onBrokenUrls(reload: () => void): () => void {
  subscribers.add(reload)
  return () => {
    subscribers.delete(reload)
  }
}
