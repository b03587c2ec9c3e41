import type { TruthOrDareCard } from '@app/contract/games'
import { inLanguage, type Language } from '@app/contract/language'
import { STARTER_CARDS } from './starter-cards.ts'

/** Far above those of any deck that is put in, so that a saved game does not take one card for another. */
const FIRST_ID = 900_000_000_000_000_001n

const decks = new Map<Language, TruthOrDareCard[]>()

function build(language: Language): TruthOrDareCard[] {
  const deck = STARTER_CARDS.map(({ sv, en, ...card }, place) => ({
    id: String(FIRST_ID + BigInt(place)),
    ...card,
    text: inLanguage({ sv, en }, language),
  }))
  decks.set(language, deck)
  return deck
}

/** The deck that comes along: the same cards, with the same ids, in both languages. */
export const starterDeck = (language: Language): TruthOrDareCard[] => decks.get(language) ?? build(language)
