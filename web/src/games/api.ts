import type { Game, GameState, TruthOrDareCard } from '@app/contract/games'
import { get, post } from '../lib/http/http.ts'
import { upload } from '../lib/http/upload.ts'

const DECK = 'games/truth-or-dare'

export const getDeck = (): Promise<TruthOrDareCard[]> => get(DECK)
export const getGame = (): Promise<GameState> => get(`${DECK}/game-state`)
export const postGame = (gameState: Game): Promise<void> => post(`${DECK}/game-state`, { gameState })

export function postDeck(
  file: File,
  options: { onPercent: (percent: number) => void; signal: AbortSignal },
): Promise<{ cards: number }> {
  const parts = new FormData()
  parts.set('file', file)
  return upload(DECK, parts, options)
}
