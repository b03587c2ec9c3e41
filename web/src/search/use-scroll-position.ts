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

/** Returns whether the focused element was removed. */
const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body

function focusOn(scroller: HTMLElement, position: ReturnType<typeof takePosition>): void {
  if (position === 'top') {
    if (isFocusLost()) scroller.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
  } else if (position?.hit) linkTo(scroller, position.hit)?.focus({ preventScroll: true })
}

/**
 * Restores scroll position and focus on the same hit when the member returns to or reloads a page of hits. A page that
 * was just requested starts at its heading.
 */
export function useScrollPosition(path: string, ready: boolean): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const restoredPosition = useRef<ReturnType<typeof takePosition>>(null)
  useLayoutEffect(() => {
    const scroller = box.current
    if (!scroller || !ready) return
    const position = takePosition(path)
    restoredPosition.current = position
    if (position && position !== 'top') scroller.scrollTop = position.top
    const save = () => savePosition(path, { top: scroller.scrollTop, hit: focusedHit(scroller) })
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('pagehide', save)
      save()
    }
  }, [path, ready])
  // Runs after the page heading has taken the focus on arrival.
  useEffect(() => {
    if (box.current && ready) focusOn(box.current, restoredPosition.current)
  }, [ready])
  return box
}
