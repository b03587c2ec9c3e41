import type { CardType, DoWith, Game, GameSettings, Participant, TruthOrDareCard } from '@app/contract/games'
import { Spiciness } from '@app/contract/games'
import { actorIn } from './game.ts'

/** A function that returns a number from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number

/** The game after a draw, and the reason if no card could be drawn. */
export type Draw =
  | { game: Game; problem: null }
  | { game: Game; problem: 'noParticipants' | 'noCards' }
  | { game: Game; problem: 'noPartner'; name: string }

const PARTNER_SEXES: Record<DoWith, Participant['sex'][]> = {
  DO_WITH_MALE: ['MALE'],
  DO_WITH_FEMALE: ['FEMALE'],
  DO_WITH_BOTH: ['MALE', 'FEMALE', 'NON_BINARY'],
}
/** The audience that a card needs for each audience of a game. */
export const CARD_AUDIENCES = { MIXEDAUDIENCE: 'MIXED', MALEAUDIENCE: 'MALE', FEMALEAUDIENCE: 'FEMALE' } as const

const acceptsAsPartner = ({ doWith }: Participant, { sex }: Participant): boolean => PARTNER_SEXES[doWith].includes(sex)

/** Returns the participants whose preferences match the actor's, in both directions. */
export const partnersOf = (actor: Participant, participants: Participant[]): Participant[] =>
  participants.filter(
    (other) => other.id !== actor.id && acceptsAsPartner(actor, other) && acceptsAsPartner(other, actor),
  )

/** Changes who may be paired with a participant. Withdraws a drawn card whose pair no longer fits. */
export function changePartners(game: Game, id: string, doWith: DoWith): Game {
  const participants = game.participants.map((one) => (one.id === id ? { ...one, doWith } : one))
  const next = { ...game, participants }
  const [actor, partnerId] = [actorIn(next), game.drawn?.partnerId]
  const isPair = !actor || !partnerId || partnersOf(actor, participants).some((partner) => partner.id === partnerId)
  return isPair ? next : { ...next, drawn: null }
}

export const needsPartner = ({ text }: Pick<TruthOrDareCard, 'text'>): boolean => text.includes('{partner}')

const levelOf = (spiciness: Spiciness): number => Spiciness.options.indexOf(spiciness)

const allowedCardTypes = ({ truthDareRatio }: GameSettings): CardType[] => [
  ...(truthDareRatio > 0 ? (['TRUTH'] as const) : []),
  ...(truthDareRatio < 1 ? (['DARE'] as const) : []),
]

/** Returns the cards that the settings allow by type, audience and maximum spiciness. */
export function allowedCards(deck: TruthOrDareCard[], settings: GameSettings): TruthOrDareCard[] {
  const cardTypes = allowedCardTypes(settings)
  const audience = CARD_AUDIENCES[settings.audience]
  const maxLevel = levelOf(settings.spiciness)
  return deck.filter(
    ({ cardType, audiences, spiciness }) =>
      cardTypes.includes(cardType) &&
      audiences.includes(audience) &&
      (spiciness === null || levelOf(spiciness) <= maxLevel),
  )
}

/** Returns the allowed cards that some participant can play. */
export function playableCards(deck: TruthOrDareCard[], { settings, participants }: Game): TruthOrDareCard[] {
  const hasPair = participants.some((actor) => partnersOf(actor, participants).length > 0)
  return allowedCards(deck, settings).filter((card) => hasPair || !needsPartner(card))
}

const pickRandom = <Value>(values: readonly Value[], random: Random): Value | undefined =>
  values[Math.floor(random() * values.length)]

/** Picks a card of the type that the ratio selects, or of the other type if no such card is left. */
function pickCard(
  cards: TruthOrDareCard[],
  { truthDareRatio }: GameSettings,
  random: Random,
): TruthOrDareCard | undefined {
  const preferredType = random() < truthDareRatio ? 'TRUTH' : 'DARE'
  const cardsOfType = cards.filter(({ cardType }) => cardType === preferredType)
  return pickRandom(cardsOfType.length > 0 ? cardsOfType : cards, random)
}

/**
 * Returns the ids of the used cards, without those of earlier decks, because a saved game has a size limit. Once all
 * playable cards are used, they count as unused again.
 */
function usedIdsIn(game: Game, deck: TruthOrDareCard[]): string[] {
  const deckIds = new Set(deck.map(({ id }) => id))
  const used = new Set(game.used.filter((id) => deckIds.has(id)))
  const playable = playableCards(deck, game)
  if (playable.every(({ id }) => used.has(id))) for (const { id } of playable) used.delete(id)
  return [...used]
}

/** Excludes the last drawn card, so that it does not repeat when a new round starts, unless it is the only card. */
function withoutLast(cards: TruthOrDareCard[], { used }: Game): TruthOrDareCard[] {
  const otherCards = cards.filter(({ id }) => id !== used.at(-1))
  return otherCards.length > 0 ? otherCards : cards
}

/** Draws a card for the participant whose turn it is, or returns why none can be drawn. */
export function drawCard(game: Game, deck: TruthOrDareCard[], random: Random): Draw {
  const actor = actorIn(game)
  if (!actor) return { game: { ...game, drawn: null }, problem: 'noParticipants' }
  const partners = partnersOf(actor, game.participants)
  const usedIds = usedIdsIn(game, deck)
  const usedIdSet = new Set(usedIds)
  const unused = allowedCards(deck, game.settings).filter(({ id }) => !usedIdSet.has(id))
  const playableByActor = unused.filter((card) => partners.length > 0 || !needsPartner(card))
  const card = pickCard(withoutLast(playableByActor, game), game.settings, random)
  if (!card) {
    const gameWithoutCard = { ...game, drawn: null }
    return unused.length > 0
      ? { game: gameWithoutCard, problem: 'noPartner', name: actor.name }
      : { game: gameWithoutCard, problem: 'noCards' }
  }
  const partner = needsPartner(card) ? pickRandom(partners, random) : undefined
  const drawn = { cardId: card.id, partnerId: partner?.id ?? null }
  return { game: { ...game, used: [...usedIds, card.id], drawn }, problem: null }
}

/** Returns how many of the playable cards have been drawn, and their total. */
export function deckProgress(game: Game, deck: TruthOrDareCard[]): { drawnCount: number; total: number } {
  const playable = playableCards(deck, game)
  const used = new Set(game.used)
  return { drawnCount: playable.filter(({ id }) => used.has(id)).length, total: playable.length }
}
