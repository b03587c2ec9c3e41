import type { Game, TruthOrDareCard } from '@app/contract/games'
import { create } from 'zustand'
import { type Draw, drawCard } from './draw.ts'
import { passTurn } from './game.ts'
import { changeGame } from './store.ts'

type Problem = Exclude<Draw, { problem: null }>

/** Why there is no card, as long as nobody has changed the game. */
export const useProblem = create<{ problem: Problem | null }>(() => ({ problem: null }))

function deal(deck: TruthOrDareCard[], from: (game: Game) => Game): void {
  changeGame((game) => {
    const draw = drawCard(from(game), deck, Math.random)
    useProblem.setState({ problem: draw.problem === null ? null : draw })
    return draw.game
  })
}

/** The problem is about this very game. */
export const problemOf = (problem: Problem | null, game: Game): Problem | null =>
  problem?.game === game ? problem : null

/** The ball goes to the next name, unless the one who has it has had no card yet. */
export const nextCard = (deck: TruthOrDareCard[], hadTurn: boolean): void =>
  deal(deck, (game) => (hadTurn ? passTurn(game) : game))

/** Another card for the same one; where there is none, the turn goes on. */
export const skipCard = (deck: TruthOrDareCard[], stuck: boolean): void =>
  deal(deck, (game) => (stuck ? passTurn(game) : game))
