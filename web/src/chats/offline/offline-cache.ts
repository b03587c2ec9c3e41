import type { Session } from '@app/contract/members/members'
import { runWhenIdle } from '../../lib/device/at-rest.ts'
import { useChats } from '../store.ts'
import { setShowCached } from './cached.ts'
import type { OfflineCache } from './maintain-cache.ts'

/** Starts the cache if the list is not loaded within this time. */
const LIST_TIMEOUT_MS = 2_000

function onListTimeout(run: () => void): () => void {
  const timer = setTimeout(() => useChats.getState().lists.chats.data || run(), LIST_TIMEOUT_MS)
  return () => clearTimeout(timer)
}

const load = () => Promise.all([import('./maintain-cache.ts'), import('./cache-db.ts')])

/** Returns whether the service worker serves this page, so that further chunks load without a network. */
const isOnDevice = (): boolean => Boolean(navigator.serviceWorker?.controller)

/**
 * Shows the member's cached chats until the server answers, and keeps the cache up to date until the session ends.
 * Starts at once if the service worker has the code for it.
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
    // Waits only for the device: fetching the code first must not delay the messages.
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
