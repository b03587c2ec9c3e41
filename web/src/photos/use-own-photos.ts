import { FALLBACK_INTERVAL } from '@app/contract/limits'
import type { Photo } from '@app/contract/photos'
import { useEffect } from 'react'
import { useLink } from '../lib/link.ts'
import type { Loadable } from '../lib/loadable.ts'
import { loadOwnPhotos, usePhotos } from './store.ts'

/** My photos, fetched whenever they come on show or a new link stands; without one, what is being drawn is asked for. */
export function useOwnPhotos(): Loadable<readonly Photo[]> {
  const own = usePhotos((state) => state.own)
  const connected = useLink((state) => state.connected)
  const isProcessing = own.data?.some(({ status }) => status === 'PROCESSING') ?? false
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new link asks anew for what was missed without one.
  useEffect(() => void loadOwnPhotos(), [connected])
  useEffect(() => {
    if (connected || !isProcessing) return
    const timer = setInterval(() => void loadOwnPhotos(), FALLBACK_INTERVAL)
    return () => clearInterval(timer)
  }, [connected, isProcessing])
  return own
}
