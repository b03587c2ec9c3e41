import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** The number of rows rendered at first, added when an end comes near, and rendered at most. */
const SIZE = 60
const STEP = 40
const MAX = 150
/** Rows within this many pixels beyond the edge are already rendered. */
const MARGIN = 1_200
/** A distance to the end, in pixels, up to which the list counts as being at its end. */
const AT_BOTTOM = 40

type Keyed = { readonly key: string }

/** The rendered range by the keys of its ends; null is the end of all rows. */
type Span = { first: string | null; last: string | null }

const indexOf = (rows: readonly Keyed[], key: string | null): number =>
  key === null ? -1 : rows.findIndex((row) => row.key === key)

function boundsOf(rows: readonly Keyed[], { first, last }: Span): { from: number; to: number } {
  const lastIndex = indexOf(rows, last)
  const to = lastIndex < 0 ? rows.length : lastIndex + 1
  const firstIndex = indexOf(rows, first)
  return { from: firstIndex < 0 ? Math.max(0, to - SIZE) : Math.min(firstIndex, to), to }
}

function spanOf(rows: readonly Keyed[], from: number, to: number): Span {
  return { first: rows[Math.max(0, from)]?.key ?? null, last: to >= rows.length ? null : (rows[to - 1]?.key ?? null) }
}

type Options = {
  /** The row that starts in the upper third; without one the list starts at its end. */
  startAt: string | null
  onTop: (() => void) | null
  onEnd: (() => void) | null
}

/**
 * Renders a window of a long list and moves it on scrolling. The browser lays out every row before it comes into view,
 * and changes above the view are compensated before the next paint, so that nothing jumps. A list at its end stays
 * there, however much is added, until the reader scrolls up.
 */
export function useWindow(rows: readonly Keyed[], { startAt, onTop, onEnd }: Options) {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [span, setSpan] = useState<Span>(() =>
    startAt === null
      ? { first: null, last: null }
      : spanOf(rows, Math.min(rows.length - SIZE, indexOf(rows, startAt) - STEP / 2), indexOf(rows, startAt) + MAX / 2),
  )
  const [atBottom, setAtBottom] = useState(startAt === null)
  const stuck = useRef(startAt === null)
  const hasScrolledToStart = useRef(false)
  const lastTop = useRef(0)
  const anchor = useRef<{ key: string; top: number } | null>(null)
  const focusTarget = useRef<string | null>(null)
  const { from, to } = boundsOf(rows, span)
  const isEndRendered = to === rows.length && onEnd === null

  const elementOf = useCallback(
    (key: string) => content.current?.querySelector<HTMLElement>(`[data-row="${key}"]`) ?? null,
    [],
  )

  /** Saves the first row in view, which keeps its position when something above it changes. */
  const saveAnchor = useCallback(() => {
    const box = scroller.current
    if (!box) return
    lastTop.current = box.scrollTop
    const elements = content.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []
    let low = 0
    let high = elements.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      const element = elements[middle]
      if (element && element.offsetTop + element.offsetHeight > box.scrollTop) high = middle
      else low = middle + 1
    }
    const element = elements[low]
    anchor.current = element?.dataset.row ? { key: element.dataset.row, top: element.offsetTop } : null
  }, [])

  const setStuck = useCallback((now: boolean) => {
    stuck.current = now
    setAtBottom(now)
  }, [])

  /**
   * Renders more rows near an end, loads more where none are left, and drops rows from the far end beyond the maximum.
   */
  const extend = useCallback(() => {
    const box = scroller.current
    if (!box || box.clientHeight === 0) return
    const top = box.scrollTop
    const bottom = box.scrollHeight - top - box.clientHeight
    const rowsMax = top < MARGIN && bottom < MARGIN ? Number.POSITIVE_INFINITY : MAX
    if (from > 0 && top < MARGIN) setSpan(spanOf(rows, from - STEP, Math.min(to, Math.max(0, from - STEP) + rowsMax)))
    else if (to < rows.length && bottom < MARGIN) setSpan(spanOf(rows, Math.max(from, to + STEP - rowsMax), to + STEP))
    if (from === 0 && top < 2 * MARGIN) onTop?.()
    if (to === rows.length && bottom < MARGIN) onEnd?.()
  }, [rows, from, to, onTop, onEnd])

  const updateScroll = useCallback(() => {
    const box = scroller.current
    if (!box) return
    const start = startAt && !hasScrolledToStart.current ? elementOf(startAt) : null
    if (focusTarget.current) {
      const bubble = elementOf(focusTarget.current)?.querySelector<HTMLElement>('[data-key]')
      bubble?.focus({ preventScroll: true })
      bubble?.scrollIntoView?.({ block: 'nearest' })
      focusTarget.current = null
    } else if (start) {
      box.scrollTop = start.offsetTop - box.clientHeight / 5
      // Content that fits into the view never scrolls, so no scroll event would set this.
      if (isEndRendered && box.scrollHeight - box.scrollTop - box.clientHeight <= AT_BOTTOM) setStuck(true)
    } else if (stuck.current) box.scrollTop = box.scrollHeight
    else if (anchor.current) {
      const now = elementOf(anchor.current.key)
      if (now) box.scrollTop += now.offsetTop - anchor.current.top
    }
    hasScrolledToStart.current = true
    saveAnchor()
    extend()
  }, [startAt, isEndRendered, elementOf, setStuck, saveAnchor, extend])

  useLayoutEffect(updateScroll)

  useEffect(() => {
    const box = scroller.current
    if (!box || !content.current) return
    const observer = new ResizeObserver(updateScroll)
    observer.observe(box)
    observer.observe(content.current)
    return () => observer.disconnect()
  }, [updateScroll])

  const onScroll = useCallback(() => {
    const box = scroller.current
    if (!box) return
    const movedUp = box.scrollTop < lastTop.current - 1
    const gap = box.scrollHeight - box.scrollTop - box.clientHeight
    if (gap <= AT_BOTTOM && isEndRendered) setStuck(true)
    else if (movedUp) setStuck(false)
    saveAnchor()
    extend()
  }, [isEndRendered, setStuck, saveAnchor, extend])

  const toBottom = useCallback(() => {
    setSpan({ first: null, last: null })
    setStuck(true)
  }, [setStuck])

  /** Focuses a row, rendering it first if it is outside of the window. */
  const focusRow = useCallback(
    (key: string) => {
      focusTarget.current = key
      const index = indexOf(rows, key)
      if (index >= from && index < to) updateScroll()
      else {
        setStuck(false)
        setSpan(spanOf(rows, index - MAX / 2, index + MAX / 2))
      }
    },
    [rows, from, to, updateScroll, setStuck],
  )

  const isStuck = useCallback(() => stuck.current, [])
  return { scroller, content, from, to, atBottom, isStuck, onScroll, toBottom, focusRow }
}
