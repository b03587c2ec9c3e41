import type { KeyboardEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { classes } from './classes.ts'
import styles from './list-pane.module.css'

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

type Props = {
  label: string
  /** Nothing stands beside the list. */
  alone: boolean
  head?: ReactNode
  foot?: ReactNode
  /** The head and the rows are one surface. */
  joined?: boolean
  children: ReactNode
}

/** The column of a page that lists what can be opened beside it. */
export const ListPane = ({ label, alone, head, foot, joined, children }: Props) => (
  <section className={classes(styles.column, alone && styles.alone)} aria-label={label} onKeyDown={moveBetweenRows}>
    {head && <div className={classes(styles.head, joined && styles.joined)}>{head}</div>}
    <div className={styles.scroller}>{children}</div>
    {foot && <div className={styles.foot}>{foot}</div>}
  </section>
)

/** Rows under a heading that may be missing. */
export const ListRows = ({ title, children }: { title?: string; children: ReactNode }) => (
  <section>
    {title && <h2 className={styles.group}>{title}</h2>}
    <ul className={styles.rows}>{children}</ul>
  </section>
)

type RowProps = Omit<LinkProps, 'className'> & {
  selected: boolean
  unread?: boolean
  /** Beside the link. */
  action?: ReactNode
}

export const ListRow = ({ selected, unread, action, children, ...link }: RowProps) => (
  <li className={classes(styles.item, Boolean(action) && styles.withAction)}>
    <Link
      {...link}
      className={classes(styles.row, selected && styles.selected, unread && styles.unread)}
      aria-current={selected ? 'true' : undefined}
      data-list-row
    >
      {children}
    </Link>
    {action}
  </li>
)

type WordsProps = { name: ReactNode; time?: ReactNode; preview: ReactNode; marks?: ReactNode }

/** What a row says beside its picture. */
export const ListWords = ({ name, time, preview, marks }: WordsProps) => (
  <span className={styles.words}>
    <span className={styles.line}>
      <span className={styles.name}>{name}</span>
      {time && <span className={styles.time}>{time}</span>}
    </span>
    <span className={styles.line}>
      <span className={styles.preview} dir="auto">
        {preview}
      </span>
      {marks}
    </span>
  </span>
)
