import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Row } from '../chats/rows.ts'

const isBubble = ({ kind }: Row): boolean => kind === 'message' || kind === 'outgoing'

type MessageRow = Extract<Row, { kind: 'message' }>

type Options = {
  rows: readonly Row[]
  focusRow: (key: string) => void
  onActions: (row: MessageRow, anchor: HTMLElement) => void
  onLeave: () => void
}

/** One bubble is reached by Tab; arrows lead to the others, Enter opens its actions, Escape leaves. */
export function useFocusedRows(options: Options) {
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
