import { Game, type TruthOrDareCard } from '@app/contract/games'
import { create } from 'zustand'
import { ApiError } from '../lib/api-error.ts'
import { memberKeyOf } from '../lib/claims.ts'
import { failed, type Loadable, loaded, loading, notStarted } from '../lib/loadable.ts'
import { useConnectivity } from '../lib/online.ts'
import { getSession, useSessionState } from '../lib/session.ts'
import { getDeck, getGame, postGame } from './api.ts'
import { cacheDeck, cacheGame, readCachedDeck, readCachedGame } from './device.ts'
import { EMPTY_GAME } from './game.ts'

/** So many changes one after the other are told to the server as one. */
const SEND_DELAY_MS = 1_000

type GamesState = {
  deck: Loadable<TruthOrDareCard[]>
  game: Game
  /** The server does not know it yet. */
  unsent: boolean
  /** What the device has kept is there. */
  restored: boolean
}

const FRESH: GamesState = { deck: notStarted, game: EMPTY_GAME, unsent: false, restored: false }

export const useGames = create<GamesState>(() => FRESH)

const currentMember = (): string | null => {
  const session = getSession()
  return session && memberKeyOf(session)
}

let timer: ReturnType<typeof setTimeout> | undefined
let sending: Promise<void> = Promise.resolve()

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId === before.session?.sessionId) return
  clearTimeout(timer)
  useGames.setState(FRESH, true)
})

function cacheCurrentGame(): void {
  const { game, unsent } = useGames.getState()
  const member = currentMember()
  if (member) void cacheGame(member, { game, unsent })
}

/** What cannot be sent now stays unsent, and is sent with the next change or when the network is back. */
async function send(): Promise<void> {
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
  clearTimeout(timer)
  timer = setTimeout(() => {
    sending = sending.then(send, send)
  }, SEND_DELAY_MS)
}

// Told also when the hub is there again: a browser does not always know that it was without a network.
useConnectivity.subscribe(({ online }) => {
  if (online && useGames.getState().unsent) scheduleSend()
})

/** Every change of the game: seen at once, kept on the device, and told to the server a little later. */
export function changeGame(change: (game: Game) => Game): void {
  useGames.setState(({ game }) => ({ game: change(game), unsent: true }))
  cacheCurrentGame()
  scheduleSend()
}

/** Without a network the deck is the one that the device has kept. */
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
    useGames.setState(({ deck }) => ({ deck: deck.data ? loaded(deck.data) : failed(deck, error) }))
  }
}

/** The game as another device has left it, unless this one has gone on meanwhile, also where that is all sent by now. */
async function loadGame(member: string): Promise<void> {
  const before = useGames.getState().game
  const { gameState } = await getGame()
  const game = Game.safeParse(gameState ?? EMPTY_GAME)
  if (!game.success || currentMember() !== member || useGames.getState().game !== before) return
  useGames.setState({ game: game.data })
  cacheCurrentGame()
}

async function restoreFromDevice(member: string): Promise<void> {
  const [cached, deck] = await Promise.all([readCachedGame(member), readCachedDeck(member)])
  if (currentMember() !== member || useGames.getState().restored) return
  useGames.setState({ ...cached, restored: true, ...(deck ? { deck: loaded(deck) } : {}) })
}

/** Shows what the device has kept, and asks the server for the rest. */
export async function openGames(): Promise<void> {
  const member = currentMember()
  if (!member) return
  if (!useGames.getState().restored) await restoreFromDevice(member)
  if (useGames.getState().unsent) scheduleSend()
  else await loadGame(member).catch(() => undefined)
}
