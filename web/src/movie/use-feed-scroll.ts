import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useSessionState } from '../lib/http/session.ts'

let savedTop = 0

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) savedTop = 0
})

/**
 * Restores the scroll position whenever the member returns to the feed within the session. The returned ref belongs on
 * the scrolling element.
 */
export function useFeedScroll(): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    box.scrollTop = savedTop
    return () => {
      savedTop = box.scrollTop
    }
  }, [])
  return scroller
}
