import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { stubUploads } from '../lib/http/fake-upload.ts'
import { startSession } from '../lib/http/session.ts'
import { mira } from '../testing.tsx'
import { aCard, choose, open, press, serveDeck, setUpGames, twelveCards } from './games-testing.tsx'

setUpGames()

describe('the deck', () => {
  test('shows its size, and the cards of the chosen type', async () => {
    serveDeck([...twelveCards, aCard(13, { cardType: 'TRUTH', spiciness: null, text: '{actor} och {partner}' })])
    open('cards')
    expect(await screen.findByText('13 kort i kortleken')).toBeTruthy()
    choose('Sanning')
    const list = within(screen.getByRole('tabpanel')).getAllByRole('listitem')
    expect(list.map(({ textContent }) => textContent)).toEqual(['SanningBlandatSpelaren och Partnern'])
  })

  test('is shown a page at a time, with the focus on the first new card', async () => {
    serveDeck(Array.from({ length: 35 }, (_, n) => aCard(n + 1)))
    open('cards')
    fireEvent.click(await screen.findByRole('button', { name: 'Visa fler kort' }))
    expect(within(screen.getByRole('tabpanel')).getAllByRole('listitem')).toHaveLength(35)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Spelaren, kort 31'))
  })

  test.each([
    ['a member', mira],
    ['an admin without the duty', { ...mira, memberLevel: 'ADMIN' as const, duties: ['LEAD' as const] }],
  ])('cannot be replaced by %s', { tags: 'games.page-deck-team-only' }, async (_, session) => {
    startSession(session)
    open('cards')
    await screen.findByText('12 kort i kortleken')
    expect(screen.queryByText('Byt kortlek')).toBeNull()
  })

  const file = new File(['type,text'], 'kort.xlsx')
  const openAsTeam = async () => {
    startSession({ ...mira, memberLevel: 'ADMIN' })
    open('cards')
    await screen.findByRole('heading', { name: 'Byt kortlek' })
    const input = document.querySelector('input[type=file]') as HTMLInputElement
    const pick = (chosen: File) => fireEvent.change(input, { target: { files: [chosen] } })
    return { pick }
  }

  test('is chosen, discarded, chosen again and uploaded with its progress', { tags: 'games.page-deck' }, async () => {
    const uploads = stubUploads()
    const { pick } = await openAsTeam()
    pick(file)
    press('Avbryt')
    expect(screen.queryByText('kort.xlsx')).toBeNull()
    expect(uploads).toHaveLength(0)
    pick(file)
    press('Spara kortleken')
    await waitFor(() => expect(uploads).toHaveLength(1))
    expect(uploads[0]?.parts.get('file')).toMatchObject({ name: 'kort.xlsx' })
    act(() => uploads[0]?.reportProgress(30, 100))
    expect(screen.getByText('30 %')).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'Laddar upp kort.xlsx' })).toBeTruthy()
    act(() => uploads[0]?.reportProgress(100, 100))
    expect(screen.getByText('Läser korten…')).toBeTruthy()
    serveDeck([aCard(99)])
    await act(async () => uploads[0]?.respond(200, { cards: 1 }))
    expect(await screen.findByText('1 kort i kortleken')).toBeTruthy()
    expect(screen.getByText('Kortleken har nu ett kort.')).toBeTruthy()
  })

  test('keeps the focus on a remaining button when the pressed one is removed', async () => {
    const uploads = stubUploads()
    const { pick } = await openAsTeam()
    pick(file)
    const pressAndGetFocus = (name: string) => {
      screen.getByRole('button', { name }).focus()
      press(name)
      return document.activeElement?.textContent
    }
    expect(pressAndGetFocus('Avbryt')).toBe('Välj fil')
    pick(file)
    expect(pressAndGetFocus('Spara kortleken')).toBe('Avbryt')
    await waitFor(() => expect(uploads).toHaveLength(1))
    await act(async () => uploads[0]?.respond(200, { cards: 12 }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Välj fil'))
  })

  test('is no longer chosen once another session has started', async () => {
    const { pick } = await openAsTeam()
    pick(file)
    expect(screen.getByText('kort.xlsx')).toBeTruthy()
    act(() => startSession({ ...mira, memberLevel: 'ADMIN', sessionId: 'another.session.token', userName: 'Bo' }))
    expect(screen.queryByText('kort.xlsx')).toBeNull()
  })

  test('can be canceled while it is uploaded', { tags: 'games.page-cancel-deck' }, async () => {
    const uploads = stubUploads()
    const { pick } = await openAsTeam()
    pick(file)
    press('Spara kortleken')
    await waitFor(() => expect(uploads).toHaveLength(1))
    press('Avbryt')
    expect(uploads[0]?.aborted).toBe(true)
    expect(screen.queryByText('kort.xlsx')).toBeNull()
  })

  test('lists every invalid row when rejected', async () => {
    const uploads = stubUploads()
    const { pick } = await openAsTeam()
    pick(file)
    press('Spara kortleken')
    await waitFor(() => expect(uploads).toHaveLength(1))
    const fields = [
      { path: 'rows.12.audience', message: 'Kolumnen audience ska vara MIXED.' },
      { path: 'rows.14.text', message: 'Texten saknas.' },
    ]
    await act(async () => uploads[0]?.respond(400, { code: 'VALIDATION', message: 'Nej', fields }))
    const alert = await screen.findByRole('alert')
    expect(
      within(alert)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Rad 12: Kolumnen audience ska vara MIXED.', 'Rad 14: Texten saknas.'])
    expect(screen.getByRole('button', { name: 'Spara kortleken' })).toBeTruthy()
  })

  test('is rejected before the upload if it is too large', async () => {
    const uploads = stubUploads()
    const { pick } = await openAsTeam()
    pick(new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'stor.csv'))
    expect(within(screen.getByRole('alert')).getByText(/större än 2 MB/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Spara kortleken' })).toBeNull()
    expect(uploads).toHaveLength(0)
  })
})
