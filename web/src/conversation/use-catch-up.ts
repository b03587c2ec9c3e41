import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

type Lag = {
  /** Whether messages are on show. */
  shown: boolean
  /** Whether they are known to be incomplete. */
  behind: boolean
  unread: boolean
}

/**
 * Returns a number that changes once, when a conversation that was opened incomplete has caught up and its reader is still
 * at the end: the list then starts at the first unread message, as it does for one that was complete at once.
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
