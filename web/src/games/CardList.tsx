import { CardType, type TruthOrDareCard } from '@app/contract/games'
import { useState } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { ChoicePills } from '../ui/forms/ChoicePills.tsx'
import { ShowMore } from '../ui/lists/ShowMore.tsx'
import styles from './games.module.css'
import { HeatDots } from './Heat.tsx'
import { CardText } from './PlayCard.tsx'
import { gamesTexts } from './texts.ts'

const AT_ONCE = 30
const KINDS = ['all', ...CardType.options] as const

function CardRow({ card }: { card: TruthOrDareCard }) {
  const t = useTexts(gamesTexts)
  return (
    <li className={styles.row}>
      <p className={styles.meta}>
        <strong>{t(card.cardType)}</strong>
        {card.spiciness && (
          <span className={styles.heatWord}>
            <HeatDots heat={card.spiciness} />
            {t(card.spiciness)}
          </span>
        )}
        <span>{card.audiences.map((audience) => t(audience)).join(' · ')}</span>
      </p>
      <p className={styles.rowText} tabIndex={-1}>
        <CardText text={card.text} actor={t('actor')} partner={t('partner')} />
      </p>
    </li>
  )
}

/** Lists the cards of the deck, a page at a time. */
export function CardList({ deck }: { deck: TruthOrDareCard[] }) {
  const t = useTexts(gamesTexts)
  const [kind, setKind] = useState<(typeof KINDS)[number]>('all')
  const [pages, setPages] = useState(1)
  const cards = deck.filter(({ cardType }) => kind === 'all' || cardType === kind)
  return (
    <div className={styles.part}>
      <ChoicePills
        legend={t('kind')}
        choices={KINDS.map((value) => ({ value, label: t(value) }))}
        value={kind}
        onChange={setKind}
        dense
      />
      <p role="status" className={styles.hint}>
        {cards.length === 0 ? t('none') : t('shown', { cards: cards.length })}
      </p>
      <ul className={styles.list}>
        {cards.slice(0, pages * AT_ONCE).map((card) => (
          <CardRow key={card.id} card={card} />
        ))}
      </ul>
      {cards.length > pages * AT_ONCE && <ShowMore label={t('more')} load={async () => setPages(pages + 1)} />}
    </div>
  )
}
