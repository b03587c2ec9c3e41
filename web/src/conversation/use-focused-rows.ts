import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { AnyRow } from './rows.ts'

const isBubble = ({ kind }: AnyRow): boolean => kind === 'message' || kind === 'outgoing'

type Options<Row extends AnyRow> = {
  rows: readonly Row[]
  focusRow: (key: string) => void
  /** Enter on a message that is there, not on one that is on its way. */
  onActions: (row: Row, anchor: HTMLElement) => void
  onLeave: () => void
}

/** One bubble is reached by Tab; arrows lead to the others, Enter opens its actions, Escape leaves, from inside it to itself. */
export function useFocusedRows<Row extends AnyRow>(options: Options<Row>) {
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })
  const [active, setActive] = useState<string>()
  const { rows } = options
  const isThere = rows.some(({ key }) => key === active)
  const tabStop = isThere ? active : rows.findLast(isBubble)?.key

  // What had the focus has been taken away.
  const isLost = active !== undefined && !isThere
  useEffect(() => {
    if (!isLost || document.activeElement !== document.body) return
    if (tabStop) latest.current.focusRow(tabStop)
    else latest.current.onLeave()
  }, [isLost, tabStop])

  const onKey = useCallback((event: KeyboardEvent<HTMLElement>, key: string) => {
    if (event.target !== event.currentTarget) {
      // NOTE: a dialog that something in it has opened stands elsewhere in the page.
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
