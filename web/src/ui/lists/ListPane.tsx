import type { Instant } from '@app/contract/base'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { Link, type LinkProps, useLocation } from 'react-router-dom'
import { classes } from '../classes.ts'
import styles from './list-pane.module.css'
import { RowLine, RowText } from './RowText.tsx'

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Moves the focus between rows with the up and down keys, and to the first and last with Home and End. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('a[data-list-row]')]
  const index = rows.findIndex((row) => event.target instanceof Node && row.contains(event.target))
  const step = STEPS[event.key]
  const next = step ? rows[index + step] : event.key === 'Home' ? rows[0] : event.key === 'End' ? rows.at(-1) : null
  if (!next || index < 0) return
  event.preventDefault()
  next.focus()
}

type FrameProps = {
  label: string
  /** Whether the list has no pane beside it. */
  isSinglePane: boolean
  children?: ReactNode
}

/** Renders the column with a list of items, which open beside it unless it is the only pane. */
export const ListFrame = ({ label, isSinglePane, children }: FrameProps) => (
  <section
    className={classes(styles.column, isSinglePane && styles.single)}
    aria-label={label}
    onKeyDown={moveBetweenRows}
  >
    {children}
  </section>
)

/** Renders the scrolling part of the column. */
export const ListScroller = ({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) => (
  <div ref={ref} className={styles.scroller} data-scroll-key="list">
    {children}
  </div>
)

type Props = FrameProps & {
  header?: ReactNode
  footer?: ReactNode
  /** Whether header and rows share one surface. */
  joined?: boolean
}

/** Renders a column with one list. */
export const ListPane = ({ header, footer, joined, children, ...frame }: Props) => (
  <ListFrame {...frame}>
    {header && <div className={classes(styles.header, joined && styles.joined)}>{header}</div>}
    <ListScroller>{children}</ListScroller>
    {footer && <div className={styles.footer}>{footer}</div>}
  </ListFrame>
)

type RowsProps = {
  title?: string | undefined
  /** The accessible name; by default the title. */
  label?: string
  /** The heading's style: of a group, of the whole list, or visually hidden above self-explanatory cards. */
  look?: 'group' | 'lead' | 'hidden'
  /** Renders cards instead of rows. */
  cards?: boolean
  /** The button that loads the next page. */
  more?: ReactNode
  children: ReactNode
}

/** Renders rows under an optional heading. */
export const ListRows = ({ title, label = title, look = 'group', cards, more, children }: RowsProps) => (
  <section aria-label={label}>
    {title && <h2 className={look === 'hidden' ? 'visually-hidden' : styles[look]}>{title}</h2>}
    <ul className={cards ? styles.cards : styles.rows}>{children}</ul>
    {more}
  </section>
)

type RowProps = Omit<LinkProps, 'className' | 'state'> & {
  selected: boolean
  unread?: boolean
  /** Rendered beside the link. */
  action?: ReactNode
}

/** Links to an item, whose back link returns to this list. */
export function ListRow({ selected, unread, action, children, ...link }: RowProps) {
  const { pathname, search } = useLocation()
  return (
    <li className={classes(styles.item, Boolean(action) && styles.withAction)}>
      <Link
        {...link}
        state={{ from: pathname + search }}
        className={classes(styles.row, selected && styles.selected, unread && styles.unread)}
        aria-current={selected ? 'true' : undefined}
        data-list-row
      >
        {children}
      </Link>
      {action}
    </li>
  )
}

type TextProps = { name: ReactNode; nameMarks?: ReactNode; time?: Instant; preview: ReactNode; marks?: ReactNode }

/** Renders a row's text beside its picture: the preview has one line and ends with the marks. */
export const ListText = ({ name, nameMarks, time, preview, marks }: TextProps) => (
  <RowText name={name} marks={nameMarks} time={time}>
    <RowLine>
      <span className={styles.preview} dir="auto">
        {preview}
      </span>
      {marks}
    </RowLine>
  </RowText>
)
