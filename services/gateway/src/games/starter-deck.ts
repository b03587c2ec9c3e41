import type { TruthOrDareCard } from '@app/contract/games'
import { type Language, translate } from '@app/contract/text/language'
import { STARTER_CARDS } from './starter-cards.ts'

/** The first card's id, far above those of uploaded cards, so that a saved game never refers to the wrong card. */
const FIRST_ID = 900_000_000_000_000_001n

const decks = new Map<Language, TruthOrDareCard[]>()

function buildDeck(language: Language): TruthOrDareCard[] {
  const deck = STARTER_CARDS.map(({ sv, en, ...card }, index) => ({
    id: String(FIRST_ID + BigInt(index)),
    ...card,
    text: translate({ sv, en }, language),
  }))
  decks.set(language, deck)
  return deck
}

/** Returns the starter deck: the same cards, with the same ids, in both languages. */
export const getStarterDeck = (language: Language): TruthOrDareCard[] => decks.get(language) ?? buildDeck(language)
