/** Batches reports: the pictures of a page fail together when their URLs expire, so the reload runs once. */
const BATCH_MS = 1_000

const reported = new Set<string>()
const subscribers = new Set<() => void>()
let isScheduled = false

/** Reports a URL that failed to load. Each URL is reported once; stores with URLs then request fresh ones. */
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

/** Calls `reload` after URLs were reported, usually because they have expired. Returns a function that unsubscribes. */
export function onBrokenUrls(reload: () => void): () => void {
  subscribers.add(reload)
  return () => {
    subscribers.delete(reload)
  }
}
