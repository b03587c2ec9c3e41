import { Game, type TruthOrDareCard } from '@app/contract/games'
import { create } from 'zustand'
import { ApiError } from '../lib/api-error.ts'
import { memberKeyOf } from '../lib/claims.ts'
import { failed, type Loadable, loaded, loading, notStarted } from '../lib/loadable.ts'
import { useConnectivity } from '../lib/online.ts'
import { getSession, useSessionState } from '../lib/session.ts'
import { getDeck, getGame, postGame } from './api.ts'
import { keepDeck, keepGame, readKeptDeck, readKeptGame } from './device.ts'
import { EMPTY_GAME } from './game.ts'

/** So many changes one after the other are told to the server as one. */
const SEND_AFTER = 1_000

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

const memberNow = (): string | null => {
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

function keep(): void {
  const { game, unsent } = useGames.getState()
  const member = memberNow()
  if (member) void keepGame(member, { game, unsent })
}

/** What cannot be sent now stays unsent, and is sent with the next change or when the network is back. */
async function send(): Promise<void> {
  const { game, unsent } = useGames.getState()
  if (!unsent || !memberNow()) return
  try {
    await postGame(game)
    if (useGames.getState().game !== game) return
    useGames.setState({ unsent: false })
    keep()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

function sendSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    sending = sending.then(send, send)
  }, SEND_AFTER)
}

// Told also when the hub is there again: a browser does not always know that it was without a network.
useConnectivity.subscribe(({ online }) => {
  if (online && useGames.getState().unsent) sendSoon()
})

/** Every change of the game: seen at once, kept on the device, and told to the server a little later. */
export function changeGame(change: (game: Game) => Game): void {
  useGames.setState(({ game }) => ({ game: change(game), unsent: true }))
  keep()
  sendSoon()
}

/** Without a network the deck is the one that the device has kept. */
export async function loadDeck(): Promise<void> {
  const member = memberNow()
  if (!member) return
  useGames.setState(({ deck }) => ({ deck: loading(deck) }))
  try {
    const deck = await getDeck()
    if (memberNow() !== member) return
    useGames.setState({ deck: loaded(deck) })
    void keepDeck(member, deck)
  } catch (error) {
    useGames.setState(({ deck }) => ({ deck: deck.data ? loaded(deck.data) : failed(deck, error) }))
  }
}

/** The game as another device has left it, unless this one has gone on meanwhile, also where that is all sent by now. */
async function loadGame(member: string): Promise<void> {
  const before = useGames.getState().game
  const { gameState } = await getGame()
  const game = Game.safeParse(gameState ?? EMPTY_GAME)
  if (!game.success || memberNow() !== member || useGames.getState().game !== before) return
  useGames.setState({ game: game.data })
  keep()
}

async function restore(member: string): Promise<void> {
  const [kept, deck] = await Promise.all([readKeptGame(member), readKeptDeck(member)])
  if (memberNow() !== member || useGames.getState().restored) return
  useGames.setState({ ...kept, restored: true, ...(deck ? { deck: loaded(deck) } : {}) })
}

/** Shows what the device has kept, and asks the server for the rest. */
export async function openGames(): Promise<void> {
  const member = memberNow()
  if (!member) return
  if (!useGames.getState().restored) await restore(member)
  if (useGames.getState().unsent) sendSoon()
  else await loadGame(member).catch(() => undefined)
}
