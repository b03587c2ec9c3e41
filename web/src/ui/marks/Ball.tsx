import type { CSSProperties } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../classes.ts'
import { uiTexts } from '../texts.ts'
import styles from './marks.module.css'

/** Shows the ball, which always means that it is the member's turn. */
export function Ball({ size = 14, labeled = true }: { size?: 14 | 18; labeled?: boolean }) {
  const t = useTexts(uiTexts)
  return (
    <span className={styles.ball} style={{ '--ball-size': `${size / 16}rem` } as CSSProperties}>
      {labeled && <span className="visually-hidden">{t('youHaveBall')}</span>}
    </span>
  )
}

type PassLineProps = { hasBall: boolean; name: string; hidesText?: boolean }

/**
 * Shows whose turn it is: the ball rolls to the other end when the turn changes. The text can be visually hidden in
 * narrow layouts, and hides itself where it does not fit.
 */
export function PassLine({ hasBall, name, hidesText = false }: PassLineProps) {
  const t = useTexts(uiTexts)
  return (
    <span className={classes(styles.turn, hasBall && styles.hasBall)}>
      <span className={hidesText ? 'visually-hidden' : undefined}>
        {hasBall ? t('youHaveBall') : t('ballIsWith', { name })}
      </span>
      <span className={classes(styles.passLine, !hasBall && styles.partnersTurn)} aria-hidden>
        <span className={styles.ring} />
        <span className={styles.roller}>
          <span className={styles.ball} />
        </span>
      </span>
    </span>
  )
}
