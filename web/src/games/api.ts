import type { Game, GameState, TruthOrDareCard } from '@app/contract/games'
import { get, post } from '../lib/http/http.ts'

const DECK = 'games/truth-or-dare'

export const getDeck = (): Promise<TruthOrDareCard[]> => get(DECK)
export const getGame = (): Promise<GameState> => get(`${DECK}/game-state`)
export const postGame = (gameState: Game): Promise<void> => post(`${DECK}/game-state`, { gameState })

export async function postDeck(
  file: File,
  options: { onPercent: (percent: number) => void; signal: AbortSignal },
): Promise<{ cards: number }> {
  const parts = new FormData()
  parts.set('file', file)
  const { upload } = await import('../lib/http/upload.ts')
  return upload(DECK, parts, options)
}
