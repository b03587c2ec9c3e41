import type { CardType, DoWith, Game, GameSettings, Participant, TruthOrDareCard } from '@app/contract/games'
import { Spiciness } from '@app/contract/games'
import { actorIn } from './game.ts'

/** Returns a number from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number

export type Draw =
  | { game: Game; problem: null }
  | { game: Game; problem: 'noParticipants' | 'noCards' }
  | { game: Game; problem: 'noPartner'; name: string }

const PARTNER_SEXES: Record<DoWith, Participant['sex'][]> = {
  DO_WITH_MALE: ['MALE'],
  DO_WITH_FEMALE: ['FEMALE'],
  DO_WITH_BOTH: ['MALE', 'FEMALE', 'NON_BINARY'],
}
export const AUDIENCES = { MIXEDAUDIENCE: 'MIXED', MALEAUDIENCE: 'MALE', FEMALEAUDIENCE: 'FEMALE' } as const

const wants = ({ doWith }: Participant, { sex }: Participant): boolean => PARTNER_SEXES[doWith].includes(sex)

/** Returns the participants whose preferences match the actor's, in both directions. */
export const partnersOf = (actor: Participant, participants: Participant[]): Participant[] =>
  participants.filter((other) => other.id !== actor.id && wants(actor, other) && wants(other, actor))

export const needsPartner = ({ text }: Pick<TruthOrDareCard, 'text'>): boolean => text.includes('{partner}')

const heatOf = (spiciness: Spiciness): number => Spiciness.options.indexOf(spiciness)

const kindsOf = ({ truthDareRatio }: GameSettings): CardType[] => [
  ...(truthDareRatio > 0 ? (['TRUTH'] as const) : []),
  ...(truthDareRatio < 1 ? (['DARE'] as const) : []),
]

/** Returns the cards that the settings allow: for this audience and no hotter than chosen. */
export function cardsFor(deck: TruthOrDareCard[], settings: GameSettings): TruthOrDareCard[] {
  const kinds = kindsOf(settings)
  const audience = AUDIENCES[settings.audience]
  const heat = heatOf(settings.spiciness)
  return deck.filter(
    ({ cardType, audiences, spiciness }) =>
      kinds.includes(cardType) && audiences.includes(audience) && (spiciness === null || heatOf(spiciness) <= heat),
  )
}

/** Returns the allowed cards that some participant can play. */
export function playableCards(deck: TruthOrDareCard[], { settings, participants }: Game): TruthOrDareCard[] {
  const somePair = participants.some((actor) => partnersOf(actor, participants).length > 0)
  return cardsFor(deck, settings).filter((card) => somePair || !needsPartner(card))
}

const oneOf = <Thing>(things: readonly Thing[], random: Random): Thing | undefined =>
  things[Math.floor(random() * things.length)]

/** Picks a card of the kind that the ratio selects; of the other kind when that one is used up or missing. */
function pick(cards: TruthOrDareCard[], { truthDareRatio }: GameSettings, random: Random): TruthOrDareCard | undefined {
  const kind = random() < truthDareRatio ? 'TRUTH' : 'DARE'
  const ofKind = cards.filter(({ cardType }) => cardType === kind)
  return oneOf(ofKind.length > 0 ? ofKind : cards, random)
}

/**
 * Returns the used cards that are still in the deck. Once every playable card is used, those return to the deck. Ids of
 * earlier decks are dropped, because a saved game has a size limit.
 */
function usedIn(game: Game, deck: TruthOrDareCard[]): string[] {
  const known = new Set(deck.map(({ id }) => id))
  const used = new Set(game.used.filter((id) => known.has(id)))
  const playable = playableCards(deck, game)
  if (playable.every(({ id }) => used.has(id))) for (const { id } of playable) used.delete(id)
  return [...used]
}

/** Excludes the last drawn card, so that it does not repeat when a new round starts, unless it is the only card. */
function withoutLast(cards: TruthOrDareCard[], { used }: Game): TruthOrDareCard[] {
  const others = cards.filter(({ id }) => id !== used.at(-1))
  return others.length > 0 ? others : cards
}

/** Draws a card for the participant whose turn it is. */
export function drawCard(game: Game, deck: TruthOrDareCard[], random: Random): Draw {
  const actor = actorIn(game)
  if (!actor) return { game: { ...game, drawn: null }, problem: 'noParticipants' }
  const partners = partnersOf(actor, game.participants)
  const used = usedIn(game, deck)
  const usedIds = new Set(used)
  const unused = cardsFor(deck, game.settings).filter(({ id }) => !usedIds.has(id))
  const playableByActor = unused.filter((card) => partners.length > 0 || !needsPartner(card))
  const card = pick(withoutLast(playableByActor, game), game.settings, random)
  if (!card) {
    const without = { ...game, drawn: null }
    return unused.length > 0
      ? { game: without, problem: 'noPartner', name: actor.name }
      : { game: without, problem: 'noCards' }
  }
  const partner = needsPartner(card) ? oneOf(partners, random) : undefined
  const drawn = { cardId: card.id, partnerId: partner?.id ?? null }
  return { game: { ...game, used: [...used, card.id], drawn }, problem: null }
}

/** Returns the number of the drawn card, and how many playable cards there are. */
export function deckProgress(game: Game, deck: TruthOrDareCard[]): { number: number; of: number } {
  const playable = playableCards(deck, game)
  const used = new Set(game.used)
  return { number: playable.filter(({ id }) => used.has(id)).length, of: playable.length }
}
