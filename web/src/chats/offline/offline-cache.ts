import type { Session } from '@app/contract/members/members'
import { isOnDevice, loadChunk } from '../../lib/device/chunks.ts'
import { runLater } from '../../lib/device/run-later.ts'
import { useChats } from '../store.ts'
import { setShowCached } from './cached.ts'
import type { OfflineCache } from './maintain-cache.ts'

/** Starts the cache if the list is not loaded within this time. */
const LIST_TIMEOUT_MS = 2_000

function onListTimeout(run: () => void): () => void {
  const timer = setTimeout(() => useChats.getState().lists.chats.data || run(), LIST_TIMEOUT_MS)
  return () => clearTimeout(timer)
}

const load = () => loadChunk(() => Promise.all([import('./maintain-cache.ts'), import('./cache-db.ts')]))

/**
 * Shows the member's cached chats until the server responds, and keeps the cache up to date. Starts immediately if the
 * service worker has the code for it. Returns a function that stops and clears the cache when the session ends.
 */
export function startOfflineCache(session: Session): () => void {
  let cache: OfflineCache | null = null
  let clear = (): void => undefined
  let starting: Promise<void> | null = null
  let isStopped = false
  let cancelers: readonly (() => void)[] = []
  const start = (): Promise<void> => {
    for (const cancel of cancelers) cancel()
    starting ??= load().then(
      ([{ maintainCache }, { clearCache }]) => {
        if (isStopped) return
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
  else cancelers = [runLater(() => void start()), onListTimeout(() => void start())]
  setShowCached((chatId) => {
    const showing = start().then(() => cache?.show(chatId))
    // Waits only if the code is already on the device: downloading it must not delay the messages.
    return cache || isOnDevice() ? showing : Promise.resolve()
  })
  return () => {
    isStopped = true
    for (const cancel of cancelers) cancel()
    setShowCached(null)
    cache?.stop()
    clear()
  }
}
