import { GameState } from '@app/contract/games'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { EMPTY_GAME } from '../games/game.ts'
import { cacheDeck, cacheGame, readCachedDeck, readCachedGame, removeCachedGame } from '../games/game-cache.ts'
import { loadDeck, useGames } from '../games/store.ts'
import { endSession, startSession } from '../lib/http/session.ts'
import { mira, onGet, onPost, respondWith, respondWithError } from '../testing.tsx'
import {
  aGame,
  aParticipant,
  choose,
  DECK,
  open,
  press,
  STATE,
  saves,
  serveGame,
  setUpGames,
  twelveCards,
} from './games-testing.tsx'

setUpGames()

describe('saving', () => {
  test('sends rapid changes to the server in one request', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      open('setup')
      await waitFor(() => expect(useGames.getState().restored).toBe(true))
      for (const spiciness of ['Gul', 'Röd', 'Extrem']) choose(spiciness)
      expect(saves).toEqual([])
      await act(() => vi.advanceTimersByTimeAsync(1_500))
      await waitFor(() => expect(useGames.getState().unsent).toBe(false))
      expect(saves).toMatchObject([{ body: { gameState: { settings: { spiciness: 'EXTREME' } } } }])
    } finally {
      vi.useRealTimers()
    }
  })

  const failRequests = () => {
    const networkError = () => HttpResponse.error()
    onGet(DECK, networkError)
    onGet(STATE, networkError)
    return onPost(STATE, networkError)
  }

  test('caches deck and game on the device for offline use', async () => {
    serveGame(aGame(aParticipant('Linn')))
    open('play')
    fireEvent.click(await screen.findByRole('button', { name: 'Vänd första kortet' }))
    const { drawn } = useGames.getState().game
    await waitFor(async () => expect((await readCachedGame(mira.userName))?.game.drawn).toEqual(drawn))
    cleanup()
    act(() => endSession('endedElsewhere'))
    startSession(mira)
    failRequests()
    open('play')
    expect(await screen.findByText('Kort 1 av 12')).toBeTruthy()
    press('Nästa kort')
    expect(screen.getByText('Kort 2 av 12')).toBeTruthy()
  })

  test('prefers an unsent offline game to the state saved by another device, and sends it', async () => {
    await cacheGame(mira.userName, { game: aGame(aParticipant('Härifrån')), unsent: true })
    serveGame(aGame(aParticipant('Därifrån')))
    open('setup')
    expect(await screen.findByText('Härifrån')).toBeTruthy()
    await waitFor(() => expect(saves).toMatchObject([{ body: { gameState: { participants: [{ id: 'Härifrån' }] } } }]))
    await waitFor(async () => expect((await readCachedGame(mira.userName))?.unsent).toBe(false))
  })

  test('replaces a fully sent game with the state of another device', async () => {
    await cacheGame(mira.userName, { game: aGame(aParticipant('Härifrån')), unsent: false })
    serveGame(aGame(aParticipant('Därifrån')))
    open('setup')
    expect(await screen.findByText('Därifrån')).toBeTruthy()
  })

  test('offers the setup only after the game on the device is restored, which would overwrite earlier changes', async () => {
    const game = aGame(aParticipant('Linn'))
    await cacheGame(mira.userName, { game, unsent: false })
    serveGame(game)
    open('setup')
    expect(screen.queryByRole('radio', { name: 'Extrem' })).toBeNull()
    fireEvent.click(await screen.findByRole('radio', { name: 'Extrem' }))
    await waitFor(() =>
      expect(saves).toMatchObject([
        { body: { gameState: { participants: [{ id: 'Linn' }], settings: { spiciness: 'EXTREME' } } } },
      ]),
    )
  })

  test('does not overwrite later changes with a slow response', async () => {
    let respond = () => {}
    const responded = new Promise<void>((resolve) => {
      respond = resolve
    })
    const staleGame = respondWith(GameState, { gameState: aGame(aParticipant('Därifrån')) })
    onGet(STATE, () => responded.then(staleGame))
    open('setup')
    await waitFor(() => expect(useGames.getState().restored).toBe(true))
    choose('Extrem')
    await waitFor(() => expect(useGames.getState().unsent).toBe(false))
    respond()
    await act(() => loadDeck())
    expect(useGames.getState().game.settings.spiciness).toBe('EXTREME')
    expect(screen.queryByText('Därifrån')).toBeNull()
  })

  test('removes the cached game and deck from the device', async () => {
    await cacheGame(mira.userName, { game: aGame(aParticipant('Linn')), unsent: false })
    await cacheDeck(mira.userName, twelveCards)
    await removeCachedGame(mira.userName)
    expect([await readCachedGame(mira.userName), await readCachedDeck(mira.userName)]).toEqual([undefined, undefined])
  })

  test('starts with an empty game when another member logs in', async () => {
    serveGame(aGame(aParticipant('Linn')))
    open('setup')
    await screen.findByText('Linn')
    act(() => startSession({ ...mira, sessionId: 'another.session.token', userName: 'Bo' }))
    expect(useGames.getState().game).toEqual(EMPTY_GAME)
  })

  test('shows no failure of a deck that was requested before another member logged in', async () => {
    let respond = () => {}
    const requested = new Promise<void>((resolve) => {
      respond = resolve
    })
    const requests = onGet(DECK, () => requested.then(respondWithError(404, 'NOT_FOUND', 'Borta')))
    const load = loadDeck()
    await expect.poll(() => requests.length).toBe(1)
    startSession({ ...mira, sessionId: 'another.session.token', userName: 'Bo' })
    respond()
    await load
    expect(useGames.getState().deck).toEqual({ state: 'notStarted' })
  })
})
