import type { Session } from '@app/contract/members'
import { runWhenIdle } from '../lib/at-rest.ts'
import { setShowCached } from './cached.ts'
import type { OfflineCache } from './maintain-cache.ts'
import { useChats } from './store.ts'

/** A list that has not come by then may not come at all. */
const LIST_TIMEOUT_MS = 2_000

function onListTimeout(run: () => void): () => void {
  const timer = setTimeout(() => useChats.getState().lists.chats.data || run(), LIST_TIMEOUT_MS)
  return () => clearTimeout(timer)
}

const load = () => Promise.all([import('./maintain-cache.ts'), import('./cache-db.ts')])

/** Whether the service worker serves this page, so that loading another part of it takes no network. */
const isOnDevice = (): boolean => Boolean(navigator.serviceWorker?.controller)

/**
 * Shows what this member read last until the server has answered, and keeps it up to date, until the login is over.
 * Where the code for that lies on the device it starts at once.
 */
export function startOfflineCache(session: Session): () => void {
  let cache: OfflineCache | null = null
  let clear = (): void => undefined
  let starting: Promise<void> | null = null
  let stopped = false
  let cancellers: readonly (() => void)[] = []
  const start = (): Promise<void> => {
    for (const cancel of cancellers) cancel()
    starting ??= load().then(
      ([{ maintainCache }, { clearCache }]) => {
        if (stopped) return
        cache = maintainCache(session)
        clear = () => void clearCache()
      },
      () => {
        starting = null
      },
    )
    return starting
  }
  if (isOnDevice()) void start()
  else cancellers = [runWhenIdle(() => void start()), onListTimeout(() => void start())]
  setShowCached((chatId) => {
    const showing = start().then(() => cache?.show(chatId))
    // Waits for the device only: code that has to be fetched first must not hold up the messages.
    return cache || isOnDevice() ? showing : Promise.resolve()
  })
  return () => {
    stopped = true
    for (const cancel of cancellers) cancel()
    setShowCached(null)
    cache?.stop()
    clear()
  }
}
