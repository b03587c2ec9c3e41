import * as z from 'zod/mini'
import { Id } from './base.ts'

/** Whom a card suits: everybody together, men among themselves, women among themselves. */
export const CardAudience = z.enum(['MIXED', 'MALE', 'FEMALE'])
export type CardAudience = z.infer<typeof CardAudience>

/** From tame to extreme, in this order. */
export const Spiciness = z.enum(['GREEN', 'YELLOW', 'RED', 'EXTREME'])
export type Spiciness = z.infer<typeof Spiciness>

export const CardType = z.enum(['TRUTH', 'DARE'])
export type CardType = z.infer<typeof CardType>

/** A card of the deck; its text holds `{actor}` and `{partner}` where names belong. Truths may have no spiciness. */
export const TruthOrDareCard = z.object({
  id: Id,
  cardType: CardType,
  text: z.string(),
  audiences: z.array(CardAudience),
  spiciness: z.nullable(Spiciness),
})
export type TruthOrDareCard = z.infer<typeof TruthOrDareCard>
TruthOrDareCard.register(z.globalRegistry, { id: 'TruthOrDareCard' })

/** How many cards the deck holds that has just taken the old one's place. */
export const StoredDeck = z.object({ cards: z.int() })

/** The member's own saved game: any JSON up to `GAME_STATE_MAX` bytes, null where none is saved. */
export const GameState = z.object({ gameState: z.nullable(z.unknown()) })
export type GameState = z.infer<typeof GameState>
