import type { Game, TruthOrDareCard } from '@app/contract/games'
import { create } from 'zustand'
import { type Draw, drawCard } from './draw.ts'
import { passTurn } from './game.ts'
import { changeGame } from './store.ts'

type Problem = Exclude<Draw, { problem: null }>

/** The reason that no card could be drawn; valid until the game changes. */
export const useProblem = create<{ problem: Problem | null }>(() => ({ problem: null }))

function deal(deck: TruthOrDareCard[], from: (game: Game) => Game): void {
  changeGame((game) => {
    const draw = drawCard(from(game), deck, Math.random)
    useProblem.setState({ problem: draw.problem === null ? null : draw })
    return draw.game
  })
}

/** Returns the problem only if it belongs to this state of the game. */
export const problemOf = (problem: Problem | null, game: Game): Problem | null =>
  problem?.game === game ? problem : null

/** Passes the turn and draws a card, unless the current participant has not had a card yet. */
export const nextCard = (deck: TruthOrDareCard[], hadTurn: boolean): void =>
  deal(deck, (game) => (hadTurn ? passTurn(game) : game))

/** Draws another card for the same participant; if there is none, passes the turn. */
export const skipCard = (deck: TruthOrDareCard[], stuck: boolean): void =>
  deal(deck, (game) => (stuck ? passTurn(game) : game))
