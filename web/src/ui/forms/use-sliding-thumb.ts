import { type RefObject, useLayoutEffect, useRef } from 'react'
import { prefersReducedMotion } from '../../lib/device/motion.ts'

const DURATION_MS = 200

/** Animates the thumb from the previous to the selected segment. Returns the ref of the track. */
export function useSlidingThumb(selected: string | null): RefObject<HTMLDivElement | null> {
  const track = useRef<HTMLDivElement>(null)
  const previousBox = useRef<DOMRect>(null)
  useLayoutEffect(() => {
    const thumb = selected === null ? null : track.current?.querySelector<HTMLElement>('label:has(:checked) > span')
    const start = previousBox.current
    const end = thumb?.getBoundingClientRect() ?? null
    previousBox.current = end
    if (!thumb || !start || !end || start.left === end.left || !end.width) return
    if (prefersReducedMotion()) return
    const transform = `translateX(${start.left - end.left}px) scaleX(${start.width / end.width})`
    thumb.animate(
      [
        { transform, transformOrigin: 'left' },
        { transform: 'none', transformOrigin: 'left' },
      ],
      {
        duration: DURATION_MS,
        easing: 'cubic-bezier(.2,0,0,1)',
      },
    )
  }, [selected])
  return track
}
