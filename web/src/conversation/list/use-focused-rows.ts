import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { AnyRow } from './rows.ts'

const isBubble = ({ kind }: AnyRow): boolean => kind === 'message' || kind === 'outgoing'

type Options<Row extends AnyRow> = {
  rows: readonly Row[]
  focusRow: (key: string) => void
  /** Called on Enter for a stored message, not for an outgoing one. */
  onActions: (row: Row, anchor: HTMLElement) => void
  onLeave: () => void
}

/**
 * Implements a roving tabindex: Tab reaches one bubble, arrow keys move to the others, Enter opens the actions. Escape
 * leaves the list, or returns from inside a bubble to the bubble.
 */
export function useFocusedRows<Row extends AnyRow>(options: Options<Row>) {
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })
  const [active, setActive] = useState<string>()
  const { rows } = options
  const isThere = rows.some(({ key }) => key === active)
  const tabStop = isThere ? active : rows.findLast(isBubble)?.key

  // The focused row was removed.
  const isLost = active !== undefined && !isThere
  useEffect(() => {
    if (!isLost || document.activeElement !== document.body) return
    if (tabStop) latest.current.focusRow(tabStop)
    else latest.current.onLeave()
  }, [isLost, tabStop])

  const onKey = useCallback((event: KeyboardEvent<HTMLElement>, key: string) => {
    if (event.target !== event.currentTarget) {
      // NOTE: React events also bubble from dialogs opened in the row, which are elsewhere in the DOM.
      if (event.key === 'Escape' && event.currentTarget.contains(event.target as Node)) event.currentTarget.focus()
      return
    }
    const {
      rows: bubbles,
      focusRow,
      onActions,
      onLeave,
    } = { ...latest.current, rows: latest.current.rows.filter(isBubble) }
    const index = bubbles.findIndex((row) => row.key === key)
    const row = bubbles[index]
    const next =
      event.key === 'ArrowUp' ? bubbles[index - 1] : event.key === 'ArrowDown' ? bubbles[index + 1] : undefined
    if (next) focusRow(next.key)
    else if (event.key === 'Escape') onLeave()
    else if (event.key === 'Enter' && row?.kind === 'message') onActions(row, event.currentTarget)
    else return
    event.preventDefault()
  }, [])

  return { tabStop, onFocus: setActive, onKey }
}
