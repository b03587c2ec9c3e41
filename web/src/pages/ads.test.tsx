import { Ad, AdFilter } from '@app/contract/ads'
import { ChatStatus } from '@app/contract/chats'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { Link } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { anAd } from '../ads/fake-ads.ts'
import { chooseFilter, deleteAd, editAd, loadAds, loadMoreAds, openAd, removeAdsOf, useAds } from '../ads/store.ts'
import { loaded } from '../lib/http/loadable.ts'
import { endSession, startSession } from '../lib/http/session.ts'
import { mira, onGet, onPost, renderInApp, respondEmpty, respondWith, respondWithError } from '../testing.tsx'
import { createDeferred } from '../testing-deferred.ts'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { server } from '../testing-server.ts'
import { AdsPage } from './AdsPage.tsx'

setUpFreshDevice()
beforeAll(() => Promise.all([import('../ui/overlays/DialogBody.tsx'), import('../ui/overlays/MenuPopover.tsx')]))

const ALL: AdFilter = { showCouples: true, showSingleMen: true, showSingleWomen: true, showSingleNonBinary: true }
const siv = anAd()
const ownAd = anAd({
  id: '6',
  title: 'Sällskap till vinterbadet',
  userName: 'Mira',
  profileType: 'SINGLE_FEMALE',
  p1Year: 1988,
  p2Year: null,
  p2Orientation: null,
  mine: true,
})

const adsResponse = (list: Ad[]) => respondWith(z.array(Ad), list)
const open = (path = '/ads') =>
  renderInApp(
    <>
      <Link to="/chats">Chatt</Link>
      <AdsPage />
    </>,
    path,
  )

beforeEach(() => {
  startSession(mira)
  onGet('ads/filter', respondWith(AdFilter, ALL))
  onPost('ads/filtered', adsResponse([siv, ownAd]))
})
afterEach(() => {
  cleanup()
  endSession('loggedOut')
})

const listCards = () => screen.getAllByRole('article')

test('the list describes each ad and its author, and shows the number of ads', { tags: 'ads.page-list' }, async () => {
  open()
  expect(await screen.findByText('Visar 2 annonser')).toBeTruthy()
  const [sivsCard, ownCard] = listCards()
  expect(within(sivsCard!).getByRole('link', { name: siv.title }).getAttribute('href')).toBe('/ads?id=7')
  expect(within(sivsCard!).getByText(/^Par, /)).toBeTruthy()
  expect(within(sivsCard!).getByText('Värmdö')).toBeTruthy()
  expect(within(sivsCard!).queryByRole('button', { name: /Ta bort/ })).toBeNull()
  expect(within(ownCard!).getByText('Din annons')).toBeTruthy()
  expect(within(ownCard!).getByText(/^Kvinna, /)).toBeTruthy()
  expect(
    within(ownCard!)
      .getByRole('link', { name: `Ändra ${ownAd.title}` })
      .getAttribute('href'),
  ).toBe('/ads?id=6&edit=1')
})

test('the stored filter is shown, and choosing another one loads the matching ads', {
  tags: 'ads.page-filter',
}, async () => {
  onGet('ads/filter', respondWith(AdFilter, { ...ALL, showSingleMen: false }))
  const { user } = open()
  const menToggle = await screen.findByRole('button', { name: 'Män' })
  await waitFor(() => expect(menToggle.getAttribute('aria-pressed')).toBe('false'))
  await screen.findByText('Visar 2 annonser')
  const requests = onPost('ads/filtered', adsResponse([ownAd]))
  await user.click(screen.getByRole('button', { name: 'Par' }))
  expect(await screen.findByText('Visar 1 annons')).toBeTruthy()
  expect(requests[0]?.body).toEqual({ ...ALL, showSingleMen: false, showCouples: false })
})

