import type { Instant } from '@app/contract/base'
import { useEventTimes } from '../lib/event-times.ts'
import { classes } from './classes.ts'
import styles from './date-block.module.css'

type Props = {
  instant: Instant
  /** Large and filled, at the head of a page. */
  hero?: boolean
  /** It has been, or will not be. */
  past?: boolean
}

/** The day of an event as a leaf of a calendar. */
export function DateBlock({ instant, hero = false, past = false }: Props) {
  const { month, day, weekday, whole } = useEventTimes()
  const length = hero ? 'long' : 'short'
  return (
    <time className={classes(styles.block, hero && styles.hero, past && styles.past)} dateTime={instant}>
      <span className="visually-hidden">{whole(instant)}</span>
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
