import type { Participant, TruthOrDareCard } from '@app/contract/games'
import { useRef } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { classes } from '../ui/classes.ts'
import { useScrollableByKeys } from '../ui/layout/use-scrollable-by-keys.ts'
import styles from './card.module.css'
import { partsOf } from './card-text.ts'
import { HeatDots } from './Heat.tsx'
import { gamesTexts } from './texts.ts'

export type ShownCard = {
  card: TruthOrDareCard
  actor: Participant
  partner: Participant | undefined
  progress: { number: number; of: number }
}

const ARCHES = [8, 30, 54, 78, 102, 126]

const Arches = () => (
  <svg className={styles.arches} viewBox="0 0 260 200" aria-hidden>
    {ARCHES.map((radius) => (
      <path key={radius} d={`M${130 - radius} 210V${140}A${radius} ${radius} 0 0 1 ${130 + radius} 140V210`} />
    ))}
  </svg>
)

/** Renders the card's text with the names filled in; without names, with the roles they stand for. */
export function CardText({ text, actor, partner }: { text: string; actor: string; partner: string | undefined }) {
  return partsOf(text, { actor, partner }).map((part) =>
    part.isName ? (
      <em key={part.at} className={styles.name}>
        {part.text}
      </em>
    ) : (
      part.text
    ),
  )
}

const LONG = 130
const VERY_LONG = 280

/** Sets long texts smaller; texts that still do not fit scroll. */
const sizeOf = ({ text }: TruthOrDareCard): string | false | undefined =>
  text.length > VERY_LONG ? styles.veryLong : text.length > LONG && styles.long

/** Renders the front of a card. */
export function PlayCard({ card, actor, partner, progress }: ShownCard) {
  const t = useTexts(gamesTexts)
  const words = useRef<HTMLParagraphElement>(null)
  useScrollableByKeys(words)
  return (
    <>
      <Arches />
      <p className={styles.top}>
        <span>{t(card.cardType)}</span>
        {card.spiciness && (
          <span className={styles.heat}>
            {t(card.spiciness)}
            <HeatDots heat={card.spiciness} />
          </span>
        )}
      </p>
      <p ref={words} className={classes(styles.text, sizeOf(card))}>
        <CardText text={card.text} actor={actor.name} partner={partner?.name} />
      </p>
      <p className={styles.count}>{t('count', progress)}</p>
    </>
  )
}

/** Renders the back of the deck. */
export const CardBack = () => <Arches />