test('the ads of the previous filter stay visible but inert until the response arrives', async () => {
  const { user } = open()
  const link = await screen.findByRole('link', { name: siv.title })
  const response = createDeferred()
  onPost('ads/filtered', async () => {
    await response.promise
    return Response.json([ownAd])
  })
  await user.click(screen.getByRole('button', { name: 'Par' }))
  await waitFor(() => expect(link.closest('[inert][aria-busy=true]')).toBeTruthy())
  expect(screen.queryByText('Läser in annonser.')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Par' }))
  response.resolve()
  expect(await screen.findByText('Visar 1 annons')).toBeTruthy()
  expect(link.isConnected).toBe(false)
  expect(document.querySelector('[inert]')).toBeNull()
})

test('the ads of the previous filter are hidden when the list fails to load', async () => {
  const { user } = open()
  await screen.findByText(siv.title)
  onPost('ads/filtered', respondWithError(403, 'FORBIDDEN', 'Det går inte att göra här.'))
  await user.click(screen.getByRole('button', { name: 'Par' }))
  expect(await screen.findByText('Kunde inte läsa in annonser.')).toBeTruthy()
  expect(screen.queryByText(siv.title)).toBeNull()
})

test('the empty list shows a hint if the filter excludes all kinds of authors', async () => {
  onGet(
    'ads/filter',
    respondWith(AdFilter, { ...ALL, showCouples: false, showSingleMen: false, showSingleWomen: false }),
  )
  const { user } = open()
  const lastToggle = await screen.findByRole('button', { name: 'Icke-binära' })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Par' }).getAttribute('aria-pressed')).toBe('false'))
  onPost('ads/filtered', adsResponse([]))
  await user.click(lastToggle)
  expect(await screen.findByText('Välj vilka annonser du vill se.')).toBeTruthy()
})

test('a list that fails to load shows an error and a retry button', async () => {
  onPost('ads/filtered', respondWithError(400, 'VALIDATION', 'Det går inte att göra här.'))
  const { user } = open()
  expect(await screen.findByText('Kunde inte läsa in annonser.')).toBeTruthy()
  onPost('ads/filtered', adsResponse([siv]))
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findByText(siv.title)).toBeTruthy()
})

test('loading more appends ads to the list', async () => {
  const fiftyAds = Array.from({ length: 50 }, (_, index) => anAd({ id: String(100 - index), title: `Annons ${index}` }))
  onPost('ads/filtered', adsResponse(fiftyAds))
  const { user } = open()
  await screen.findByText('Visar de 50 nyaste annonserna')
  const requests = onPost('ads/filtered', adsResponse([siv]))
  await user.click(screen.getByRole('button', { name: 'Visa fler' }))
  expect(await screen.findByText('Visar 51 annonser')).toBeTruthy()
  expect(requests[0]?.path).toContain('before=51')
  expect(listCards()[50]?.contains(document.activeElement)).toBe(true)
})

test('loading more while the list is reloaded keeps the result of the reload', async () => {
  const page = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => anAd({ id: String(first - index), title: `Annons ${first - index}` }))
  useAds.setState({ filter: ALL, list: loaded({ ads: page(100, 50), hasMore: true, filter: ALL }) })
  server.use(
    http.post('*/api/v2/ads/filtered', ({ request }) => {
      const { limit, before } = Object.fromEntries(new URL(request.url).searchParams)
      return Response.json(page(before ? Number(before) - 1 : 101, Number(limit)))
    }),
  )
  await Promise.all([loadAds(), loadMoreAds()])
  const { list } = useAds.getState()
  expect(list.state).toBe('loaded')
  expect(list.data?.ads.map(({ id }) => id)).toEqual(page(101, 100).map(({ id }) => id))
  await loadMoreAds()
  expect(useAds.getState().list.data?.ads).toHaveLength(150)
})

test('loading more while another filter is being applied requests no further page of the previous list', async () => {
  useAds.setState({ filter: ALL, list: loaded({ ads: [siv], hasMore: true, filter: ALL }) })
  const chosen = { ...ALL, showCouples: false }
  const requests = onPost('ads/filtered', adsResponse([ownAd]))
  await Promise.all([chooseFilter(chosen), loadMoreAds()])
  expect(requests.map(({ path }) => path)).toEqual(['ads/filtered?limit=50'])
  expect(useAds.getState().list.data).toEqual({ ads: [ownAd], hasMore: false, filter: chosen })
})

test('reloading keeps all loaded ads, however many', async () => {
  const page = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => anAd({ id: String(first - index), title: `Annons ${first - index}` }))
  useAds.setState({ filter: ALL, list: loaded({ ads: page(300, 120), hasMore: true, filter: ALL }) })
  const pages = [page(300, 100), page(200, 50)]
  const requests = onPost('ads/filtered', () => Response.json(pages.shift()))
  open()
  expect(await screen.findByText('Visar de 150 nyaste annonserna')).toBeTruthy()
  expect(requests.map(({ path }) => path)).toEqual(['ads/filtered?limit=100', 'ads/filtered?limit=50&before=201'])
})

