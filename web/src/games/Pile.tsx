import { useEffect, useRef, useState } from 'react'
import { classes } from '../ui/classes.ts'
import styles from './card.module.css'
import { CardBack, PlayCard, type ShownCard } from './PlayCard.tsx'

/** Includes the progress in the key, because a card returns in each round of the deck. */
const keyOf = ({ card, actor, progress }: ShownCard): string => `${card.id} ${actor.id} ${progress.number}`

/** Keeps the previous card while it slides off. */
function useLeaving(shown: ShownCard | null): { leaving: ShownCard | null; clearLeaving: () => void } {
  const [leaving, setLeaving] = useState<ShownCard | null>(null)
  const before = useRef(shown)
  const key = shown && keyOf(shown)
  useEffect(() => {
    if (before.current && key !== keyOf(before.current)) setLeaving(before.current)
    before.current = shown
  }, [key, shown])
  return { leaving, clearLeaving: () => setLeaving(null) }
}

/** Shows the drawn card on the remaining deck. The next card rises while the previous one slides off. */
export function Pile({ shown }: { shown: ShownCard | null }) {
  const { leaving, clearLeaving } = useLeaving(shown)
  return (
    <div className={styles.pile}>
      <span className={classes(styles.under, styles.left)} />
      <span className={classes(styles.under, styles.right)} />
      <div key={shown ? keyOf(shown) : 'back'} className={classes(styles.card, leaving !== null && styles.rising)}>
        {shown ? <PlayCard {...shown} /> : <CardBack />}
      </div>
      {leaving && (
        <div
          key={`leaving ${keyOf(leaving)}`}
          className={classes(styles.card, styles.leaving)}
          onAnimationEnd={clearLeaving}
          aria-hidden
        >
          <PlayCard {...leaving} />
        </div>
      )}
    </div>
  )
}
