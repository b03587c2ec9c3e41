import { Ad, AdFilter } from '@app/contract/ads'
import { ChatStatus } from '@app/contract/chats'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { anAd } from '../ads/fake-ads.ts'
import { useAds } from '../ads/store.ts'
import { loaded } from '../lib/http/loadable.ts'
import { endSession, startSession } from '../lib/http/session.ts'
import { answers, answersNothing, mira, onGet, onPost, refuses, show } from '../testing.tsx'
import { freshDevice } from '../testing-hooks.ts'
import { AdsPage } from './AdsPage.tsx'

freshDevice()
beforeAll(() => import('../ui/overlays/DialogBody.tsx') as Promise<unknown> as Promise<void>, 60_000)

const ALL: AdFilter = { showCouples: true, showSingleMen: true, showSingleWomen: true, showSingleNonBinary: true }
const siv = anAd()
const own = anAd({
  id: '6',
  title: 'Sällskap till vinterbadet',
  userName: 'Mira',
  profileType: 'SINGLE_FEMALE',
  p1Year: 1988,
  p2Year: null,
  p2Orientation: null,
  mine: true,
})

const ads = (list: Ad[]) => answers(z.array(Ad), list)
const open = (address = '/ads') =>
  show(
    <>
      <Link to="/chats">Chatt</Link>
      <AdsPage />
    </>,
    address,
  )

beforeEach(() => {
  startSession(mira)
  onGet('ads/filter', answers(AdFilter, ALL))
  onPost('ads/filtered', ads([siv, own]))
})
afterEach(() => {
  cleanup()
  endSession('loggedOut')
})

const cards = () => screen.getAllByRole('article')

test('the list describes each ad and its author, and shows the number of ads', { tags: 'ads.page-list' }, async () => {
  open()
  expect(await screen.findByText('Visar 2 annonser')).toBeTruthy()
  const [first, second] = cards()
  expect(within(first!).getByRole('link', { name: siv.title }).getAttribute('href')).toBe('/ads?id=7')
  expect(within(first!).getByText(/^Par, /)).toBeTruthy()
  expect(within(first!).getByText('Värmdö')).toBeTruthy()
  expect(within(first!).queryByRole('button', { name: /Ta bort/ })).toBeNull()
  expect(within(second!).getByText('Din annons')).toBeTruthy()
  expect(within(second!).getByText(/^Kvinna, /)).toBeTruthy()
  expect(
    within(second!)
      .getByRole('link', { name: `Ändra ${own.title}` })
      .getAttribute('href'),
  ).toBe('/ads?id=6&edit=1')
})

test('the stored filter is shown, and choosing another one loads the matching ads', {
  tags: 'ads.page-filter',
}, async () => {
  onGet('ads/filter', answers(AdFilter, { ...ALL, showSingleMen: false }))
  const { user } = open()
  const men = await screen.findByRole('button', { name: 'Män' })
  await waitFor(() => expect(men.getAttribute('aria-pressed')).toBe('false'))
  const calls = onPost('ads/filtered', ads([own]))
  await user.click(screen.getByRole('button', { name: 'Par' }))
  expect(await screen.findByText('Visar 1 annons')).toBeTruthy()
  expect(calls[0]?.body).toEqual({ ...ALL, showSingleMen: false, showCouples: false })
})

test('the ads of the previous filter stay visible but inert until the response arrives', async () => {
  const { user } = open()
  const link = await screen.findByRole('link', { name: siv.title })
  let release = () => {}
  onPost('ads/filtered', async () => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    return Response.json([own])
  })
  await user.click(screen.getByRole('button', { name: 'Par' }))
  await waitFor(() => expect(link.closest('[inert][aria-busy=true]')).toBeTruthy())
  expect(screen.queryByText('Läser in annonser.')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Par' }))
  release()
  expect(await screen.findByText('Visar 1 annons')).toBeTruthy()
  expect(link.isConnected).toBe(false)
  expect(document.querySelector('[inert]')).toBeNull()
})

