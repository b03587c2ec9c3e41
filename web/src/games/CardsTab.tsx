import { CardAudience, CardType, Spiciness, type TruthOrDareCard } from '@app/contract/games'
import { lazy, Suspense } from 'react'
import { useIsTeam } from '../lib/http/session.ts'
import { useTexts } from '../lib/text/texts.ts'
import { CardList } from './CardList.tsx'
import styles from './games.module.css'
import { gamesTexts } from './texts.ts'

const DeckUpload = lazy(async () => ({ default: (await import('./DeckUpload.tsx')).DeckUpload }))

type Key = CardType | Spiciness | CardAudience | 'noHeat'

const rowsOf = (deck: TruthOrDareCard[]): { title: 'kind' | 'heat' | 'audience'; counts: [Key, number][] }[] => {
  const count = (keys: readonly Key[], has: (card: TruthOrDareCard, key: Key) => boolean): [Key, number][] =>
    keys.map((key) => [key, deck.filter((card) => has(card, key)).length])
  return [
    { title: 'kind', counts: count(CardType.options, ({ cardType }, key) => cardType === key) },
    {
      title: 'heat',
      counts: count([...Spiciness.options, 'noHeat'], ({ spiciness }, key) => (spiciness ?? 'noHeat') === key),
    },
    {
      title: 'audience',
      counts: count(CardAudience.options, ({ audiences }, key) => audiences.some((audience) => audience === key)),
    },
  ]
}

function Counts({ deck }: { deck: TruthOrDareCard[] }) {
  const t = useTexts(gamesTexts)
  return (
    <dl className={styles.counts}>
      {rowsOf(deck).map(({ title, counts }) => (
        <div key={title}>
          <dt>{t(title)}</dt>
          {counts
            .filter(([key, number]) => key !== 'noHeat' || number > 0)
            .map(([key, number]) => (
              <dd key={key}>
                {t(key)} <strong>{number}</strong>
              </dd>
            ))}
        </div>
      ))}
    </dl>
  )
}

/** Describes the current deck; the team can replace it. */
export function CardsTab({ deck }: { deck: TruthOrDareCard[] }) {
  const t = useTexts(gamesTexts)
  const team = useIsTeam()
  return (
    <div className={styles.cards}>
      <section className={styles.part} aria-labelledby="game-deck">
        <h2 id="game-deck">{t('deck', { cards: deck.length })}</h2>
        <Counts deck={deck} />
      </section>
      <Suspense>{team && <DeckUpload />}</Suspense>
      <CardList deck={deck} />
    </div>
  )
}
