import { Game, type TruthOrDareCard } from '@app/contract/games'
import { create } from 'zustand'
import { memberKeyOf } from '../lib/device/claims.ts'
import { useConnectivity } from '../lib/device/online.ts'
import { ApiError } from '../lib/http/api-error.ts'
import { failed, type Loadable, loaded, loading, notStarted } from '../lib/http/loadable.ts'
import { getSession, useSessionState } from '../lib/http/session.ts'
import { getDeck, getGame, postGame } from './api.ts'
import { EMPTY_GAME } from './game.ts'
import { cacheDeck, cacheGame, readCachedDeck, readCachedGame } from './game-cache.ts'

/** The delay after the last change before the game is sent. */
const SEND_DELAY_MS = 1_000

type GamesState = {
  deck: Loadable<TruthOrDareCard[]>
  game: Game
  /** Whether the server has not yet received the current game. */
  unsent: boolean
  /** Whether the game and deck cached on this device have been loaded. */
  restored: boolean
}

const INITIAL: GamesState = { deck: notStarted, game: EMPTY_GAME, unsent: false, restored: false }

export const useGames = create<GamesState>(() => INITIAL)

/** Returns the key of the member's data on this device; null without a session. */
const currentMember = (): string | null => {
  const session = getSession()
  return session && memberKeyOf(session)
}

let sendTimer: ReturnType<typeof setTimeout> | undefined
/** Settles when the last request has ended, so that games are sent one after the other. */
let lastSend: Promise<void> = Promise.resolve()

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId === previous.session?.sessionId) return
  clearTimeout(sendTimer)
  useGames.setState(INITIAL, true)
})

function cacheCurrentGame(): void {
  const { game, unsent } = useGames.getState()
  const member = currentMember()
  if (member) void cacheGame(member, { game, unsent })
}

/**
 * Sends the game if it is unsent. After a failure it stays unsent until the next change or until the network returns.
 */
async function sendGame(): Promise<void> {
  const { game, unsent } = useGames.getState()
  if (!unsent || !currentMember()) return
  try {
    await postGame(game)
    if (useGames.getState().game !== game) return
    useGames.setState({ unsent: false })
    cacheCurrentGame()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

function scheduleSend(): void {
  clearTimeout(sendTimer)
  sendTimer = setTimeout(() => {
    lastSend = lastSend.then(sendGame, sendGame)
  }, SEND_DELAY_MS)
}

// Also fires when the hub reconnects, because a browser does not always notice that it was offline.
useConnectivity.subscribe(({ online }) => {
  if (online && useGames.getState().unsent) scheduleSend()
})

/** Changes the game: shows it immediately, caches it on the device, and sends it to the server a little later. */
export function changeGame(change: (game: Game) => Game): void {
  useGames.setState(({ game }) => ({ game: change(game), unsent: true }))
  cacheCurrentGame()
  scheduleSend()
}

/** Loads the deck. If that fails, the cached deck remains. */
export async function loadDeck(): Promise<void> {
  const member = currentMember()
  if (!member) return
  useGames.setState(({ deck }) => ({ deck: loading(deck) }))
  try {
    const deck = await getDeck()
    if (currentMember() !== member) return
    useGames.setState({ deck: loaded(deck) })
    void cacheDeck(member, deck)
  } catch (error) {
    if (currentMember() !== member) return
    useGames.setState(({ deck }) => ({ deck: deck.data ? loaded(deck.data) : failed(deck, error) }))
  }
}

/**
 * Loads the saved game, which another device may have changed, unless the game on this device changed during the
 * request, even if that change is already sent.
 */
async function loadGame(member: string): Promise<void> {
  const previous = useGames.getState().game
  const { gameState } = await getGame()
  const game = Game.safeParse(gameState ?? EMPTY_GAME)
  if (!game.success || currentMember() !== member || useGames.getState().game !== previous) return
  useGames.setState({ game: game.data })
  cacheCurrentGame()
}

async function restoreFromDevice(member: string): Promise<void> {
  const [cached, deck] = await Promise.all([readCachedGame(member), readCachedDeck(member)])
  if (currentMember() !== member || useGames.getState().restored) return
  useGames.setState({ ...cached, restored: true, ...(deck ? { deck: loaded(deck) } : {}) })
}

/** Shows the cached game and deck, then loads or sends the game. */
export async function openGames(): Promise<void> {
  const member = currentMember()
  if (!member) return
  if (!useGames.getState().restored) await restoreFromDevice(member)
  if (useGames.getState().unsent) scheduleSend()
  else await loadGame(member).catch(() => undefined)
}
