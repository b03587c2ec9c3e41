import { act, fireEvent, screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { useGames } from '../games/store.ts'
import { setLanguage } from '../lib/text/language.ts'
import { onGet } from '../testing.tsx'
import { skipRetryDelays } from '../testing-retries.ts'
import {
  aGame,
  aParticipant,
  choose,
  DECK,
  open,
  press,
  serveDeck,
  serveGame,
  setUpGames,
  twelveCards,
} from './games-testing.tsx'

setUpGames()

describe('the start', () => {
  test('shows the deck face down, and turns the first card over once two are playing', async () => {
    serveGame(aGame(aParticipant('Linn')))
    const { user } = open()
    expect(await screen.findByText('12 kort')).toBeTruthy()
    await screen.findByText('Linn')
    expect(screen.queryByRole('tab')).toBeNull()
    press('Vänd första kortet')
    expect(screen.getByText('Lägg till minst två för att börja.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Namn'))
    await user.keyboard('Erik{Enter}{ArrowDown}{Enter}')
    choose('Extrem')
    press('Vänd första kortet')
    expect(screen.getByRole('tab', { name: 'Spela', selected: true })).toBeTruthy()
    expect(screen.getAllByText(/^Kort \d+ av \d+$/)[0]?.textContent).toBe('Kort 1 av 12')
    expect(document.activeElement?.textContent).toBe('Din tur, Linn')
    expect(useGames.getState().game).toMatchObject({ settings: { spiciness: 'EXTREME' }, used: [expect.any(String)] })
  })

  test('continues a running game with the card that was drawn', async () => {
    serveGame({
      ...aGame(aParticipant('Linn'), aParticipant('Erik')),
      used: ['1'],
      drawn: { cardId: '1', partnerId: null },
    })
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'Fortsätt spelet' }))
    expect(screen.getByText(/kort 1$/)).toBeTruthy()
    expect(useGames.getState().game.used).toEqual(['1'])
  })

  test('links to the rules and to the cards, and back', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('link', { name: 'Se korten' }))
    expect(await screen.findByText('12 kort i kortleken')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'step back' }))
    await user.click(await screen.findByRole('link', { name: 'Så spelar man' }))
    expect(screen.getByRole('tab', { name: 'Så spelar man', selected: true })).toBeTruthy()
  })

  test('offers to load the deck again after a failure', async () => {
    skipRetryDelays()
    onGet(DECK, () => HttpResponse.error())
    open()
    await screen.findByText('Korten kunde inte läsas in.')
    serveDeck(twelveCards)
    press('Försök igen')
    expect(await screen.findByText('12 kort')).toBeTruthy()
  })
})

test('the page is available in English', { tags: 'games.page-english' }, async () => {
  act(() => setLanguage('ENGLISH'))
  open()
  expect(await screen.findByRole('heading', { name: 'Who is playing?' })).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'See the cards' }))
  expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual([
    'Cards',
    'How to play',
    'Set up',
    'Play',
  ])
  fireEvent.click(screen.getByRole('tab', { name: 'How to play' }))
  expect(screen.getByText(/No always means no/)).toBeTruthy()
})
