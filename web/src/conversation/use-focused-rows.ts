import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { AnyRow } from './rows.ts'

const isBubble = ({ kind }: AnyRow): boolean => kind === 'message' || kind === 'outgoing'

type Options<Row extends AnyRow> = {
  rows: readonly Row[]
  focusRow: (key: string) => void
  /** Enter on a message that is there, not on one that is on its way. */
  onActions: (row: Row, anchor: HTMLElement) => void
  onLeave: () => void
}

/** One bubble is reached by Tab; arrows lead to the others, Enter opens its actions, Escape leaves. */
export function useFocusedRows<Row extends AnyRow>(options: Options<Row>) {
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })
  const [active, setActive] = useState<string>()
  const { rows } = options
  const tabStop = rows.some(({ key }) => key === active) ? active : rows.findLast(isBubble)?.key

  const onKey = useCallback((event: KeyboardEvent<HTMLElement>, key: string) => {
    if (event.target !== event.currentTarget) return
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
