import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

type Lag = {
  /** Whether messages are visible. */
  shown: boolean
  /** Whether changes are known to be missing. */
  behind: boolean
  unread: boolean
}

/**
 * Returns a number that changes once: when a conversation that was opened incomplete has caught up while the reader is
 * still at the end. The list then starts at the first unread message, like one that was complete from the start.
 */
export function useCatchUp({ shown, behind, unread }: Lag, atEnd: RefObject<() => boolean>): number {
  const wasBehind = useRef<boolean | null>(null)
  const [restarts, setRestarts] = useState(0)
  useLayoutEffect(() => {
    if (!shown) return
    wasBehind.current ??= behind
    if (!wasBehind.current || behind) return
    wasBehind.current = false
    if (!unread || !atEnd.current()) return
    atEnd.current = () => false
    setRestarts(1)
  }, [shown, behind, unread, atEnd])
  return restarts
}
