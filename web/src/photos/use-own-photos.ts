import { FALLBACK_INTERVAL_MS } from '@app/contract/limits'
import type { Photo } from '@app/contract/photos'
import { useEffect } from 'react'
import type { Loadable } from '../lib/http/loadable.ts'
import { useHubConnection } from '../lib/realtime/hub-connection.ts'
import { loadOwnPhotos, usePhotos } from './store.ts'

/**
 * Returns the member's own photos; loads them when shown, and again when the connection is lost or restored. While
 * disconnected, polls for photos being processed.
 */
export function useOwnPhotos(): Loadable<readonly Photo[]> {
  const own = usePhotos((state) => state.own)
  const connected = useHubConnection((state) => state.connected)
  const isProcessing = own.data?.some(({ status }) => status === 'PROCESSING') ?? false
  // biome-ignore lint/correctness/useExhaustiveDependencies: pushes are missed while disconnected.
  useEffect(() => void loadOwnPhotos(), [connected])
  useEffect(() => {
    if (connected || !isProcessing) return
    const timer = setInterval(() => void loadOwnPhotos(), FALLBACK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [connected, isProcessing])
  return own
}
