import { useEffect, useRef, useState } from 'react'
import { classes } from '../ui/classes.ts'
import styles from './card.module.css'
import { CardBack, PlayCard, type ShownCard } from './PlayCard.tsx'

/** Returns a key for one draw of a card. Includes the progress, because a card returns in each round of the deck. */
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

/**
 * Returns whether the card is being turned over, because the deck was face down before. Set while rendering, so that
 * the face does not show before the card turns.
 */
function useTurning(key: string | null, startsFaceDown: boolean): { isTurning: boolean; endTurning: () => void } {
  const [state, setState] = useState({ key, isTurning: startsFaceDown && key !== null })
  const next = state.key === key ? state : { key, isTurning: state.key === null && key !== null }
  if (next !== state) setState(next)
  return { isTurning: next.isTurning, endTurning: () => setState({ key, isTurning: false }) }
}

const CardsBelow = () => (
  <>
    <span className={classes(styles.under, styles.left)} />
    <span className={classes(styles.under, styles.right)} />
  </>
)

/** Shows the whole deck face down, before the game. */
export const Deck = ({ cards }: { cards: number | undefined }) => (
  <div className={classes(styles.pile, styles.deck)}>
    <CardsBelow />
    <div className={styles.card}>
      <CardBack cards={cards} />
    </div>
  </div>
)

type Props = {
  shownCard: ShownCard | null
  /** The number of cards in the deck. */
  cards: number
  /** Whether the first shown card was face down a moment ago. */
  startsFaceDown?: boolean
}

/**
 * Shows the drawn card on the remaining deck. The first card turns over; each further card rises while the previous one
 * slides off.
 */
export function Pile({ shownCard, cards, startsFaceDown = false }: Props) {
  const { leaving, clearLeaving } = useLeavingCard(shownCard)
  const key = shownCard && keyOf(shownCard)
  const { isTurning, endTurning } = useTurning(key, startsFaceDown)
  return (
    <div className={styles.pile}>
      <CardsBelow />
      <div
        key={key ?? 'back'}
        className={classes(styles.card, leaving !== null && styles.rising, isTurning && styles.face)}
        onAnimationEnd={isTurning ? endTurning : undefined}
      >
        {shownCard ? <PlayCard {...shownCard} /> : <CardBack cards={cards} />}
      </div>
      {isTurning && (
        <div className={classes(styles.card, styles.back)} aria-hidden>
          <CardBack cards={cards} />
        </div>
      )}
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
