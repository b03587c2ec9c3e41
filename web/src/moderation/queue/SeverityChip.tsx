import type { Severity } from '@app/contract/safety/categories'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../../ui/classes.ts'
import styles from './queue.module.css'
import { queueTexts } from './queue-texts.ts'

const LEVELS = { LOW: 1, MEDIUM: 2, HIGH: 3, CRITICAL: 4 } as const satisfies Record<Severity, number>
const BARS = [1, 2, 3, 4] as const
const TONES = {
  LOW: styles.low,
  MEDIUM: styles.medium,
  HIGH: styles.high,
  CRITICAL: styles.critical,
}

/** Shows how serious a case is: in a word, and by the number of filled bars. */
export function SeverityChip({ severity }: { severity: Severity }) {
  const t = useTexts(queueTexts)
  return (
    <span className={classes(styles.severity, TONES[severity])}>
      <span className={styles.bars} aria-hidden>
        {BARS.map((bar) => (
          <span key={bar} data-filled={bar <= LEVELS[severity] || undefined} />
        ))}
      </span>
      {t(`severity.${severity}`)}
    </span>
  )
}
