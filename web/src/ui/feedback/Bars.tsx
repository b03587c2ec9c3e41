import { classes } from '../classes.ts'
import styles from './bars.module.css'

/** Draws a ratio as filled bars; the adjacent text states it in words. */
export const Bars = ({ on, of, fine }: { on: number; of: number; fine?: boolean }) => (
  <span className={classes(styles.bars, fine && styles.fine)} aria-hidden>
    {Array.from({ length: of }, (_, index) => index).map((index) => (
      <span key={index} className={classes(styles.bar, index < on && styles.barOn)} />
    ))}
  </span>
)

export const Steps = ({ on, of, text }: { on: number; of: number; text: string }) => (
  <p className={styles.steps}>
    <Bars on={on} of={of} />
    {text}
  </p>
)
