import { type Game, GameState, type Participant, TruthOrDareCard } from '@app/contract/games'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import * as z from 'zod/mini'
import { EMPTY_GAME } from '../games/game.ts'
import { removeCachedGame } from '../games/game-cache.ts'
import { useDeckUpload } from '../games/uploads.ts'
import { endSession, startSession } from '../lib/http/session.ts'
import { mira, onGet, onPost, renderInApp, respondEmpty, respondWith } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { GamesPage } from './GamesPage.tsx'

export const DECK = 'games/truth-or-dare'
export const STATE = `${DECK}/game-state`

export const aCard = (id: number, changes: Partial<TruthOrDareCard> = {}): TruthOrDareCard => ({
  id: String(id),
  cardType: 'DARE',
  text: `{actor}, kort ${id}`,
  audiences: ['MIXED'],
  spiciness: 'GREEN',
  ...changes,
})

export const twelveCards = Array.from({ length: 12 }, (_, n) => aCard(n + 1))

export const aParticipant = (name: string, changes: Partial<Participant> = {}): Participant => ({
  id: name,
  name,
  sex: 'FEMALE',
  doWith: 'DO_WITH_BOTH',
  ...changes,
})

export const aGame = (...participants: Participant[]): Game => ({ ...EMPTY_GAME, participants })
export const serveDeck = (deck: TruthOrDareCard[]) => onGet(DECK, respondWith(z.array(TruthOrDareCard), deck))
export const serveGame = (game: Game | null) => onGet(STATE, respondWith(GameState, { gameState: game }))
export const open = (tab?: string) => renderInApp(<GamesPage />, tab ? `/games?tab=${tab}` : '/games')
export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
export const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))

/** The requests that saved the game in the current test. */
export let saves: ReturnType<typeof onPost>

/** Sets up each test with a logged-in member, a deck of twelve cards and no saved game. */
export function setUpGames(): void {
  setUpFreshDevice()
  beforeAll(async () => {
    // Opening the database for the first time takes longer than the tests with fake timers wait.
    await Promise.all([import('../games/DeckUpload.tsx'), removeCachedGame(mira.userName)])
  }, 60_000)
  beforeEach(() => {
    startSession(mira)
    useDeckUpload.setState({ upload: { state: 'idle' } })
    serveDeck(twelveCards)
    serveGame(null)
    saves = onPost(STATE, respondEmpty)
  })
  afterEach(async () => {
    cleanup()
    // Otherwise the response to a pending save would cache the game again after its removal.
    endSession('loggedOut')
    await removeCachedGame(mira.userName)
  })
}
