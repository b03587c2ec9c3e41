import type { Instant } from '@app/contract/base'
import { useEventTimes } from '../../lib/text/event-times.ts'
import { classes } from '../classes.ts'
import styles from './date-block.module.css'

type Props = {
  instant: Instant
  /** Whether the block is large and filled, for the top of a page. */
  hero?: boolean
  /** Whether the event is past or canceled. */
  past?: boolean
}

/** Shows the day of an event as a page of a tear-off calendar. */
export function DateBlock({ instant, hero = false, past = false }: Props) {
  const { month, day, weekday, dateAndTime } = useEventTimes()
  const length = hero ? 'long' : 'short'
  return (
    <time className={classes(styles.block, hero && styles.hero, past && styles.past)} dateTime={instant}>
      <span className="visually-hidden">{dateAndTime(instant)}</span>
      <span className={styles.month} aria-hidden>
        {month(instant, length)}
      </span>
      <span className={styles.day} aria-hidden>
        {day(instant)}
      </span>
      <span className={styles.weekday} aria-hidden>
        {weekday(instant, length)}
      </span>
    </time>
  )
}
