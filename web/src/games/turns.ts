import type { Game, TruthOrDareCard } from '@app/contract/games'
import { create } from 'zustand'
import { type Draw, drawCard } from './draw.ts'
import { passTurn } from './game.ts'
import { changeGame } from './store.ts'

type DrawProblem = Exclude<Draw, { problem: null }>

/** The reason why the last draw gave no card; valid until the game changes. */
export const useDrawProblem = create<{ problem: DrawProblem | null }>(() => ({ problem: null }))

function changeAndDraw(deck: TruthOrDareCard[], beforeDraw: (game: Game) => Game): void {
  changeGame((game) => {
    const draw = drawCard(beforeDraw(game), deck, Math.random)
    useDrawProblem.setState({ problem: draw.problem === null ? null : draw })
    return draw.game
  })
}

/** Returns the problem if it belongs to this state of the game, else null. */
export const findCurrentProblem = (problem: DrawProblem | null, game: Game): DrawProblem | null =>
  problem?.game === game ? problem : null

/** Draws a card for the next participant if the current turn is over, else for the current participant. */
export const drawNextCard = (deck: TruthOrDareCard[], isTurnOver: boolean): void =>
  changeAndDraw(deck, (game) => (isTurnOver ? passTurn(game) : game))

/** Draws another card for the same participant, or for the next one if the current one has no partner. */
export const skipCard = (deck: TruthOrDareCard[], hasNoPartner: boolean): void =>
  changeAndDraw(deck, (game) => (hasNoPartner ? passTurn(game) : game))
