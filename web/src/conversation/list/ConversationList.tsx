import type { Id } from '@app/contract/base'
import { ArrowDown } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import type { ConversationKey } from '../adapters.ts'
import type { Conversation } from '../conversation.ts'
import { isAfter } from '../ids.ts'
import { useMarkReading } from '../reading.ts'
import { conversationTexts } from '../texts.ts'
import styles from './list.module.css'
import type { AnyRow, UnreadStart } from './rows.ts'
import { useFocusedRows } from './use-focused-rows.ts'
import { useSeen } from './use-seen.ts'
import { useWindow } from './use-window.ts'

/** Handlers that the list passes to every focusable row. */
export type RowHandlers = {
  onFocus: (key: string) => void
  onKey: (event: KeyboardEvent<HTMLElement>, key: string) => void
  /** Observes an incoming message and reports when it comes into view. */
  watch: (element: HTMLElement, id: Id) => () => void
}

type Props<Row extends AnyRow> = {
  of: ConversationKey
  label: string
  conversation: Conversation
  rows: readonly Row[]
  unread: UnreadStart | null
  /** The client id of the member's last unconfirmed message. */
  lastWritten: string | undefined
  /** The row that starts in the upper third; by default the first unread one. */
  startAt?: string | undefined
  /**
   * Receives a function that returns whether the list is at its end. A list that replaces one at its end starts there,
   * too.
   */
  atEnd: RefObject<() => boolean>
  older: () => Promise<void>
  newer: () => Promise<void>
  newest: () => Promise<unknown>
  onRead: (id: Id) => void
  onActions: (row: Row, anchor: HTMLElement) => void
  onLeave: () => void
  renderRow: (row: Row, tabStop: boolean, handlers: RowHandlers) => ReactNode
  /** Shown below the last row. */
  foot?: ReactNode
  children: ReactNode
}

/** The messages of a conversation: windowed, with a line above new messages, and marked as read when seen. */
export function ConversationList<Row extends AnyRow>(props: Props<Row>) {
  const { of, label, conversation, rows, unread, lastWritten, atEnd, onRead, onActions, onLeave } = props
  const { older, newer, newest } = props
  const t = useTexts(conversationTexts)
  const { messages, hasOlder, hasNewer } = conversation
  const [failed, setFailed] = useState(false)

  const loadOlder = useCallback(() => void older().catch(() => setFailed(true)), [older])
  const loadNewer = useCallback(() => void newer().catch(() => undefined), [newer])
  const [startAt] = useState(() => (atEnd.current() ? null : (props.startAt ?? (unread ? 'unread' : null))))
  const list = useWindow(rows, {
    startAt,
    onTop: hasOlder && !failed ? loadOlder : null,
    onEnd: hasNewer ? loadNewer : null,
  })
  const { toBottom, isStuck } = list
  useMarkReading(of, list.atBottom)
  useEffect(() => {
    atEnd.current = isStuck
    return () => {
      atEnd.current = () => false
    }
  }, [atEnd, isStuck])

  const { viewed, watch } = useSeen(list.scroller, unread ? unread.after : (messages.at(-1)?.id ?? null), onRead)
  const newBelow = messages.filter(({ id, mine, deleted }) => !mine && !deleted && isAfter(id, viewed)).length

  const goToBottom = useCallback(() => {
    if (hasNewer) void newest()
    toBottom()
  }, [newest, hasNewer, toBottom])

  // Sending a message always scrolls to the end.
  const broughtBy = useRef(lastWritten)
  useEffect(() => {
    if (lastWritten && lastWritten !== broughtBy.current) goToBottom()
    broughtBy.current = lastWritten
  }, [lastWritten, goToBottom])

  const { tabStop, onFocus, onKey } = useFocusedRows({ rows, focusRow: list.focusRow, onActions, onLeave })
  const handlers = useMemo(() => ({ onFocus, onKey, watch }), [onFocus, onKey, watch])

  return (
    <div className={styles.list}>
      <div ref={list.scroller} className={styles.scroller} onScroll={list.onScroll}>
        <div ref={list.content} className={styles.content}>
          <div role="log" aria-label={label}>
            {/* Scrolling adds rows as well; the Announcer announces incoming messages instead. */}
            <div aria-live="off">
              {rows.slice(list.from, list.to).map((row) => (
                <div key={row.key} data-row={row.key}>
                  {props.renderRow(row, row.key === tabStop, handlers)}
                </div>
              ))}
            </div>
          </div>
          {props.foot}
        </div>
      </div>
      {failed && (
        <p className={styles.olderFailed} role="alert">
          {t('list.olderFailed')}{' '}
          <button type="button" className="text-link" onClick={() => setFailed(false)}>
            {t('list.retry')}
          </button>
        </p>
      )}
      {(!list.atBottom || hasNewer) && (
        <button
          type="button"
          className={styles.pill}
          aria-label={hasNewer || newBelow > 0 ? undefined : t('list.toLatest')}
          onClick={goToBottom}
        >
          {hasNewer ? t('list.toNew') : newBelow > 0 && t('list.toNewCount', { count: newBelow })}
          <ArrowDown size="1.125rem" strokeWidth={1.75} aria-hidden />
        </button>
      )}
      {props.children}
    </div>
  )
}
