import { CardType, type TruthOrDareCard } from '@app/contract/games'
import { useState } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { ChoicePills } from '../ui/forms/ChoicePills.tsx'
import { ShowMore } from '../ui/lists/ShowMore.tsx'
import styles from './games.module.css'
import { CardText } from './PlayCard.tsx'
import { SpicinessDots } from './SpicinessDots.tsx'
import { gamesTexts } from './texts.ts'

const PAGE_SIZE = 30
const TYPE_FILTERS = ['all', ...CardType.options] as const

function CardRow({ card }: { card: TruthOrDareCard }) {
  const t = useTexts(gamesTexts)
  return (
    <li className={styles.row}>
      <p className={styles.meta}>
        <strong>{t(card.cardType)}</strong>
        {card.spiciness && (
          <span className={styles.spicinessLabel}>
            <SpicinessDots spiciness={card.spiciness} />
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
  const [typeFilter, setTypeFilter] = useState<(typeof TYPE_FILTERS)[number]>('all')
  const [pageCount, setPageCount] = useState(1)
  const cards = deck.filter(({ cardType }) => typeFilter === 'all' || cardType === typeFilter)
  return (
    <div className={styles.section}>
      <ChoicePills
        legend={t('cardType')}
        choices={TYPE_FILTERS.map((value) => ({ value, label: t(value) }))}
        value={typeFilter}
        onChange={setTypeFilter}
        dense
      />
      <p role="status" className={styles.hint}>
        {cards.length === 0 ? t('none') : t('shown', { cards: cards.length })}
      </p>
      <ul className={styles.list}>
        {cards.slice(0, pageCount * PAGE_SIZE).map((card) => (
          <CardRow key={card.id} card={card} />
        ))}
      </ul>
      {cards.length > pageCount * PAGE_SIZE && (
        <ShowMore label={t('more')} load={async () => setPageCount(pageCount + 1)} />
      )}
    </div>
  )
}
