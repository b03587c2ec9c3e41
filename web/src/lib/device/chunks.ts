import { lazy as lazyComponent } from 'react'
import { setOnline, useConnectivity } from './online.ts'

/** Returns whether the service worker serves this page, so that further chunks load without a network. */
export const isOnDevice = (): boolean => Boolean(navigator.serviceWorker?.controller)

/** Returns whether chunks can be loaded: from the service worker, or over the network. */
export const canLoadChunks = (): boolean => isOnDevice() || useConnectivity.getState().online

export const useCanLoadChunks = (): boolean => useConnectivity(canLoadChunks)

/** Returns whether the server responds without an error. */
export const isServerReachable = (): Promise<boolean> =>
  fetch('/index.html', { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Resolves as soon as chunks can be loaded. A browser that reports no network may still reach a server on the same machine.
 */
export function waitUntilLoadable(): Promise<void> {
  if (canLoadChunks()) return Promise.resolve()
  void isServerReachable().then((isReachable) => isReachable && setOnline(true))
  return new Promise((resolve) => {
    const { serviceWorker } = navigator
    const check = (): void => {
      if (!canLoadChunks()) return
      unsubscribe()
      serviceWorker?.removeEventListener('controllerchange', check)
      resolve()
    }
    const unsubscribe = useConnectivity.subscribe(check)
    serviceWorker?.addEventListener('controllerchange', check)
  })
}

/**
 * Loads a chunk once chunks can be loaded: Chromium never repeats a failed request for a module, so the page would lack
 * it until a reload. Rejects only when chunks can be loaded again, since a reload requires that, too.
 */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  await waitUntilLoadable()
  try {
    return await load()
  } catch (error) {
    await waitUntilLoadable()
    throw error
  }
}

/** Wraps React's `lazy`, and waits until the component's chunk can be loaded. */
export const lazy: typeof lazyComponent = (load) => lazyComponent(() => loadChunk(load))
