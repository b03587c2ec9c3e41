import type { Instant } from '@app/contract/base'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { Link, type LinkProps, useLocation } from 'react-router-dom'
import { classes } from './classes.ts'
import styles from './list-pane.module.css'
import { RowLine, RowText } from './RowText.tsx'

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Up and down move the focus between the rows, Home and End to its ends. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('a[data-list-row]')]
  const here = rows.findIndex((row) => event.target instanceof Node && row.contains(event.target))
  const step = STEPS[event.key]
  const next = step ? rows[here + step] : event.key === 'Home' ? rows[0] : event.key === 'End' ? rows.at(-1) : null
  if (!next || here < 0) return
  event.preventDefault()
  next.focus()
}

type FrameProps = {
  label: string
  /** Nothing stands beside the list. */
  alone: boolean
  children: ReactNode
}

/** The column of a page that lists what can be opened beside it. */
export const ListFrame = ({ label, alone, children }: FrameProps) => (
  <section className={classes(styles.column, alone && styles.alone)} aria-label={label} onKeyDown={moveBetweenRows}>
    {children}
  </section>
)

/** What of the column scrolls. */
export const ListScroller = ({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) => (
  <div ref={ref} className={styles.scroller} data-place="list">
    {children}
  </div>
)

type Props = FrameProps & {
  head?: ReactNode
  foot?: ReactNode
  /** The head and the rows are one surface. */
  joined?: boolean
}

/** A column with one list. */
export const ListPane = ({ head, foot, joined, children, ...frame }: Props) => (
  <ListFrame {...frame}>
    {head && <div className={classes(styles.head, joined && styles.joined)}>{head}</div>}
    <ListScroller>{children}</ListScroller>
    {foot && <div className={styles.foot}>{foot}</div>}
  </ListFrame>
)

type RowsProps = {
  title?: string | undefined
  /** It leads the whole list, or is only read aloud, above cards that speak for themselves. */
  look?: 'group' | 'lead' | 'hidden'
  /** Cards, instead of rows. */
  cards?: boolean
  /** Brings what is not shown yet. */
  more?: ReactNode
  children: ReactNode
}

/** Rows under a heading that may be missing. */
export const ListRows = ({ title, look = 'group', cards, more, children }: RowsProps) => (
  <section aria-label={title}>
    {title && <h2 className={look === 'hidden' ? 'visually-hidden' : styles[look]}>{title}</h2>}
    <ul className={cards ? styles.cards : styles.rows}>{children}</ul>
    {more}
  </section>
)

type RowProps = Omit<LinkProps, 'className' | 'state'> & {
  selected: boolean
  unread?: boolean
  /** Beside the link. */
  action?: ReactNode
}

/** Leads to what it names, from which an arrow leads back to this list. */
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

type WordsProps = { name: ReactNode; nameMarks?: ReactNode; time?: Instant; preview: ReactNode; marks?: ReactNode }

/** What a row says beside its picture: the preview has one line, at whose end its marks stand. */
export const ListText = ({ name, nameMarks, time, preview, marks }: WordsProps) => (
  <RowText name={name} marks={nameMarks} time={time}>
    <RowLine>
      <span className={styles.preview} dir="auto">
        {preview}
      </span>
      {marks}
    </RowLine>
  </RowText>
)
