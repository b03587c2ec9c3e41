import { type RefObject, useLayoutEffect } from 'react'
import { type Location, useLocation, useNavigationType } from 'react-router-dom'
import { useSessionState } from '../../lib/http/session.ts'

/** The scroll position of each scroller of a page, keyed by its `data-place`. */
type ScrollPositions = Map<string, number>

/** The scroll positions of each history entry. */
const entries = new Map<string, ScrollPositions>()
let shown: { pathname: string; positions: ScrollPositions } | null = null

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId !== before.session?.sessionId) entries.clear()
})

const entryKey = ({ key, pathname, search }: Location): string => `${key} ${pathname}${search}`

/** User input that ends the scroll restoration. */
const INPUTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Restores the positions as soon as the content is tall enough, until the user gives input. Returns the scrollers that
 * are still waiting.
 */
function restore(box: HTMLElement, positions: ScrollPositions): { waiting: ReadonlySet<string>; stop: () => void } {
  const waiting = new Set(positions.keys())
  const applyPositions = (): void => {
    for (const name of waiting) {
      const scroller = box.dataset.place === name ? box : box.querySelector<HTMLElement>(`[data-place="${name}"]`)
      const top = positions.get(name) ?? 0
      if (!scroller) continue
      scroller.scrollTop = top
      if (Math.abs(scroller.scrollTop - top) < 2) waiting.delete(name)
    }
    if (waiting.size === 0) stop()
  }
  const observer = new MutationObserver(applyPositions)
  const stop = (): void => {
    observer.disconnect()
    waiting.clear()
    for (const input of INPUTS) window.removeEventListener(input, stop)
  }
  for (const input of INPUTS) window.addEventListener(input, stop, { passive: true })
  observer.observe(box, { childList: true, subtree: true })
  applyPositions()
  return { waiting, stop }
}

/**
 * Starts each new page at its top, and restores the scroll positions of a page when the user returns to it. Scrollers
 * inside of `root` take part with their `data-place`.
 */
export function useScrollRestoration(root: RefObject<HTMLElement | null>): void {
  const location = useLocation()
  const type = useNavigationType()
  const { pathname } = location
  const entry = entryKey(location)
  useLayoutEffect(() => {
    const box = root.current
    if (!box) return
    const savedPositions = type === 'POP' ? entries.get(entry) : undefined
    // Replacing the address with another tab or parameter of the same page keeps the scroll position.
    const keepsPosition = type === 'REPLACE' && shown?.pathname === pathname
    const positions: ScrollPositions = savedPositions ?? new Map(keepsPosition ? shown?.positions : [])
    entries.set(entry, positions)
    shown = { pathname, positions }
    if (!keepsPosition) box.scrollTop = 0
    const restoring = savedPositions && restore(box, savedPositions)
    const onScroll = ({ target }: Event): void => {
      const name = target instanceof HTMLElement ? target.dataset.place : undefined
      if (name && !restoring?.waiting.has(name)) positions.set(name, (target as HTMLElement).scrollTop)
    }
    box.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      restoring?.stop()
      box.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [root, entry, type, pathname])
}
