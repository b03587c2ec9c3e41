import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/**
 * The numbers of rows that are rendered at first, added near an end, and rendered at most unless the view needs more.
 */
const INITIAL_ROWS = 60
const STEP_ROWS = 40
const ROWS_MAX = 150
/** Rows within this many pixels beyond the edge are already rendered. */
const MARGIN_PX = 1_200
/** The fraction of the view above the start row. */
const FRACTION_ABOVE_START = 1 / 5
/** The maximum distance to the end, in pixels, at which the list counts as being at its end. */
const END_TOLERANCE_PX = 40

type Keyed = { readonly key: string }

/**
 * The rendered range, by the keys of its first and last row. If `last` is null, it extends to the end of all rows; if
 * `first` is null, it has INITIAL_ROWS rows.
 */
type RenderedRange = { first: string | null; last: string | null }

const distanceToEnd = ({ scrollHeight, scrollTop, clientHeight }: Element): number =>
  scrollHeight - scrollTop - clientHeight

const indexOf = (rows: readonly Keyed[], key: string | null): number =>
  key === null ? -1 : rows.findIndex((row) => row.key === key)

function boundsOf(rows: readonly Keyed[], { first, last }: RenderedRange): { from: number; to: number } {
  const lastIndex = indexOf(rows, last)
  const to = lastIndex < 0 ? rows.length : lastIndex + 1
  const firstIndex = indexOf(rows, first)
  return { from: firstIndex < 0 ? Math.max(0, to - INITIAL_ROWS) : Math.min(firstIndex, to), to }
}

function rangeOf(rows: readonly Keyed[], from: number, to: number): RenderedRange {
  return { first: rows[Math.max(0, from)]?.key ?? null, last: to >= rows.length ? null : (rows[to - 1]?.key ?? null) }
}

/** A row to scroll to: `middle` shows it in the middle of the view, else it moves as little as possible. */
type ScrollTarget = { key: string; middle: boolean; focus: boolean }

/** Scrolls an element to the middle of the view, or its start to the top if it is taller. */
function scrollToMiddle(box: Element, { offsetTop, offsetHeight }: HTMLElement): void {
  box.scrollTop = offsetTop - Math.max(0, (box.clientHeight - offsetHeight) / 2)
}

/** Outlines the message of a row for a moment; the stylesheet determines how long. */
function outline(bubble: HTMLElement): void {
  bubble.removeAttribute('data-outlined')
  // Reading the layout restarts the animation of a message that is outlined already.
  void bubble.offsetWidth
  bubble.setAttribute('data-outlined', '')
  bubble.addEventListener('animationend', () => bubble.removeAttribute('data-outlined'), { once: true })
}

type Options = {
  /** The key of the row that is in the upper third at first; null starts the list at its end. */
  startAt: string | null
  /** Whether that row is in the middle instead, outlined for a moment. */
  startsInMiddle: boolean
  /** Called when the reader comes near the first row; null if there are no older ones to load. */
  onNearStart: (() => void) | null
  /** Called when the reader comes near the last row; null if there are no newer ones to load. */
  onNearEnd: (() => void) | null
}

/**
 * Renders a window of a long list and moves it on scrolling. The browser lays out every row before it comes into view,
 * and changes above the view are compensated before the next paint, so that nothing jumps. A list at its end stays
 * there when rows are added or grow, until the reader scrolls up.
 */
