import { type RefObject, useEffect } from 'react'

/** Marks a row that scrolls sideways with the sides on which it has more, so that its style sheet can fade them. */
export function useSidewaysHint(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = row
    if (!current || !window.ResizeObserver) return
    const mark = () => {
      const { scrollLeft, clientWidth, scrollWidth } = current
      current.toggleAttribute('data-more-before', scrollLeft > 1)
      current.toggleAttribute('data-more-after', scrollLeft + clientWidth < scrollWidth - 1)
    }
    const observer = new ResizeObserver(mark)
    for (const element of [current, ...current.children]) observer.observe(element)
    current.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      current.removeEventListener('scroll', mark)
    }
  })
}
