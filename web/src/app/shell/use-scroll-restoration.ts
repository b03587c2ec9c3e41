import { type RefObject, useLayoutEffect } from 'react'
import { type Location, useLocation, useNavigationType } from 'react-router-dom'
import { useSessionState } from '../../lib/http/session.ts'

/** The scroll position of each scroller of a page, keyed by its `data-scroll-key`. */
type ScrollPositions = Map<string, number>

/** The scroll positions of each history entry. */
const positionsByEntry = new Map<string, ScrollPositions>()
let lastPage: { pathname: string; positions: ScrollPositions } | null = null

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) positionsByEntry.clear()
})

const entryKey = ({ key, pathname, search }: Location): string => `${key} ${pathname}${search}`

/** User input that ends the scroll restoration. */
const INPUTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Restores the positions as soon as the content is tall enough, until the user gives input. Returns the keys of the
 * scrollers that are still pending, and a function that stops restoring.
 */
function restore(box: HTMLElement, positions: ScrollPositions): { pending: ReadonlySet<string>; stop: () => void } {
  const pending = new Set(positions.keys())
  const applyPositions = (): void => {
    for (const key of pending) {
      const scroller =
        box.dataset.scrollKey === key ? box : box.querySelector<HTMLElement>(`[data-scroll-key="${key}"]`)
      const top = positions.get(key) ?? 0
      if (!scroller) continue
      scroller.scrollTop = top
      if (Math.abs(scroller.scrollTop - top) < 2) pending.delete(key)
    }
    if (pending.size === 0) stopRestoring()
  }
  const observer = new MutationObserver(applyPositions)
  const stopRestoring = (): void => {
    observer.disconnect()
    pending.clear()
    for (const input of INPUTS) window.removeEventListener(input, stopRestoring)
  }
  for (const input of INPUTS) window.addEventListener(input, stopRestoring, { passive: true })
  observer.observe(box, { childList: true, subtree: true })
  applyPositions()
  return { pending, stop: stopRestoring }
}

/**
 * Starts each new page at its top, and restores the scroll positions of a page when the user returns to it. Applies to
 * `root`, and to the scrollers inside it that have a `data-scroll-key`.
 */
export function useScrollRestoration(root: RefObject<HTMLElement | null>): void {
  const location = useLocation()
  const type = useNavigationType()
  const { pathname } = location
  const entry = entryKey(location)
  useLayoutEffect(() => {
    const box = root.current
    if (!box) return
    const savedPositions = type === 'POP' ? positionsByEntry.get(entry) : undefined
    // Replacing the URL with another tab or parameter of the same page keeps the scroll position.
    const keepsPosition = type === 'REPLACE' && lastPage?.pathname === pathname
    const positions: ScrollPositions = savedPositions ?? new Map(keepsPosition ? lastPage?.positions : [])
    positionsByEntry.set(entry, positions)
    lastPage = { pathname, positions }
    if (!keepsPosition) box.scrollTop = 0
    const restoration = savedPositions && restore(box, savedPositions)
    const onScroll = ({ target }: Event): void => {
      const key = target instanceof HTMLElement ? target.dataset.scrollKey : undefined
      if (key && !restoration?.pending.has(key)) positions.set(key, (target as HTMLElement).scrollTop)
    }
    box.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      restoration?.stop()
      box.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [root, entry, type, pathname])
}
