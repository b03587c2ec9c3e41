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
import { classes } from '../../ui/classes.ts'
import type { ConversationKey } from '../adapters.ts'
import type { Conversation } from '../conversation.ts'
import { isAfter } from '../ids.ts'
import { useMarkReading } from '../reading.ts'
import { conversationTexts } from '../texts.ts'
import styles from './list.module.css'
import type { AnyRow, UnreadStart } from './rows.ts'
import { useFocusedRows } from './use-focused-rows.ts'
import { useViewedMessages } from './use-viewed-messages.ts'
import { useWindow } from './use-window.ts'

/** Handlers that the list passes to every focusable row. */
export type RowHandlers = {
  onFocus: (key: string) => void
  onKey: (event: KeyboardEvent<HTMLElement>, key: string) => void
  /** Observes when an incoming message comes into view, to mark it as read. Returns a function that stops observing. */
  watch: (element: HTMLElement, id: Id) => () => void
}

/** A message that was opened from a quote or a link. */
export type RowTarget = {
  key: string
  /** Whether the message takes the focus. */
  focus: boolean
}

type Props<Row extends AnyRow> = {
  conversationKey: ConversationKey
  label: string
  conversation: Conversation
  rows: readonly Row[]
  unread: UnreadStart | null
  /** The client id of the member's last unconfirmed message. */
  lastUnconfirmedId: string | undefined
  /** The row to scroll to and to outline; a new object scrolls again. */
  target: RowTarget | null
  /** Called when the member leaves that row for the end of the list. */
  onTargetLeft: () => void
  /**
   * Receives a function that returns whether the list is at its end. A list that replaces one at its end also
   * starts there.
   */
  isAtEnd: RefObject<() => boolean>
  fetchOlder: () => Promise<void>
  fetchNewer: () => Promise<void>
  fetchNewest: () => Promise<unknown>
  onRead: (id: Id) => void
  /** Called on Enter for a stored message. */
  onActions: (row: Row, anchor: HTMLElement) => void
  /**
   * Called when Escape or the button to the end leaves the list, or when its last message is removed while it has the
   * focus.
   */
  onLeave: () => void
  renderRow: (row: Row, tabStop: boolean, handlers: RowHandlers) => ReactNode
  /** Shown below the last row. */
  footer?: ReactNode
  children: ReactNode
}

/** Shows the messages of a conversation: windowed, with a divider above unread ones, marked as read once viewed. */
export function ConversationList<Row extends AnyRow>(props: Props<Row>) {
  const { conversationKey, label, conversation, rows, unread, lastUnconfirmedId, isAtEnd, target } = props
  const { onRead, onActions, onLeave, fetchOlder, fetchNewer, fetchNewest, onTargetLeft } = props
  const t = useTexts(conversationTexts)
  const { messages, hasOlder, hasNewer } = conversation
  const [hasFailed, setHasFailed] = useState(false)

  const loadOlder = useCallback(() => void fetchOlder().catch(() => setHasFailed(true)), [fetchOlder])
  const loadNewer = useCallback(() => void fetchNewer().catch(() => undefined), [fetchNewer])
  const [startTarget] = useState(target)
  const [startAt] = useState(() => target?.key ?? (!isAtEnd.current() && unread ? 'unread' : null))
  const list = useWindow(rows, {
    startAt,
    startsInMiddle: startTarget !== null,
    onNearStart: hasOlder && !hasFailed ? loadOlder : null,
    onNearEnd: hasNewer ? loadNewer : null,
  })
  const { scrollToEnd, scrollToRow, isPinned } = list
  useMarkReading(conversationKey, list.isAtEnd)
  useEffect(() => {
    isAtEnd.current = isPinned
    return () => {
      isAtEnd.current = () => false
    }
  }, [isAtEnd, isPinned])

  const { lastViewedId, watch } = useViewedMessages(
    list.scroller,
    unread ? unread.after : (messages.at(-1)?.id ?? null),
    onRead,
  )
  const newMessageCount = messages.filter(
    ({ id, mine, deleted }) => !mine && !deleted && isAfter(id, lastViewedId),
  ).length

  const goToEnd = useCallback(() => {
    onTargetLeft()
    if (hasNewer) void fetchNewest()
    scrollToEnd()
  }, [fetchNewest, hasNewer, scrollToEnd, onTargetLeft])

  const retryOlder = () => {
    // The pressed button is removed.
    list.content.current?.querySelector<HTMLElement>('[data-key]')?.focus({ preventScroll: true })
    setHasFailed(false)
  }

  const handledTarget = useRef(startTarget?.focus ? null : startTarget)
  useEffect(() => {
    if (target && target !== handledTarget.current) scrollToRow({ ...target, middle: true })
    handledTarget.current = target
  }, [target, scrollToRow])

  const wasAtEnd = useRef(list.isAtEnd)
  useEffect(() => {
    if (list.isAtEnd && !wasAtEnd.current) onTargetLeft()
    wasAtEnd.current = list.isAtEnd
  }, [list.isAtEnd, onTargetLeft])

  // Sending a message always scrolls to the end.
  const handledId = useRef(lastUnconfirmedId)
  useEffect(() => {
    if (lastUnconfirmedId && lastUnconfirmedId !== handledId.current) goToEnd()
    handledId.current = lastUnconfirmedId
  }, [lastUnconfirmedId, goToEnd])

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
          {props.footer}
        </div>
      </div>
      {hasFailed && (
        <p className={styles.olderFailed} role="alert">
          {t('list.olderFailed')}{' '}
          <button type="button" className="text-link" onClick={retryOlder}>
            {t('list.retry')}
          </button>
        </p>
      )}
      {(!list.isAtEnd || hasNewer) && (
        <button
          type="button"
          className={classes(styles.pill, target !== null && styles.toLatest)}
          aria-label={target || hasNewer || newMessageCount > 0 ? undefined : t('list.toLatestMessage')}
          onClick={({ detail }) => {
            // Reaching the end removes the button. On a key press, which has no click count, the focus moves on.
            if (detail === 0) onLeave()
            goToEnd()
          }}
        >
          {newMessageCount > 0 && !hasNewer
            ? t('list.toNewCount', { count: newMessageCount })
            : target
              ? t('list.toLatest')
              : hasNewer && t('list.toNew')}
          <ArrowDown size="1.125rem" strokeWidth={1.75} aria-hidden />
        </button>
      )}
      {props.children}
    </div>
  )
}
