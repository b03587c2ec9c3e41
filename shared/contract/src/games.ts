import * as z from 'zod/mini'
import { atLeast, atMost, Id } from './base.ts'
import { PARTICIPANT_NAME_MAX } from './limits.ts'

/** The participants for whom a card is meant: a mixed group, only men, or only women. */
export const CardAudience = z.enum(['MIXED', 'MALE', 'FEMALE'])
export type CardAudience = z.infer<typeof CardAudience>

/** The levels of daring of a card, in ascending order. */
export const Spiciness = z.enum(['GREEN', 'YELLOW', 'RED', 'EXTREME'])
export type Spiciness = z.infer<typeof Spiciness>

export const CardType = z.enum(['TRUTH', 'DARE'])
export type CardType = z.infer<typeof CardType>

/**
 * A card of the deck. Its text contains `{actor}` and `{partner}` as placeholders for names. Truths may have no
 * spiciness.
 */
export const TruthOrDareCard = z.object({
  id: Id,
  cardType: CardType,
  text: z.string(),
  audiences: z.array(CardAudience),
  spiciness: z.nullable(Spiciness),
})
export type TruthOrDareCard = z.infer<typeof TruthOrDareCard>
TruthOrDareCard.register(z.globalRegistry, { id: 'TruthOrDareCard' })

/** The number of cards in the deck that has just replaced the old one. */
export const StoredDeck = z.object({ cards: z.int() })

/**
 * The game that the member has saved: any JSON with up to `GAME_STATE_BYTES_MAX` bytes and `GAME_STATE_DEPTH_MAX` levels
 * of nesting; null if none is saved.
 */
export const GameState = z.object({ gameState: z.nullable(z.unknown()) })
export type GameState = z.infer<typeof GameState>

/** With whom a participant can be paired; `DO_WITH_BOTH` means everyone, non-binary participants included. */
export const DoWith = z.enum(['DO_WITH_MALE', 'DO_WITH_FEMALE', 'DO_WITH_BOTH'])
export type DoWith = z.infer<typeof DoWith>

/** A participant in the game; the client generates the id. */
export const Participant = z.object({
  id: z.string(),
  name: z.string().check(atLeast(1, 'field.required'), atMost(PARTICIPANT_NAME_MAX, 'text.long')),
  sex: z.enum(['MALE', 'FEMALE', 'NON_BINARY']),
  doWith: DoWith,
})
export type Participant = z.infer<typeof Participant>

export const GameAudience = z.enum(['MIXEDAUDIENCE', 'MALEAUDIENCE', 'FEMALEAUDIENCE'])
export type GameAudience = z.infer<typeof GameAudience>

/** The settings by which cards are drawn. `truthDareRatio` is 0 for dares only, 1 for truths only. */
export const GameSettings = z.object({
  spiciness: Spiciness,
  audience: GameAudience,
  truthDareRatio: z.number().check(z.gte(0), z.lte(1)),
})
export type GameSettings = z.infer<typeof GameSettings>

/** The value that the web app saves as `gameState`. */
export const Game = z.object({
  participants: z.array(Participant),
  settings: GameSettings,
  /** The index of the participant whose turn it is. */
  turn: z.int().check(z.gte(0)),
  /** The cards drawn so far, in this order. They are not drawn again until all cards of the deck have been drawn. */
  used: z.array(Id),
  drawn: z.nullable(z.object({ cardId: Id, partnerId: z.nullable(z.string()) })),
})
export type Game = z.infer<typeof Game>
