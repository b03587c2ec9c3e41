import { classes } from '../classes.ts'
import styles from './bars.module.css'

/** Shows a ratio as filled bars; the adjacent text states it in words. */
export const Bars = ({ filled, total, thin }: { filled: number; total: number; thin?: boolean }) => (
  <span className={classes(styles.bars, thin && styles.thin)} aria-hidden>
    {Array.from({ length: total }, (_, index) => index).map((index) => (
      <span key={index} className={classes(styles.bar, index < filled && styles.barOn)} />
    ))}
  </span>
)

export const Steps = ({ filled, total, text }: { filled: number; total: number; text: string }) => (
  <p className={styles.steps}>
    <Bars filled={filled} total={total} />
    {text}
  </p>
)
