import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { useGames } from '../games/store.ts'
import { aGame, aParticipant, choose, open, press, serveGame, setUpGames } from './games-testing.tsx'

setUpGames()

describe('setting up', () => {
  const findAddButton = () => screen.queryByRole('button', { name: 'Lägg till' })
  const getNameField = () => screen.getByLabelText('Namn')
  const typeName = (name: string) => fireEvent.change(getNameField(), { target: { value: name } })

  test('adds a participant only once name and sex are chosen, paired with anyone at first', {
    tags: 'games.page-participants',
  }, async () => {
    open('setup')
    await screen.findByLabelText('Namn')
    expect(getNameField()).toHaveProperty('maxLength', 30)
    expect(screen.queryByRole('radio', { name: 'Kvinna' })).toBeNull()
    typeName(' \u200b ')
    expect(findAddButton()).toBeNull()
    typeName(' Linn ')
    expect(findAddButton()).toBeNull()
    choose('Kvinna')
    press('Lägg till')
    expect(screen.getByText('Linn')).toBeTruthy()
    expect(findAddButton()).toBeNull()
    typeName('Kim')
    expect(findAddButton()).toBeNull()
    choose('Icke-binär')
    press('Lägg till')
    expect(screen.getByText('Icke-binär')).toBeTruthy()
    fireEvent.change(screen.getByRole('combobox', { name: 'Vilka får vara partner till Kim?' }), {
      target: { value: 'DO_WITH_MALE' },
    })
    expect(useGames.getState().game.participants).toMatchObject([
      { name: 'Linn', sex: 'FEMALE', doWith: 'DO_WITH_BOTH' },
      { name: 'Kim', sex: 'NON_BINARY', doWith: 'DO_WITH_MALE' },
    ])
  })

  test('adds one name after the other by keyboard', async () => {
    const { user } = open()
    await user.click(await screen.findByLabelText('Namn'))
    await user.keyboard('Linn{Enter}')
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Kvinna' }))
    await user.keyboard(' {Enter}Erik{Enter}')
    await user.keyboard('{ArrowDown}{Enter}')
    expect(useGames.getState().game.participants).toMatchObject([
      { name: 'Linn', sex: 'FEMALE' },
      { name: 'Erik', sex: 'MALE' },
    ])
    expect(document.activeElement).toBe(getNameField())
    expect(screen.getByText('Erik är med.')).toBeTruthy()
  })

  test('offers no field for an eleventh participant', async () => {
    const ten = Array.from({ length: 10 }, (_, n) => aParticipant(`Nr ${n}`))
    serveGame(aGame(...ten))
    open()
    expect(await screen.findByText('Nu är alla tio platser tagna.')).toBeTruthy()
    expect(screen.queryByLabelText('Namn')).toBeNull()
    press('Ta bort Nr 3')
    expect(getNameField()).toBeTruthy()
  })

  test('withdraws a drawn card whose pair no longer fits', async () => {
    serveGame({
      ...aGame(aParticipant('Linn'), aParticipant('Mira')),
      used: ['1'],
      drawn: { cardId: '1', partnerId: 'Mira' },
    })
    open('setup')
    fireEvent.change(await screen.findByRole('combobox', { name: 'Vilka får vara partner till Mira?' }), {
      target: { value: 'DO_WITH_FEMALE' },
    })
    expect(useGames.getState().game.drawn).not.toBeNull()
    fireEvent.change(screen.getByRole('combobox', { name: 'Vilka får vara partner till Linn?' }), {
      target: { value: 'DO_WITH_MALE' },
    })
    expect(useGames.getState().game.drawn).toBeNull()
  })

  test('keeps the keyboard focus in the list when a participant is removed', async () => {
    serveGame(aGame(aParticipant('Linn'), aParticipant('Erik'), aParticipant('Mira')))
    open('setup')
    await screen.findByText('Linn')
    const readFocusedLabel = () => document.activeElement?.getAttribute('aria-label')
    press('Ta bort Erik')
    expect(readFocusedLabel()).toBe('Ta bort Mira')
    press('Ta bort Mira')
    expect(readFocusedLabel()).toBe('Ta bort Linn')
    press('Ta bort Linn')
    expect(document.activeElement).toBe(screen.getByLabelText('Namn'))
  })

  test('can undo a removal', async () => {
    const game = {
      ...aGame(aParticipant('Linn'), aParticipant('Erik')),
      used: ['1'],
      drawn: { cardId: '1', partnerId: null },
    }
    serveGame(game)
    open('setup')
    await screen.findByText('Linn')
    press('Ta bort Linn')
    expect(screen.queryByText('Linn')).toBeNull()
    expect(useGames.getState().game.drawn).toBeNull()
    press('Ångra')
    expect(useGames.getState().game).toEqual(game)
  })

  test('sets the ratio from 0 to 1 in hundredths, starting in the middle', { tags: 'games.page-ratio' }, async () => {
    open('setup')
    const slider = await screen.findByRole('slider', { name: 'Fördelning' })
    expect(slider).toMatchObject({ min: '0', max: '1', step: '0.01', value: '0.5' })
    expect(screen.getByText('Lika mycket av varje')).toBeTruthy()
    expect(slider.getAttribute('aria-valuetext')).toBe('Lika mycket av varje')
    fireEvent.change(slider, { target: { value: '0.07' } })
    expect(screen.getByText('7 % sanning')).toBeTruthy()
    expect(useGames.getState().game.settings.truthDareRatio).toBe(0.07)
  })

  test('sets spiciness and audience', { tags: 'games.page-spiciness-and-audience' }, async () => {
    open('setup')
    fireEvent.click(await screen.findByRole('radio', { name: 'Röd' }))
    choose('Bara män')
    expect(useGames.getState().game.settings).toMatchObject({ spiciness: 'RED', audience: 'MALEAUDIENCE' })
  })
})
