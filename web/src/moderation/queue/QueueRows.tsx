import type { CaseRow } from '@app/contract/safety/cases'
import { Link } from 'react-router-dom'
import { useNow } from '../../lib/text/clock.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../../ui/classes.ts'
import { Avatar } from '../../ui/photos/Avatar.tsx'
import { isFree, isHeldByMe, isHeldByOther, useCaseNames } from '../case/use-case-names.ts'
import { caseUrl } from '../case-url.ts'
import { useDurations } from '../use-durations.ts'
import styles from './queue.module.css'
import { queueTexts } from './queue-texts.ts'
import { SeverityChip } from './SeverityChip.tsx'

type RowProps = { row: CaseRow; isNext: boolean }
type Props = { rows: readonly CaseRow[]; nextId: string | null }

/** Shows which admin has the case, and for how long, or that it is free. */
function Holder({ row }: { row: CaseRow }) {
  const t = useTexts(queueTexts)
  const now = useNow()
  const { until } = useDurations()
  if (!row.heldBy || !row.claimedUntil || !(isHeldByMe(row, now) || isHeldByOther(row, now)))
    return isFree(row, now) && <span className={styles.free}>{t('free')}</span>
  return (
    <span className={styles.holder}>
      <Avatar name={row.heldBy} shape="person" size={32} plain />
      <span className={styles.holderText}>
        <strong dir="auto">{row.heldByMe ? t('you') : row.heldBy}</strong>
        <span>{t('heldUntil', { time: until(row.claimedUntil) })}</span>
      </span>
    </span>
  )
}

/** Names the case. Links to it unless another admin has it. */
function CaseName({ row }: { row: CaseRow }) {
  const { title, subject } = useCaseNames()
  const now = useNow()
  return (
    <>
      {isHeldByOther(row, now) ? (
        <span className={styles.title}>{title(row)}</span>
      ) : (
        <Link className={classes(styles.title, styles.link)} to={caseUrl(row.id)}>
          {title(row)}
        </Link>
      )}
      <span className={styles.subject} dir="auto">
        {subject(row)}
      </span>
    </>
  )
}

function Aim({ row: { dueAt } }: { row: CaseRow }) {
  const { text, isUrgent } = useDurations().aim(dueAt)
  return <span className={classes(styles.aim, isUrgent && styles.urgent)}>{text}</span>
}

function TableRow({ row, isNext }: RowProps) {
  const { since } = useDurations()
  return (
    <tr className={classes(styles.row, isNext && styles.next)}>
      <td>
        <SeverityChip severity={row.severity} />
      </td>
      <td>
        <CaseName row={row} />
      </td>
      <td className={styles.number}>{row.reports}</td>
      <td className={styles.number}>{since(row.openedAt)}</td>
      <td>
        <Aim row={row} />
      </td>
      <td>
        <Holder row={row} />
      </td>
    </tr>
  )
}

const COLUMNS = ['severity', 'case', 'reports', 'age', 'aim', 'holder'] as const

/** Shows the cases in a table, for wide screens. */
export function QueueTable({ rows, nextId }: Props) {
  const t = useTexts(queueTexts)
  return (
    <table className={styles.table} aria-label={t('cases')}>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={row.id} row={row} isNext={row.id === nextId} />
        ))}
      </tbody>
    </table>
  )
}

function Card({ row, isNext }: RowProps) {
  const { since } = useDurations()
  return (
    <li className={classes(styles.card, isNext && styles.next)}>
      <div className={styles.cardTop}>
        <SeverityChip severity={row.severity} />
        <span className={styles.age}>{since(row.openedAt)}</span>
        <Aim row={row} />
      </div>
      <div className={styles.cardBody}>
        <div className={styles.cardName}>
          <CaseName row={row} />
        </div>
        <Holder row={row} />
      </div>
    </li>
  )
}

/** Shows the cases in two lines each, for narrow screens. */
export function QueueCards({ rows, nextId }: Props) {
  const t = useTexts(queueTexts)
  return (
    <ul className={styles.cards} aria-label={t('cases')}>
      {rows.map((row) => (
        <Card key={row.id} row={row} isNext={row.id === nextId} />
      ))}
    </ul>
  )
}
