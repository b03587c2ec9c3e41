import { type RefObject, useLayoutEffect, useRef } from 'react'

/** As in the style sheet: the height of a grid row, and the gap between two cards. */
const ROW_PX = 2
const GAP_PX = 18

/**
 * Sets how many thin grid rows a card spans, so that cards stay in chronological order and fill the column that is free
 * first. Has no effect with a single column.
 */
export function useSpan(): RefObject<HTMLLIElement | null> {
  const item = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    const box = item.current
    const card = box?.firstElementChild
    if (!box || !card) return
    const measure = () => {
      box.style.gridRowEnd = `span ${Math.ceil((card.getBoundingClientRect().height + GAP_PX) / ROW_PX)}`
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(card)
    return () => observer.disconnect()
  }, [])
  return item
}
