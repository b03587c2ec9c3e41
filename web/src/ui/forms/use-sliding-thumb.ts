import { type RefObject, useLayoutEffect, useRef } from 'react'

const BASE = 200

/** Animates the thumb from the previous to the selected segment. Returns the ref of the track. */
export function useSlidingThumb(selected: string | null): RefObject<HTMLDivElement | null> {
  const track = useRef<HTMLDivElement>(null)
  const before = useRef<DOMRect>(null)
  useLayoutEffect(() => {
    const thumb = selected === null ? null : track.current?.querySelector<HTMLElement>('label:has(:checked) > span')
    const from = before.current
    const to = thumb?.getBoundingClientRect() ?? null
    before.current = to
    if (!thumb || !from || !to || from.left === to.left || !to.width) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const start = `translateX(${from.left - to.left}px) scaleX(${from.width / to.width})`
    thumb.animate(
      [
        { transform: start, transformOrigin: 'left' },
        { transform: 'none', transformOrigin: 'left' },
      ],
      {
        duration: BASE,
        easing: 'cubic-bezier(.2,0,0,1)',
      },
    )
  }, [selected])
  return track
}