test('the ads of another filter are not shown when the list fails to load', async () => {
  const { user } = open()
  await screen.findByText(siv.title)
  onPost('ads/filtered', refuses(403, 'FORBIDDEN', 'Det går inte att göra här.'))
  await user.click(screen.getByRole('button', { name: 'Par' }))
  expect(await screen.findByText('Kunde inte läsa in annonser.')).toBeTruthy()
  expect(screen.queryByText(siv.title)).toBeNull()
})

test('an empty choice of kinds shows a hint', async () => {
  onGet('ads/filter', answers(AdFilter, { ...ALL, showCouples: false, showSingleMen: false, showSingleWomen: false }))
  const { user } = open()
  const last = await screen.findByRole('button', { name: 'Icke-binära' })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Par' }).getAttribute('aria-pressed')).toBe('false'))
  onPost('ads/filtered', ads([]))
  await user.click(last)
  expect(await screen.findByText('Välj vilka annonser du vill se')).toBeTruthy()
})

test('a list that fails to load shows an error and a retry button', async () => {
  onPost('ads/filtered', refuses(403, 'FORBIDDEN', 'Det går inte att göra här.'))
  const { user } = open()
  expect(await screen.findByText('Kunde inte läsa in annonser.')).toBeTruthy()
  onPost('ads/filtered', ads([siv]))
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findByText(siv.title)).toBeTruthy()
})

test('loading more appends ads to the list', async () => {
  const many = Array.from({ length: 50 }, (_, index) => anAd({ id: String(100 - index), title: `Annons ${index}` }))
  onPost('ads/filtered', ads(many))
  const { user } = open()
  await screen.findByText('Visar de 50 nyaste annonserna')
  const calls = onPost('ads/filtered', ads([siv]))
  await user.click(screen.getByRole('button', { name: 'Visa fler' }))
  expect(await screen.findByText('Visar 51 annonser')).toBeTruthy()
  expect(calls[0]?.path).toContain('before=51')
  expect(cards()[50]?.contains(document.activeElement)).toBe(true)
})

test('reloading keeps all loaded ads, however many', async () => {
  const page = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => anAd({ id: String(first - index), title: `Annons ${first - index}` }))
  useAds.setState({ filter: ALL, list: loaded({ ads: page(300, 120), hasMore: true, filter: ALL }) })
  const left = [page(300, 100), page(200, 50)]
  const calls = onPost('ads/filtered', () => Response.json(left.shift()))
  open()
  expect(await screen.findByText('Visar de 150 nyaste annonserna')).toBeTruthy()
  expect(calls.map(({ path }) => path)).toEqual(['ads/filtered?limit=100', 'ads/filtered?limit=50&before=201'])
})

test('rapid filter changes reach the server in order', async () => {
  const { user } = open()
  await screen.findByText('Visar 2 annonser')
  let release = () => {}
  const calls = onPost('ads/filtered', async () => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    return Response.json([own])
  })
  await user.click(screen.getByRole('button', { name: 'Par' }))
  await waitFor(() => expect(calls).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Män' }))
  await user.click(screen.getByRole('button', { name: 'Kvinnor' }))
  expect(calls).toHaveLength(1)
  release()
  await waitFor(() => expect(calls).toHaveLength(2))
  release()
  expect(await screen.findByText('Visar 1 annons')).toBeTruthy()
  expect(calls[1]?.body).toEqual({ ...ALL, showCouples: false, showSingleMen: false, showSingleWomen: false })
})

test('deleting an ad that no longer exists succeeds', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: `Ta bort ${own.title}` }))
  onPost('ads/delete', refuses(404, 'NOT_FOUND', 'Finns inte.'))
  await user.click(await screen.findByRole('button', { name: 'Ta bort annonsen' }))
  expect(await screen.findByText('Visar 1 annons')).toBeTruthy()
})