test('filter changes made while a request is pending are sent together after its response', async () => {
  const { user } = open()
  await screen.findByText('Visar 2 annonser')
  const response = createDeferred()
  const requests = onPost('ads/filtered', async () => {
    await response.promise
    return Response.json([ownAd])
  })
  await user.click(screen.getByRole('button', { name: 'Par' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Män' }))
  await user.click(screen.getByRole('button', { name: 'Kvinnor' }))
  expect(requests).toHaveLength(1)
  response.resolve()
  await waitFor(() => expect(requests).toHaveLength(2))
  response.resolve()
  expect(await screen.findByText('Visar 1 annons')).toBeTruthy()
  expect(requests[1]?.body).toEqual({ ...ALL, showCouples: false, showSingleMen: false, showSingleWomen: false })
})

test('a response from before a deletion, an edit or a block does not undo it', async () => {
  useAds.setState({ filter: ALL, list: loaded({ ads: [siv, ownAd], hasMore: true, filter: ALL }) })
  const edited = { ...ownAd, title: 'Vinterbadet är fullt' }
  const fromOthers = anAd({ id: '5', userName: 'Jakob-83' })
  let stored = [siv, ownAd, fromOthers]
  let respond = () => {}
  const hold = () =>
    new Promise<void>((resolve) => {
      respond = resolve
    })
  onPost('ads/delete', respondEmpty)
  onPost('ads/edit', respondWith(Ad, edited))
  for (const [change, after] of [
    [() => editAd(edited), [siv, edited, fromOthers]],
    [() => deleteAd(ownAd.id), [siv, fromOthers]],
    [async () => removeAdsOf(siv.userName), [fromOthers]],
  ] as const) {
    const responseBefore = [...stored]
    const requests = onPost('ads/filtered', async () => {
      await hold()
      return Response.json(responseBefore)
    })
    const loading = loadAds()
    await waitFor(() => expect(requests).toHaveLength(1))
    stored = [...after]
    await change()
    onPost('ads/filtered', () => Response.json(stored))
    respond()
    await loading
    await waitFor(() => expect(useAds.getState().list.state).toBe('loaded'))
    expect(useAds.getState().list.data?.ads).toEqual(after)
  }
})

test('an ad that was opened before its author was blocked is not shown by a later response', async () => {
  let respond = () => {}
  const responded = new Promise<void>((resolve) => {
    respond = resolve
  })
  useAds.setState({ filter: ALL, list: loaded({ ads: [siv], hasMore: false, filter: ALL }) })
  onGet('ads/:id', async () => {
    await responded
    return respondWith(Ad, siv)()
  })
  const opening = openAd(siv.id)
  removeAdsOf(siv.userName)
  respond()
  await opening
  expect(useAds.getState().opened.get(siv.id)).toMatchObject({ state: 'failed', error: { code: 'NOT_FOUND' } })
})

test('deleting an ad that no longer exists removes it from the list', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: `Ta bort ${ownAd.title}` }))
  onPost('ads/delete', respondWithError(404, 'NOT_FOUND', 'Finns inte.'))
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
  const created = anAd({ ...ownAd, id: '9', title: 'Ny annons', content: 'Vem vill?' })
  const requests = onPost('ads', respondWith(Ad, created, 201))
  onGet('ads/9', respondWith(Ad, created))
  await user.click(screen.getByRole('button', { name: 'Lägg in annonsen' }))
  expect(await screen.findByRole('heading', { name: 'Ny annons' })).toBeTruthy()
  expect(screen.getByTestId('search').textContent).toBe('?id=9')
  expect(requests[0]?.body).toEqual({ title: 'Ny annons', content: 'Vem vill?', clientId: expect.any(String) })
})

test('resubmitting other text after a lost response updates the stored ad', async () => {
  const { user } = open('/ads?new=1')
  await user.type(screen.getByLabelText('Rubrik'), 'Ny anons')
  await user.type(screen.getByLabelText('Text'), 'Vem vill? ')
  const failedRequests = onPost('ads', () => Response.error())
  await user.click(screen.getByRole('button', { name: 'Lägg in annonsen' }))
  await waitFor(() => expect(failedRequests).toHaveLength(1))
  const storedAd = anAd({ ...ownAd, id: '9', title: 'Ny anons', content: 'Vem vill?' })
  const resubmissions = onPost('ads', respondWith(Ad, storedAd, 201))
  const fields = { title: 'Ny annons', content: 'Vem vill? ' }
  const edits = onPost('ads/edit', respondWith(Ad, { ...storedAd, title: 'Ny annons' }))
  onGet('ads/9', respondWith(Ad, { ...storedAd, title: 'Ny annons' }))
  await user.clear(screen.getByLabelText('Rubrik'))
  await user.type(screen.getByLabelText('Rubrik'), fields.title)
  await user.click(screen.getByRole('button', { name: 'Lägg in annonsen' }))
  expect(await screen.findByRole('heading', { name: 'Ny annons' })).toBeTruthy()
  expect(resubmissions[0]?.body).toEqual({
    ...fields,
    clientId: (failedRequests[0]!.body as { clientId: string }).clientId,
  })
  expect(edits.map(({ body }) => body)).toEqual([{ id: '9', ...fields }])
})

test('a server error is shown at its field and keeps the input', async () => {
  const { user } = open('/ads?new=1')
  await user.type(screen.getByLabelText('Rubrik'), 'Ny')
  await user.type(screen.getByLabelText('Text'), 'Vem vill?')
  onPost('ads', respondWithError(400, 'VALIDATION', 'Fel', [{ path: 'title', message: 'Texten är för lång.' }]))
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
  expect(screen.getByTestId('path').textContent).toBe('/ads')
})

