import { type RefObject, useEffect } from 'react'

/**
 * Gives a box a tab stop while its content overflows, so that the keyboard can scroll it even without focusable
 * content.
 */
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