export function useWindow(rows: readonly Keyed[], { startAt, startsInMiddle, onNearStart, onNearEnd }: Options) {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [range, setRange] = useState<RenderedRange>(() =>
    startAt === null
      ? { first: null, last: null }
      : rangeOf(
          rows,
          Math.min(rows.length - INITIAL_ROWS, indexOf(rows, startAt) - STEP_ROWS / 2),
          indexOf(rows, startAt) + ROWS_MAX / 2,
        ),
  )
  const [isAtEnd, setIsAtEnd] = useState(startAt === null)
  /** Whether the list stays at its end when rows are added or grow. */
  const isPinnedToEnd = useRef(startAt === null)
  const hasScrolledToStart = useRef(false)
  const lastTop = useRef(0)
  const anchor = useRef<{ key: string; top: number } | null>(null)
  const scrollTarget = useRef<ScrollTarget | null>(null)
  const { from, to } = boundsOf(rows, range)
  const isEndRendered = to === rows.length && onNearEnd === null

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

  const setPinned = useCallback((next: boolean) => {
    isPinnedToEnd.current = next
    setIsAtEnd(next)
  }, [])

  /**
   * Renders more rows near an end, loads more where none are left, and drops rows from the far end beyond the maximum.
   */
  const extend = useCallback(() => {
    const box = scroller.current
    if (!box || box.clientHeight === 0) return
    const top = box.scrollTop
    const bottom = distanceToEnd(box)
    const rowsMax = top < MARGIN_PX && bottom < MARGIN_PX ? Number.POSITIVE_INFINITY : ROWS_MAX
    if (from > 0 && top < MARGIN_PX)
      setRange(rangeOf(rows, from - STEP_ROWS, Math.min(to, Math.max(0, from - STEP_ROWS) + rowsMax)))
    else if (to < rows.length && bottom < MARGIN_PX)
      setRange(rangeOf(rows, Math.max(from, to + STEP_ROWS - rowsMax), to + STEP_ROWS))
    if (from === 0 && top < 2 * MARGIN_PX) onNearStart?.()
    if (to === rows.length && bottom < MARGIN_PX) onNearEnd?.()
  }, [rows, from, to, onNearStart, onNearEnd])

  const updateScroll = useCallback(() => {
    const box = scroller.current
    if (!box) return
    // The member has scrolled up, although the event follows only in the next frame. Content that became shorter also
    // moves the list up, but only as far as its end.
    if (box.scrollTop < lastTop.current - 1 && distanceToEnd(box) > END_TOLERANCE_PX) setPinned(false)
    const start = startAt && !hasScrolledToStart.current ? elementOf(startAt) : null
    if (scrollTarget.current) {
      const { key, middle, focus } = scrollTarget.current
      const row = elementOf(key)
      const bubble = row?.querySelector<HTMLElement>('[data-key]')
      if (focus) bubble?.focus({ preventScroll: true })
      if (row && middle) scrollToMiddle(box, row)
      else bubble?.scrollIntoView?.({ block: 'nearest' })
      if (bubble && middle) outline(bubble)
      scrollTarget.current = null
    } else if (start) {
      const bubble = start.querySelector<HTMLElement>('[data-key]')
      if (startsInMiddle) scrollToMiddle(box, start)
      else box.scrollTop = start.offsetTop - box.clientHeight * FRACTION_ABOVE_START
      if (startsInMiddle && bubble) outline(bubble)
      // Content that fits into the view never scrolls, so no scroll event would set this.
      if (isEndRendered && distanceToEnd(box) <= END_TOLERANCE_PX) setPinned(true)
    } else if (isPinnedToEnd.current) box.scrollTop = box.scrollHeight
    else if (anchor.current) {
      const element = elementOf(anchor.current.key)
      if (element) box.scrollTop += element.offsetTop - anchor.current.top
    }
    hasScrolledToStart.current = true
    saveAnchor()
    extend()
  }, [startAt, startsInMiddle, isEndRendered, elementOf, setPinned, saveAnchor, extend])

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
    const hasMovedUp = box.scrollTop < lastTop.current - 1
    if (distanceToEnd(box) <= END_TOLERANCE_PX && isEndRendered) setPinned(true)
    else if (hasMovedUp) setPinned(false)
    saveAnchor()
    extend()
  }, [isEndRendered, setPinned, saveAnchor, extend])

  const scrollToEnd = useCallback(() => {
    setRange({ first: null, last: null })
    setPinned(true)
  }, [setPinned])

  /** Scrolls to a row, rendering it first if it is outside of the window. */
  const scrollToRow = useCallback(
    (target: ScrollTarget) => {
      const { key, middle } = target
      scrollTarget.current = target
      const index = indexOf(rows, key)
      const isRendered = index >= from && index < to
      if (middle || !isRendered) setPinned(false)
      if (isRendered) updateScroll()
      else setRange(rangeOf(rows, index - ROWS_MAX / 2, index + ROWS_MAX / 2))
    },
    [rows, from, to, updateScroll, setPinned],
  )

  const focusRow = useCallback((key: string) => scrollToRow({ key, middle: false, focus: true }), [scrollToRow])

  const isPinned = useCallback(() => isPinnedToEnd.current, [])
  return { scroller, content, from, to, isAtEnd, isPinned, onScroll, scrollToEnd, scrollToRow, focusRow }
}
