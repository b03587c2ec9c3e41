import type { CSSProperties } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../classes.ts'
import { uiTexts } from '../texts.ts'
import styles from './marks.module.css'

/** Marks that it is your turn. The ball has no other meaning. */
export function Ball({ size = 14, labelled = true }: { size?: 14 | 18; labelled?: boolean }) {
  const t = useTexts(uiTexts)
  return (
    <span className={styles.ball} style={{ '--ball-size': `${size / 16}rem` } as CSSProperties}>
      {labelled && <span className="visually-hidden">{t('youHaveBall')}</span>}
    </span>
  )
}

/**
 * Shows whose turn it is: the ball rolls to the other end when the turn changes. The words can be hidden in narrow
 * layouts.
 */
export function PassLine({ mine, name, wordless = false }: { mine: boolean; name: string; wordless?: boolean }) {
  const t = useTexts(uiTexts)
  return (
    <span className={classes(styles.turn, mine && styles.mine)}>
      <span className={wordless ? 'visually-hidden' : undefined}>
        {mine ? t('youHaveBall') : t('ballIsWith', { name })}
      </span>
      <span className={classes(styles.passLine, !mine && styles.theirs)} aria-hidden>
        <span className={styles.ring} />
        <span className={styles.roller}>
          <span className={styles.ball} />
        </span>
      </span>
    </span>
  )
}
