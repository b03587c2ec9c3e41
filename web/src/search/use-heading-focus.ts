import { useLayoutEffect, useRef } from 'react'

/**
 * Returns a reference to the heading of the results, and a function that focuses it when the next search is shown, which
 * removes the control that requested it.
 */
export function useHeadingFocus(path: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isRequested = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the search has changed
  useLayoutEffect(() => {
    if (isRequested.current) heading.current?.focus({ preventScroll: true })
    isRequested.current = false
  }, [path])
  const focusNext = () => {
    isRequested.current = true
  }
  return [heading, focusNext] as const
}
