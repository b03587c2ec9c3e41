import { useLayoutEffect, useRef } from 'react'

/**
 * Returns a reference to the heading of the page, and a function that focuses it once the next search is shown, which
 * removes the control that requested the search. Waits for a heading that is not on screen yet.
 */
export function useHeadingFocus(path: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  /** The path at which the focus was requested. */
  const requestedAt = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (requestedAt.current === null || requestedAt.current === path || !heading.current) return
    heading.current.focus({ preventScroll: true })
    requestedAt.current = null
  })
  const focusNext = () => {
    requestedAt.current = path
  }
  return [heading, focusNext] as const
}
