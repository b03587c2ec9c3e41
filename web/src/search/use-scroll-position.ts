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

/** Nobody has the focus: what had it is gone. */
const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body

function focusOn(scroller: HTMLElement, position: ReturnType<typeof takePosition>): void {
  if (position === 'top') {
    if (isFocusLost()) scroller.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
  } else if (position?.hit) linkTo(scroller, position.hit)?.focus({ preventScroll: true })
}

/**
 * Whoever comes back to a page of hits, or loads it anew, finds the same hit at the same place with the focus. A page that
 * has just been asked for begins at its heading.
 */
export function useScrollPosition(address: string, ready: boolean): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const restoredPosition = useRef<ReturnType<typeof takePosition>>(null)
  useLayoutEffect(() => {
    const scroller = box.current
    if (!scroller || !ready) return
    const position = takePosition(address)
    restoredPosition.current = position
    if (position && position !== 'top') scroller.scrollTop = position.top
    const save = () => savePosition(address, { top: scroller.scrollTop, hit: focusedHit(scroller) })
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('pagehide', save)
      save()
    }
  }, [address, ready])
  // After the page's heading, which takes the focus of whoever arrives.
  useEffect(() => {
    if (box.current && ready) focusOn(box.current, restoredPosition.current)
  }, [ready])
  return box
}
