import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds. For what a style sheet cannot decide: what is there at all. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (tell: () => void) => {
      const list = window.matchMedia?.(query)
      list?.addEventListener('change', tell)
      return () => list?.removeEventListener('change', tell)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia?.(query).matches ?? false)
}
