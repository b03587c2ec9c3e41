import { useEffect, useRef, useState } from 'react'
import { classes } from '../ui/classes.ts'
import styles from './card.module.css'
import { CardBack, PlayCard, type ShownCard } from './PlayCard.tsx'

/** Returns a key for one drawing of a card. It includes the progress, because a card returns in each round of the deck. */
const keyOf = ({ card, actor, progress }: ShownCard): string => `${card.id} ${actor.id} ${progress.drawnCount}`

/** Returns the previous card while it slides off. */
function useLeavingCard(shownCard: ShownCard | null): { leaving: ShownCard | null; clearLeaving: () => void } {
  const [leaving, setLeaving] = useState<ShownCard | null>(null)
  const previous = useRef(shownCard)
  const key = shownCard && keyOf(shownCard)
  useEffect(() => {
    if (previous.current && key !== keyOf(previous.current)) setLeaving(previous.current)
    previous.current = shownCard
  }, [key, shownCard])
  return { leaving, clearLeaving: () => setLeaving(null) }
}

/** Shows the drawn card on the remaining deck. The next card rises while the previous one slides off. */
export function Pile({ shownCard }: { shownCard: ShownCard | null }) {
  const { leaving, clearLeaving } = useLeavingCard(shownCard)
  return (
    <div className={styles.pile}>
      <span className={classes(styles.under, styles.left)} />
      <span className={classes(styles.under, styles.right)} />
      <div
        key={shownCard ? keyOf(shownCard) : 'back'}
        className={classes(styles.card, leaving !== null && styles.rising)}
      >
        {shownCard ? <PlayCard {...shownCard} /> : <CardBack />}
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
