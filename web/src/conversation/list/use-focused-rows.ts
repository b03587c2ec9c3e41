import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { AnyRow } from './rows.ts'

const isFocusable = ({ kind }: AnyRow): boolean => kind === 'message' || kind === 'outgoing'

type Options<Row extends AnyRow> = {
  rows: readonly Row[]
  focusRow: (key: string) => void
  /** Called on Enter for a stored message, not for an outgoing one. */
  onActions: (row: Row, anchor: HTMLElement) => void
  onLeave: () => void
}

/**
 * Implements a roving tabindex: Tab reaches one message, arrow keys move to the others, Enter opens the actions. Escape
 * leaves the list, or returns from a control inside a message to the message.
 */
export function useFocusedRows<Row extends AnyRow>(options: Options<Row>) {
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })
  const [activeKey, setActiveKey] = useState<string>()
  const { rows } = options
  const activeExists = rows.some(({ key }) => key === activeKey)
  const tabStop = activeExists ? activeKey : rows.findLast(isFocusable)?.key

  const isActiveRemoved = activeKey !== undefined && !activeExists
  useEffect(() => {
    if (!isActiveRemoved || document.activeElement !== document.body) return
    if (tabStop) latest.current.focusRow(tabStop)
    else latest.current.onLeave()
  }, [isActiveRemoved, tabStop])

  const onKey = useCallback((event: KeyboardEvent<HTMLElement>, key: string) => {
    if (event.target !== event.currentTarget) {
      // NOTE: React events also bubble from dialogs that the row opened, although these have another parent in the DOM.
      const isInRow = event.currentTarget.contains(event.target as Node)
      if (event.key === 'Escape' && !event.nativeEvent.isComposing && isInRow) event.currentTarget.focus()
      return
    }
    const {
      rows: focusableRows,
      focusRow,
      onActions,
      onLeave,
    } = { ...latest.current, rows: latest.current.rows.filter(isFocusable) }
    const index = focusableRows.findIndex((row) => row.key === key)
    const row = focusableRows[index]
    const next =
      event.key === 'ArrowUp'
        ? focusableRows[index - 1]
        : event.key === 'ArrowDown'
          ? focusableRows[index + 1]
          : undefined
    if (next) focusRow(next.key)
    else if (event.key === 'Escape') onLeave()
    else if (event.key === 'Enter' && row?.kind === 'message') onActions(row, event.currentTarget)
    else return
    event.preventDefault()
  }, [])

  return { tabStop, onFocus: setActiveKey, onKey }
}
