import { type Game, GameState } from '@app/contract/games'
import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { removeParticipant } from '../games/game.ts'
import { useGames } from '../games/store.ts'
import { onGet, respondWith } from '../testing.tsx'
import {
  aCard,
  aGame,
  aParticipant,
  choose,
  open,
  press,
  STATE,
  serveDeck,
  serveGame,
  setUpGames,
} from './games-testing.tsx'

setUpGames()

const withRatio = (game: Game, truthDareRatio: number): Game => ({
  ...game,
  settings: { ...game.settings, truthDareRatio },
})

describe('playing', () => {
  const readTurn = () => screen.getByText(/^Din tur, /).textContent
  // The previous card slides off and comes after the current one in the document.
  const readCardCount = () => screen.getAllByText(/^Kort \d+ av \d+$/)[0]?.textContent

  test('shows one card after the other and passes the turn', { tags: 'games.page-cards' }, async () => {
    serveGame(aGame(aParticipant('Linn'), aParticipant('Erik'), aParticipant('Mira')))
    open('play')
    fireEvent.click(await screen.findByRole('button', { name: 'Vänd första kortet' }))
    expect([readTurn(), readCardCount()]).toEqual(['Din tur, Linn', 'Kort 1 av 12'])
    press('Nästa kort')
    expect([readTurn(), readCardCount()]).toEqual(['Din tur, Erik', 'Kort 2 av 12'])
    press('Hoppa över')
    expect([readTurn(), readCardCount()]).toEqual(['Din tur, Erik', 'Kort 3 av 12'])
    press('Nästa kort')
    press('Nästa kort')
    expect([readTurn(), readCardCount()]).toEqual(['Din tur, Linn', 'Kort 5 av 12'])
    expect(new Set(useGames.getState().game.used).size).toBe(5)
  })

  test('shows a message without participants', { tags: 'games.page-no-participants' }, async () => {
    open('play')
    expect(await screen.findByText('Lägg till några deltagare.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /kort/ })).toBeNull()
    press('Förbered spelet')
    expect(screen.getByRole('tab', { name: 'Förbered', selected: true })).toBeTruthy()
  })

  test('shows which participant has no partner, and the game continues', {
    tags: 'games.page-no-partner',
  }, async () => {
    serveDeck([aCard(1, { text: '{actor}, krama {partner}' }), aCard(2, { text: '{actor}, krama {partner} igen' })])
    serveGame(
      aGame(aParticipant('Åsa {actor}', { doWith: 'DO_WITH_MALE' }), aParticipant('Linn'), aParticipant('Mira')),
    )
    open('play')
    fireEvent.click(await screen.findByRole('button', { name: 'Vänd första kortet' }))
    expect(screen.getByText('Hittar ingen partner till Åsa {actor}')).toBeTruthy()
    press('Nästa kort')
    expect(readTurn()).toBe('Din tur, Linn')
    expect(screen.getAllByText('Mira').length).toBeGreaterThan(0)
  })

  test('shows names as written', async () => {
    const name = '<b>{partner}</b>'
    serveGame(aGame(aParticipant(name)))
    open('play')
    fireEvent.click(await screen.findByRole('button', { name: 'Vänd första kortet' }))
    expect(screen.getAllByText(name)[0]?.tagName).toBe('EM')
  })

  test('shows a message when the settings allow no cards', async () => {
    serveGame(withRatio(aGame(aParticipant('Linn')), 1))
    open('play')
    fireEvent.click(await screen.findByRole('button', { name: 'Vänd första kortet' }))
    expect(screen.getByText('Inga kort passar.')).toBeTruthy()
  })

  test('removes a card as soon as the settings exclude it, and the same participant draws another', async () => {
    serveDeck([aCard(1, { spiciness: 'RED' }), aCard(2)])
    const game = {
      ...aGame(aParticipant('Linn'), aParticipant('Erik')),
      used: ['1'],
      drawn: { cardId: '1', partnerId: null },
    }
    serveGame({ ...game, settings: { ...game.settings, spiciness: 'RED' } })
    open('play')
    await screen.findByText(/kort 1$/)
    choose('Grön')
    expect(screen.queryByRole('button', { name: 'Hoppa över' })).toBeNull()
    press('Nästa kort')
    expect([readTurn(), readCardCount()]).toEqual(['Din tur, Linn', 'Kort 1 av 1'])
  })

  test('continues the game when the participant whose turn it is leaves', async () => {
    serveGame({
      ...aGame(aParticipant('Linn'), aParticipant('Erik')),
      used: ['1'],
      drawn: { cardId: '1', partnerId: null },
    })
    open('play')
    await screen.findByText(/kort 1$/)
    act(() => useGames.setState(({ game }) => ({ game: removeParticipant(game, 'Linn') })))
    expect(readTurn()).toBe('Din tur, Erik')
    expect(screen.queryByText(/börjar/)).toBeNull()
    press('Nästa kort')
    expect([readTurn(), readCardCount()]).toEqual(['Din tur, Erik', 'Kort 2 av 12'])
  })

  test('does not show a card that is no longer in the deck', async () => {
    serveGame({ ...aGame(aParticipant('Linn')), used: ['77'], drawn: { cardId: '77', partnerId: null } })
    open('play')
    expect(await screen.findByText('Din tur, Linn')).toBeTruthy()
    expect(screen.queryByText(/^Kort \d/)).toBeNull()
  })

  test('ignores a saved game in an unknown format', async () => {
    onGet(STATE, respondWith(GameState, { gameState: { participants: 'x' } }))
    open('play')
    expect(await screen.findByText('Lägg till några deltagare.')).toBeTruthy()
  })
})
