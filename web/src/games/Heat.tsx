import { Spiciness } from '@app/contract/games'
import { classes } from '../ui/classes.ts'
import styles from './games.module.css'

/** Renders one to four dots, always beside the word. */
export const HeatDots = ({ heat }: { heat: Spiciness }) => (
  <span className={styles.dots} aria-hidden>
    {Spiciness.options.map((level, dotIndex) => (
      <span key={level} className={classes(styles.dot, dotIndex <= Spiciness.options.indexOf(heat) && styles.lit)} />
    ))}
  </span>
)