test('a new ad needs a title and a text, and is shown after saving', { tags: 'ads.page-create' }, async () => {
  const { user } = open('/ads?new=1')
  await user.click(screen.getByRole('button', { name: 'Lägg in annonsen' }))
  expect(screen.getByText('Skriv en rubrik.')).toBeTruthy()
  expect(screen.getByText('Skriv något.')).toBeTruthy()
  await user.type(screen.getByLabelText('Rubrik'), 'Ny annons')
  await user.type(screen.getByLabelText('Text'), 'Vem vill?')
  const created = anAd({ ...own, id: '9', title: 'Ny annons', content: 'Vem vill?' })
  const calls = onPost('ads', answers(Ad, created, 201))
  onGet('ads/9', answers(Ad, created))
  await user.click(screen.getByRole('button', { name: 'Lägg in annonsen' }))
  expect(await screen.findByRole('heading', { name: 'Ny annons' })).toBeTruthy()
  expect(screen.getByTestId('search').textContent).toBe('?id=9')
  expect(calls[0]?.body).toEqual({ title: 'Ny annons', content: 'Vem vill?', clientId: expect.any(String) })
})

test('resubmitting other text after a lost response updates the stored ad', async () => {
  const { user } = open('/ads?new=1')
  await user.type(screen.getByLabelText('Rubrik'), 'Ny anons')
  await user.type(screen.getByLabelText('Text'), 'Vem vill? ')
  const lost = onPost('ads', () => Response.error())
  await user.click(screen.getByRole('button', { name: 'Lägg in annonsen' }))
  await waitFor(() => expect(lost).toHaveLength(1))
  const stored = anAd({ ...own, id: '9', title: 'Ny anons', content: 'Vem vill?' })
  const again = onPost('ads', answers(Ad, stored, 201))
  const words = { title: 'Ny annons', content: 'Vem vill? ' }
  const edits = onPost('ads/edit', answers(Ad, { ...stored, title: 'Ny annons' }))
  onGet('ads/9', answers(Ad, { ...stored, title: 'Ny annons' }))
  await user.clear(screen.getByLabelText('Rubrik'))
  await user.type(screen.getByLabelText('Rubrik'), words.title)
  await user.click(screen.getByRole('button', { name: 'Lägg in annonsen' }))
  expect(await screen.findByRole('heading', { name: 'Ny annons' })).toBeTruthy()
  expect(again[0]?.body).toEqual({ ...words, clientId: (lost[0]!.body as { clientId: string }).clientId })
  expect(edits.map(({ body }) => body)).toEqual([{ id: '9', ...words }])
})

