import { Spiciness } from '@app/contract/games'
import { classes } from '../ui/classes.ts'
import styles from './games.module.css'

/** Shows a card's spiciness as one to four dots; the adjacent text states it in words. */
export const SpicinessDots = ({ spiciness }: { spiciness: Spiciness }) => (
  <span className={styles.dots} aria-hidden>
    {Spiciness.options.map((level, dotIndex) => (
      <span
        key={level}
        className={classes(styles.dot, dotIndex <= Spiciness.options.indexOf(spiciness) && styles.lit)}
      />
    ))}
  </span>
)
