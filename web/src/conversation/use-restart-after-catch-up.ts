import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

type CatchUpState = {
  /** Whether messages are visible. */
  isShown: boolean
  /** Whether changes are known to be missing. */
  isBehind: boolean
  hasUnread: boolean
}

/**
 * Returns how many times the list has to start over: once if the conversation lacked changes when it was opened and has
 * caught up while the reader is still at its end, otherwise never. The list then starts at the first unread message, as
 * if it had been complete from the start.
 */
export function useRestartAfterCatchUp(
  { isShown, isBehind, hasUnread }: CatchUpState,
  isAtEnd: RefObject<() => boolean>,
): number {
  const wasBehind = useRef<boolean | null>(null)
  const [restartCount, setRestartCount] = useState(0)
  useLayoutEffect(() => {
    if (!isShown) return
    wasBehind.current ??= isBehind
    if (!wasBehind.current || isBehind) return
    wasBehind.current = false
    if (!hasUnread || !isAtEnd.current()) return
    isAtEnd.current = () => false
    setRestartCount(1)
  }, [isShown, isBehind, hasUnread, isAtEnd])
  return restartCount
}
