import { CardAudience, CardType, Spiciness, type TruthOrDareCard } from '@app/contract/games'
import { Suspense } from 'react'
import { lazy } from '../lib/device/chunks.ts'
import { useHasDuty } from '../lib/http/session.ts'
import { useTexts } from '../lib/text/texts.ts'
import { CardList } from './CardList.tsx'
import styles from './games.module.css'
import { gamesTexts } from './texts.ts'

const DeckUpload = lazy(async () => ({ default: (await import('./DeckUpload.tsx')).DeckUpload }))

type Category = CardType | Spiciness | CardAudience | 'noSpiciness'

/** Counts the cards of each type, spiciness and audience. */
const countByProperty = (
  deck: TruthOrDareCard[],
): { title: 'cardType' | 'spiciness' | 'audience'; counts: [Category, number][] }[] => {
  const count = (
    categories: readonly Category[],
    matches: (card: TruthOrDareCard, category: Category) => boolean,
  ): [Category, number][] =>
    categories.map((category) => [category, deck.filter((card) => matches(card, category)).length])
  return [
    { title: 'cardType', counts: count(CardType.options, ({ cardType }, category) => cardType === category) },
    {
      title: 'spiciness',
      counts: count(
        [...Spiciness.options, 'noSpiciness'],
        ({ spiciness }, category) => (spiciness ?? 'noSpiciness') === category,
      ),
    },
    {
      title: 'audience',
      counts: count(CardAudience.options, ({ audiences }, category) =>
        audiences.some((audience) => audience === category),
      ),
    },
  ]
}

function CardCounts({ deck }: { deck: TruthOrDareCard[] }) {
  const t = useTexts(gamesTexts)
  return (
    <dl className={styles.counts}>
      {countByProperty(deck).map(({ title, counts }) => (
        <div key={title}>
          <dt>{t(title)}</dt>
          {counts
            .filter(([category, count]) => category !== 'noSpiciness' || count > 0)
            .map(([category, count]) => (
              <dd key={category}>
                {t(category)} <strong>{count}</strong>
              </dd>
            ))}
        </div>
      ))}
    </dl>
  )
}

/** Shows the current deck and the number of its cards by property. The team's publishers can replace the deck. */
export function CardsTab({ deck }: { deck: TruthOrDareCard[] }) {
  const t = useTexts(gamesTexts)
  const mayPublish = useHasDuty('PUBLISH')
  return (
    <div className={styles.cards}>
      <section className={styles.section} aria-labelledby="game-deck">
        <h2 id="game-deck">{t('deck', { cards: deck.length })}</h2>
        <CardCounts deck={deck} />
      </section>
      <Suspense>{mayPublish && <DeckUpload />}</Suspense>
      <CardList deck={deck} />
    </div>
  )
}
