import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { keepPlace, takePlace } from './places.ts'

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

function focusOn(scroller: HTMLElement, place: ReturnType<typeof takePlace>): void {
  if (place === 'top') {
    if (isFocusLost()) scroller.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
  } else if (place?.hit) linkTo(scroller, place.hit)?.focus({ preventScroll: true })
}

/**
 * Whoever comes back to a page of hits, or loads it anew, finds the same hit at the same place with the focus. A page that
 * has just been asked for begins at its heading.
 */
export function usePlace(address: string, ready: boolean): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const taken = useRef<ReturnType<typeof takePlace>>(null)
  useLayoutEffect(() => {
    const scroller = box.current
    if (!scroller || !ready) return
    const place = takePlace(address)
    taken.current = place
    if (place && place !== 'top') scroller.scrollTop = place.top
    const keep = () => keepPlace(address, { top: scroller.scrollTop, hit: focusedHit(scroller) })
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [address, ready])
  // After the page's heading, which takes the focus of whoever arrives.
  useEffect(() => {
    if (box.current && ready) focusOn(box.current, taken.current)
  }, [ready])
  return box
}
