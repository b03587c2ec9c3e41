import { type RefObject, useLayoutEffect, useRef } from 'react'

/** As in the style sheet: the height of a row of the grid, and the gap between two cards. */
const ROW = 2
const GAP = 18

/**
 * Cards stand in the order of time and each in the column that is free first: a card takes as many thin rows as it is high.
 * Where there is one column nothing of this counts.
 */
export function useSpan(): RefObject<HTMLLIElement | null> {
  const item = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    const box = item.current
    const card = box?.firstElementChild
    if (!box || !card) return
    const measure = () => {
      box.style.gridRowEnd = `span ${Math.ceil((card.getBoundingClientRect().height + GAP) / ROW)}`
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(card)
    return () => observer.disconnect()
  }, [])
  return item
}
