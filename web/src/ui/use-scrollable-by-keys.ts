import { type RefObject, useEffect } from 'react'

/** What scrolls can be reached by Tab as long as there is more of it than fits, even if nothing in it can. */
export function useScrollableByKeys(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = box
    if (!current || !window.ResizeObserver) return
    const observer = new ResizeObserver(() => {
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = current
      if (scrollHeight > clientHeight || scrollWidth > clientWidth) current.tabIndex = 0
      else current.removeAttribute('tabindex')
    })
    for (const element of [current, ...current.children]) observer.observe(element)
    return () => observer.disconnect()
  })
}
