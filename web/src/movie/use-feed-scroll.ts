import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useSessionState } from '../lib/http/session.ts'

let top = 0

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId !== before.session?.sessionId) top = 0
})

/** Restores the scroll position when the member returns to the feed from a profile. */
export function useFeedScroll(): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    box.scrollTop = top
    return () => {
      top = box.scrollTop
    }
  }, [])
  return scroller
}
