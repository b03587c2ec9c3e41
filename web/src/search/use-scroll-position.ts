import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { savePosition, takePosition } from './scroll-positions.ts'

const focusedHit = (scroller: HTMLElement): string | null => {
  const hit = document.activeElement?.closest<HTMLElement>('[data-hit]')
  return (scroller.contains(hit ?? null) && hit?.dataset.hit) || null
}

const linkTo = (scroller: HTMLElement, name: string): HTMLElement | null | undefined =>
  [...scroller.querySelectorAll<HTMLElement>('[data-hit]')]
    .find(({ dataset }) => dataset.hit === name)
    ?.querySelector('a')

/**
 * Restores scroll position and focus on the same hit when the member returns to or reloads a page of hits. A page that
 * was just requested starts at the top.
 */
export function useScrollPosition(path: string, ready: boolean): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const restoredPosition = useRef<ReturnType<typeof takePosition>>(null)
  useLayoutEffect(() => {
    const scroller = box.current
    if (!scroller || !ready) return
    const position = takePosition(path)
    restoredPosition.current = position
    if (position) scroller.scrollTop = position.top
    const save = () => savePosition(path, { top: scroller.scrollTop, hit: focusedHit(scroller) })
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('pagehide', save)
      save()
    }
  }, [path, ready])
  // Runs after the page heading has taken the focus on arrival.
  useEffect(() => {
    const hit = restoredPosition.current?.hit
    if (box.current && ready && hit) linkTo(box.current, hit)?.focus({ preventScroll: true })
  }, [ready])
  return box
}
