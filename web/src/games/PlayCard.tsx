import type { Participant, TruthOrDareCard } from '@app/contract/games'
import { useRef } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { classes } from '../ui/classes.ts'
import { useScrollableByKeys } from '../ui/layout/use-scrollable-by-keys.ts'
import styles from './card.module.css'
import { splitCardText } from './card-text.ts'
import { SpicinessDots } from './SpicinessDots.tsx'
import { gamesTexts } from './texts.ts'

export type ShownCard = {
  card: TruthOrDareCard
  actor: Participant
  partner: Participant | undefined
  progress: { drawnCount: number; total: number }
}

const ARCHES = [8, 30, 54, 78, 102, 126]

const Arches = () => (
  <svg className={styles.arches} viewBox="0 0 260 200" aria-hidden>
    {ARCHES.map((radius) => (
      <path key={radius} d={`M${130 - radius} 210V${140}A${radius} ${radius} 0 0 1 ${130 + radius} 140V210`} />
    ))}
  </svg>
)

/** Renders a card's text with names, or words for the roles, in place of the placeholders. */
export function CardText({ text, actor, partner }: { text: string; actor: string; partner: string | undefined }) {
  return splitCardText(text, { actor, partner }).map((part) =>
    part.isName ? (
      <em key={part.offset} className={styles.name}>
        {part.text}
      </em>
    ) : (
      part.text
    ),
  )
}

const LONG_TEXT_LENGTH = 130
const VERY_LONG_TEXT_LENGTH = 280

/** Returns the class that makes a long text smaller; a text that still does not fit scrolls. */
const sizeClassOf = ({ text }: TruthOrDareCard): string | false | undefined =>
  text.length > VERY_LONG_TEXT_LENGTH ? styles.veryLong : text.length > LONG_TEXT_LENGTH && styles.long

/** Renders the front of a card. */
export function PlayCard({ card, actor, partner, progress }: ShownCard) {
  const t = useTexts(gamesTexts)
  const textRef = useRef<HTMLParagraphElement>(null)
  useScrollableByKeys(textRef)
  return (
    <>
      <Arches />
      <p className={styles.top}>
        <span>{t(card.cardType)}</span>
        {card.spiciness && (
          <span className={styles.spiciness}>
            {t(card.spiciness)}
            <SpicinessDots spiciness={card.spiciness} />
          </span>
        )}
      </p>
      <p ref={textRef} className={classes(styles.text, sizeClassOf(card))}>
        <CardText text={card.text} actor={actor.name} partner={partner?.name} />
      </p>
      <p className={styles.count}>{t('count', { number: progress.drawnCount, of: progress.total })}</p>
    </>
  )
}

/** Renders the back of the deck, with the number of its cards once that is known. */
export function CardBack({ cards }: { cards: number | undefined }) {
  const t = useTexts(gamesTexts)
  return (
    <>
      <Arches />
      <p className={styles.text} aria-hidden>
        {t('page')}
      </p>
      <p className={styles.count}>{cards !== undefined && t('shown', { cards })}</p>
    </>
  )
}
