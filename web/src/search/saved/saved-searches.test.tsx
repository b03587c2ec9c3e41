import type { SearchFilter } from '@app/contract/members/profiles'
import { SavedSearch } from '@app/contract/members/saved-searches'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { useToasts } from '../../lib/feedback/toasts.ts'
import { startSession } from '../../lib/http/session.ts'
import { mira, onGet, onPost, renderInApp, respondEmpty, respondWith, respondWithError } from '../../testing.tsx'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { waitForEarlierResponses } from '../../testing-next-member.ts'
import { criteriaOf } from '../filter/criteria.ts'
import { parseSearch } from '../urls.ts'
import { SavedSearchesCard } from './SavedSearchesCard.tsx'
import { SaveSearch } from './SaveSearch.tsx'
import { onSearchesChanged, setInDigest, useSavedSearches } from './store.ts'

setUpFreshDevice()
beforeAll(
  () => Promise.all([import('../../ui/overlays/DialogBody.tsx'), import('../../ui/overlays/MenuPopover.tsx')]),
  60_000,
)
beforeEach(() => startSession(mira))

const selectPerson = (sex: 'FEMALE' | 'MALE' | 'NON_BINARY', minAge = 18, maxAge = 99) => ({
  ...{ sex, orientations: [], minAge, maxAge },
})
const couples: SearchFilter = {
  couples: true,
  person1Selection: selectPerson('FEMALE', 30, 60),
  person2Selection: selectPerson('MALE', 30, 60),
  cities: ['Stockholm'],
  page: 0,
  onlyWithPhoto: true,
  badges: [],
  activeWithinDays: null,
}
const aSearch = (search: Partial<SavedSearch> = {}): SavedSearch => ({
  ...{ id: '1', name: 'Par i Stockholm', filter: couples, inDigest: true, newCount: 3, ...search },
})
const sailors = aSearch({
  ...{ id: '2', name: 'Seglare', inDigest: false, newCount: 0 },
  filter: { ...couples, couples: false, person1Selection: selectPerson('FEMALE'), person2Selection: null, cities: [] },
})
const serve = (...searches: SavedSearch[]) => onGet('searches', respondWith(z.array(SavedSearch), searches))
const open = (...searches: SavedSearch[]) => {
  const requests = serve(...searches)
  return { ...renderInApp(<SavedSearchesCard />, '/myprofile?tab=settings'), requests }
}
const chooseFromMenu = async (user: ReturnType<typeof open>['user'], name: string, action: string) => {
  await user.click(await screen.findByRole('button', { name: `Fler val för ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}
const listToasts = () => useToasts.getState().queue.map(({ text }) => text)

test('the card lists the searches with their criteria, the number of new members and whether the email counts them', {
  tags: 'saved-searches.page-list',
}, async () => {
  open(aSearch(), sailors, aSearch({ id: '3', name: 'Alla', newCount: 100 }))
  const [first, second, third] = await screen.findAllByRole('listitem')
  expect(first?.textContent).toContain('Par i StockholmPar, kvinna och man · Stockholm · 30–60 år · med foto3 nya')
  expect(within(first as HTMLElement).getByRole('switch', { checked: true })).toBeTruthy()
  expect(second?.textContent).toContain('inget nytt')
  expect(within(second as HTMLElement).getByRole('switch', { checked: false })).toBeTruthy()
  expect(third?.textContent).toContain('minst 100 nya')
  expect(screen.getByText(/Tre av fem platser är använda\./)).toBeTruthy()
})

test('opening a search shows its filter in Profiles, and resets the number', {
  tags: 'saved-searches.page-open',
}, async () => {
  const opened = onPost('searches/1/opened', respondEmpty)
  const { user } = open(aSearch())
  await chooseFromMenu(user, 'Par i Stockholm', 'Visa de 3 nya')
  await waitFor(() => expect(opened).toHaveLength(1))
  await waitFor(() => expect(screen.getByTestId('path').textContent).toBe('/profilelist'))
  const params = new URLSearchParams(screen.getByTestId('search').textContent)
  expect(parseSearch(params)).toEqual({ by: 'filter', criteria: criteriaOf(couples), page: 0 })
  expect(useSavedSearches.getState().searches.data).toMatchObject([{ newCount: 0 }])
})

test('the switch changes the digest at once, and is rolled back if the request fails', {
  tags: 'saved-searches.page-digest',
}, async () => {
  const changes = onPost('searches/1', respondWith(SavedSearch, aSearch({ inDigest: false })))
  const { user } = open(aSearch())
  const getSwitch = () => screen.findByRole('switch', { name: /Räkna nya i Par i Stockholm i mejlet/ })
  await user.click(await getSwitch())
  expect((await getSwitch()).getAttribute('aria-checked')).toBe('false')
  await waitFor(() => expect(changes.map(({ body }) => body)).toEqual([{ inDigest: false }]))
  onPost('searches/1', respondWithError(500, 'UNKNOWN', 'Det gick inte.'))
  await user.click(await getSwitch())
  await waitFor(() => expect(listToasts()).toContain('Det gick inte.'))
  expect((await getSwitch()).getAttribute('aria-checked')).toBe('false')
})

test('a digest setting rejected after a logout shows no error to the next member on the device', async () => {
  let respond = (): void => undefined
  const responded = new Promise<void>((resolve) => (respond = resolve))
  const requests = onPost('searches/1', () => responded.then(respondWithError(404, 'NOT_FOUND', 'Det finns inte.')))
  const change = setInDigest('1', false)
  await waitFor(() => expect(requests).toHaveLength(1))
  startSession({ ...mira, sessionId: 'second.session.token', userName: 'Nora' })
  respond()
  await change
  expect(listToasts()).toEqual([])
})

test('a search can be renamed, stripped of a criterion, and deleted after a confirmation', {
  tags: 'saved-searches.page-change',
}, async () => {
  const changed = aSearch({ name: 'Par', filter: { ...couples, cities: [] } })
  const changes = onPost('searches/1', respondWith(SavedSearch, changed))
  const deletions = onPost('searches/1/delete', respondEmpty)
  const { user } = open(aSearch())
  await chooseFromMenu(user, 'Par i Stockholm', 'Ändra')
  const dialog = within(await screen.findByRole('dialog', { name: 'Ändra sökningen' }))
  const name = await dialog.findByRole('textbox', { name: 'Namn' })
  await user.clear(name)
  await user.click(dialog.getByRole('button', { name: 'Spara' }))
  expect(await dialog.findByText('Ge sökningen ett namn.')).toBeTruthy()
  await user.type(name, 'Par')
  await user.click(dialog.getByRole('button', { name: /Stockholm/ }))
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Ta bort 30–60 år' }))
  await user.click(dialog.getByRole('button', { name: 'Spara' }))
  expect(await screen.findByRole('link', { name: 'Par' })).toBeTruthy()
  expect(changes.map(({ body }) => body)).toEqual([{ name: 'Par', inDigest: true, filter: { ...couples, cities: [] } }])
  await chooseFromMenu(user, 'Par', 'Ta bort')
  const confirmation = within(await screen.findByRole('alertdialog', { name: 'Ta bort Par?' }))
  await user.click(confirmation.getByRole('button', { name: 'Ta bort' }))
  expect(await screen.findByText(/^Du har inga än/)).toBeTruthy()
  expect(deletions).toHaveLength(1)
})

test('a push reloads the list only after the member has opened it; a failed load can be retried', {
  tags: 'saved-searches.page-push',
}, async () => {
  const unseen = serve(aSearch())
  act(() => onSearchesChanged())
  await waitForEarlierResponses()
  expect(unseen).toEqual([])
  onGet('searches', respondWithError(400, 'VALIDATION', 'Nej'))
  const { user } = renderInApp(<SavedSearchesCard />)
  expect(await screen.findByText('Sökningarna kunde inte läsas in.')).toBeTruthy()
  serve(aSearch())
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findAllByRole('listitem')).toHaveLength(1)
  serve(aSearch(), sailors)
  act(() => onSearchesChanged())
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
})

test("a search is saved under a name, and the server's error is shown at the name", {
  tags: 'saved-searches.page-save',
}, async () => {
  const text = 'Du har fem sparade sökningar. Ta bort en först.'
  onPost('searches', respondWithError(400, 'VALIDATION', 'Fel', [{ path: 'name', message: text }]))
  const criteria = criteriaOf(couples)
  if (!criteria) throw new Error('the filter has no type')
  const { user } = renderInApp(<SaveSearch search={{ by: 'filter', criteria, page: 2 }} />)
  await user.click(screen.getByRole('button', { name: 'Spara sökningen' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Spara sökningen' }))
  const name = await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Namn' })
  expect(name.value).toBe('Par i Stockholm')
  await user.click(dialog.getByRole('button', { name: 'Spara' }))
  expect(await dialog.findByText(text)).toBeTruthy()
  const saves = onPost('searches', respondWith(SavedSearch, aSearch({ newCount: 0 }), 201))
  await user.type(name, ' igen')
  await user.click(dialog.getByRole('switch'))
  await user.click(dialog.getByRole('button', { name: 'Spara' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saves.map(({ body }) => body)).toEqual([{ name: 'Par i Stockholm igen', inDigest: false, filter: couples }])
  expect(listToasts()).toEqual(['Par i Stockholm igen är sparad. Den finns i inställningarna.'])
})

test('a filter gives the same criteria in either order of a couple, and none for a couple without a type', () => {
  const swapped = {
    ...couples,
    person1Selection: couples.person2Selection ?? couples.person1Selection,
    person2Selection: couples.person1Selection,
  }
  expect(criteriaOf(swapped)).toEqual(criteriaOf(couples))
  expect(criteriaOf(couples)).toMatchObject({ type: 'MIXED_COUPLE', cities: ['Stockholm'], onlyWithPhoto: true })
  expect(criteriaOf({ ...couples, person2Selection: selectPerson('NON_BINARY') })).toBeNull()
})