test('a server error is shown at its field and keeps the input', async () => {
  const { user } = open('/ads?new=1')
  await user.type(screen.getByLabelText('Rubrik'), 'Ny')
  await user.type(screen.getByLabelText('Text'), 'Vem vill?')
  onPost('ads', refuses(400, 'VALIDATION', 'Fel', [{ path: 'title', message: 'Texten är för lång.' }]))
  await user.click(screen.getByRole('button', { name: 'Lägg in annonsen' }))
  await waitFor(() => expect(screen.getByLabelText('Rubrik').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getAllByText('Texten är för lång.').length).toBeGreaterThan(0)
  expect((screen.getByLabelText('Text') as HTMLTextAreaElement).value).toBe('Vem vill?')
})

test('leaving unsaved input asks for confirmation', async () => {
  const { user } = open('/ads?new=1')
  await user.type(screen.getByLabelText('Rubrik'), 'Ny')
  await user.click(screen.getByRole('link', { name: 'Chatt' }))
  expect(await screen.findByRole('alertdialog', { name: 'Lämna utan att spara?' })).toBeTruthy()
  expect(screen.getByTestId('address').textContent).toBe('/ads')
})

test('the author edits an ad', { tags: 'ads.page-edit' }, async () => {
  onGet('ads/6', answers(Ad, own))
  const { user } = open('/ads?id=6&edit=1')
  const title = await screen.findByLabelText('Rubrik')
  await user.clear(title)
  await user.type(title, 'Vinterbad')
  const calls = onPost('ads/edit', answers(Ad, { ...own, title: 'Vinterbad' }))
  onGet('ads/6', answers(Ad, { ...own, title: 'Vinterbad' }))
  await user.click(screen.getByRole('button', { name: 'Spara' }))
  expect(await screen.findByRole('heading', { name: 'Vinterbad' })).toBeTruthy()
  expect(calls[0]?.body).toEqual({ id: '6', title: 'Vinterbad', content: own.content })
})

test('other members cannot edit an ad', async () => {
  onGet('ads/7', answers(Ad, siv))
  onGet('chats/status/Siv%20och%20Tor', answers(ChatStatus, { status: 'MAY_INVITE', chatId: null, relationship: 0 }))
  open('/ads?id=7&edit=1')
  expect(await screen.findByRole('heading', { name: siv.title })).toBeTruthy()
  expect(screen.queryByLabelText('Rubrik')).toBeNull()
})

test('deleting an ad asks for confirmation and removes it from the list', { tags: 'ads.page-delete' }, async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: `Ta bort ${own.title}` }))
  const question = await screen.findByRole('alertdialog', { name: `Ta bort annonsen ${own.title}?` })
  const calls = onPost('ads/delete', answersNothing)
  await user.click(within(question).getByRole('button', { name: 'Ta bort annonsen' }))
  await waitFor(() => expect(screen.queryByText(own.title)).toBeNull())
  expect(calls[0]?.body).toEqual({ id: '6' })
  expect(await screen.findByText('Annonsen är borttagen.')).toBeTruthy()
})

test('the team can delete every ad and edit none', { tags: 'ads.page-team' }, async () => {
  startSession({ ...mira, memberLevel: 'ADMIN' })
  onPost('ads/filtered', ads([siv]))
  open()
  expect(await screen.findByRole('button', { name: `Ta bort ${siv.title}` })).toBeTruthy()
  expect(screen.queryByRole('link', { name: `Ändra ${siv.title}` })).toBeNull()
})

test('answering an ad sends an invite that begins with its title', async () => {
  onGet('ads/7', answers(Ad, siv))
  onGet('chats/status/Siv%20och%20Tor', answers(ChatStatus, { status: 'MAY_INVITE', chatId: null, relationship: 0 }))
  const { user } = open('/ads?id=7')
  await user.click(await screen.findByRole('button', { name: 'Svara på annonsen' }))
  const dialog = await screen.findByRole('dialog')
  const words = within(dialog).getByRole('textbox') as HTMLTextAreaElement
  expect(words.value).toBe(`> ${siv.title}\n\n`)
  const send = within(dialog).getByRole('button', { name: 'Bjud in till chatt' })
  expect(send.hasAttribute('disabled')).toBe(true)
  const calls = onPost('chats/invites', refuses(409, 'CONFLICT', 'Det är redan gjort.'))
  await user.type(words, 'Vi följer gärna med.')
  await user.click(send)
  await waitFor(() =>
    expect(calls[0]?.body).toMatchObject({
      recipientName: 'Siv och Tor',
      message: `> ${siv.title}\n\nVi följer gärna med.`,
    }),
  )
})

test('a deleted ad shows an error and a link back', { tags: 'ads.page-missing' }, async () => {
  onGet('ads/7', refuses(404, 'NOT_FOUND', 'Det finns inte, eller har tagits bort.'))
  open('/ads?id=7')
  expect(await screen.findByText('Annonsen finns inte, eller har tagits bort.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Till annonserna' }).getAttribute('href')).toBe('/ads')
})

test('an ad of the team has no profile link and cannot be answered', async () => {
  const team = anAd({
    ...{ userName: 'Teamet', profileType: 'SECRET', cities: [], p1Year: null, p1Orientation: null },
    ...{ p2Year: null, p2Orientation: null },
  })
  onGet('ads/7', answers(Ad, team))
  open('/ads?id=7')
  expect(await screen.findByText('Teamet')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Teamet' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Svara på annonsen' })).toBeNull()
})
