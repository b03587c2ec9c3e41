import { useLayoutEffect, useRef } from 'react'

/**
 * Returns a ref for the heading of the page, and a function that focuses the heading once the next search is shown, since
 * that search removes the control with the focus. Waits for a heading that is not on screen yet.
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