test('the author edits an ad', { tags: 'ads.page-edit' }, async () => {
  onGet('ads/6', respondWith(Ad, ownAd))
  const { user } = open('/ads?id=6&edit=1')
  const title = await screen.findByLabelText('Rubrik')
  await user.clear(title)
  await user.type(title, 'Vinterbad')
  const requests = onPost('ads/edit', respondWith(Ad, { ...ownAd, title: 'Vinterbad' }))
  onGet('ads/6', respondWith(Ad, { ...ownAd, title: 'Vinterbad' }))
  await user.click(screen.getByRole('button', { name: 'Spara' }))
  expect(await screen.findByRole('heading', { name: 'Vinterbad' })).toBeTruthy()
  expect(requests[0]?.body).toEqual({ id: '6', title: 'Vinterbad', content: ownAd.content })
})

test('other members cannot edit an ad', async () => {
  onGet('ads/7', respondWith(Ad, siv))
  onGet(
    'chats/status/Siv%20och%20Tor',
    respondWith(ChatStatus, { status: 'MAY_INVITE', chatId: null, relationship: 0 }),
  )
  open('/ads?id=7&edit=1')
  expect(await screen.findByRole('heading', { name: siv.title })).toBeTruthy()
  expect(screen.queryByLabelText('Rubrik')).toBeNull()
})

test('deleting an ad asks for confirmation and removes it from the list', { tags: 'ads.page-delete' }, async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: `Ta bort ${ownAd.title}` }))
  const confirmation = await screen.findByRole('alertdialog', { name: `Ta bort annonsen ${ownAd.title}?` })
  const requests = onPost('ads/delete', respondEmpty)
  await user.click(within(confirmation).getByRole('button', { name: 'Ta bort annonsen' }))
  await waitFor(() => expect(screen.queryByText(ownAd.title)).toBeNull())
  expect(requests[0]?.body).toEqual({ id: '6' })
  expect(await screen.findByText('Annonsen är borttagen.')).toBeTruthy()
})

test("the menu of another member's ad offers the team to open a case, and the team cannot delete or edit it", {
  tags: 'moderation.open-from-menu',
}, async () => {
  startSession({ ...mira, memberLevel: 'ADMIN' })
  onPost('ads/filtered', adsResponse([siv]))
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: `Fler val för ${siv.title}` }))
  expect(await screen.findByRole('menuitem', { name: 'Öppna ett ärende' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: `Ta bort ${siv.title}` })).toBeNull()
  expect(screen.queryByRole('link', { name: `Ändra ${siv.title}` })).toBeNull()
})

test('answering an ad sends an invite that begins with its title', async () => {
  onGet('ads/7', respondWith(Ad, siv))
  onGet(
    'chats/status/Siv%20och%20Tor',
    respondWith(ChatStatus, { status: 'MAY_INVITE', chatId: null, relationship: 0 }),
  )
  const { user } = open('/ads?id=7')
  await user.click(await screen.findByRole('button', { name: 'Svara på annonsen' }))
  const dialog = await screen.findByRole('dialog')
  const textbox = within(dialog).getByRole('textbox') as HTMLTextAreaElement
  expect(textbox.value).toBe(`> ${siv.title}\n\n`)
  const send = within(dialog).getByRole('button', { name: 'Bjud in till chatt' })
  expect(send.hasAttribute('disabled')).toBe(true)
  const requests = onPost('chats/invites', respondWithError(409, 'CONFLICT', 'Det är redan gjort.'))
  await user.type(textbox, 'Vi följer gärna med.')
  await user.click(send)
  await waitFor(() =>
    expect(requests[0]?.body).toMatchObject({
      recipientName: 'Siv och Tor',
      message: `> ${siv.title}\n\nVi följer gärna med.`,
    }),
  )
})

test('a deleted ad shows an error and a link back', { tags: 'ads.page-missing' }, async () => {
  onGet('ads/7', respondWithError(404, 'NOT_FOUND', 'Det finns inte, eller har tagits bort.'))
  open('/ads?id=7')
  expect(await screen.findByText('Annonsen finns inte, eller har tagits bort.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Till annonserna' }).getAttribute('href')).toBe('/ads')
})

test('an ad of the team has no profile link and cannot be answered', async () => {
  const teamAd = anAd({
    ...{ userName: 'Teamet', profileType: 'SECRET', cities: [], p1Year: null, p1Orientation: null },
    ...{ p2Year: null, p2Orientation: null },
  })
  onGet('ads/7', respondWith(Ad, teamAd))
  open('/ads?id=7')
  expect(await screen.findByText('Teamet')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Teamet' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Svara på annonsen' })).toBeNull()
})
