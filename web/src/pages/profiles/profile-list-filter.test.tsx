import { MemberResponse } from '@app/contract/members/members'
import { SearchFilter } from '@app/contract/members/profiles'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { onGet, onPost, type ReceivedRequest, respondEmpty, respondWith, respondWithError } from '../../testing.tsx'
import { ownResponse } from '../../testing-members.ts'
import {
  aPage,
  filtersIn,
  findHitNames,
  findSummary,
  getApplyButton,
  listChipTexts,
  open,
  openFilter,
  readLocation,
  serveCount,
  serveHits,
  serveOwnProfile,
  setUpProfileList,
  waitUntilFilterClosed,
} from './profile-list-testing.tsx'

setUpProfileList()

/** Serves a number of hits that depends on the filter. */
const serveCountFor = (count: (filter: SearchFilter) => number): ReceivedRequest[] => {
  const requests: ReceivedRequest[] = onPost('profiles/search-count', () =>
    HttpResponse.json({ hits: count(SearchFilter.parse(requests.at(-1)?.body)) }),
  )
  return requests
}

test('the filter of a member who has not chosen a type requires one', async () => {
  const requests = serveHits(aPage(1))
  const counts = serveCount(7)
  const { user } = open()
  await screen.findByRole('heading', { name: 'Du har inte sökt än.' })
  const filter = await openFilter(user)
  const types = within(filter.getByRole('radiogroup', { name: 'Jag söker' })).getAllByRole<HTMLInputElement>('radio')
  expect(types.filter(({ checked }) => checked)).toEqual([])
  expect(filter.queryByLabelText('Lägsta ålder')).toBeNull()
  await user.click(filter.getByLabelText('Bara med foto'))
  expect(getApplyButton().textContent).toBe('Visa')
  await user.click(getApplyButton())
  expect(await screen.findByText('Välj vem du söker.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(types[0]))
  expect([...requests, ...counts]).toEqual([])
  await user.click(filter.getByRole('radio', { name: 'Icke-binär' }))
  expect(screen.queryByText('Välj vem du söker.')).toBeNull()
  await user.click(getApplyButton())
  await findHitNames()
  expect(filtersIn(requests)).toMatchObject([{ person1Selection: { sex: 'NON_BINARY' }, onlyWithPhoto: true }])
})

test("changes in the filter survive the loading of the member's own profile", async () => {
  let respond = (): void => undefined
  const responded = new Promise<void>((resolve) => {
    respond = resolve
  })
  const profile = respondWith(MemberResponse, ownResponse({ lookingFor: ['FEMALES'] }))
  const requests = onGet('members/username/:name', async () => {
    await responded
    return profile()
  })
  serveHits(aPage(1))
  const { user } = open()
  const filter = await openFilter(user)
  await user.click(filter.getByRole('radio', { name: 'Man' }))
  respond()
  await waitFor(() => expect(requests).toHaveLength(1))
  await waitFor(() => expect(readLocation()).toContain('type=SINGLE_FEMALE'))
  expect(filter.getByRole<HTMLInputElement>('radio', { name: 'Man' }).checked).toBe(true)
  expect(await findSummary('24 profiler · senast aktiva först')).toBeTruthy()
})

test('the filter sends the chosen criteria, and choosing another type resets the criteria of the persons', {
  tags: 'search.page-criteria',
}, async () => {
  const requests = serveHits(aPage(1))
  const { user } = open()
  let filter = await openFilter(user)
  await user.click(filter.getByRole('radio', { name: 'Kvinna och man' }))
  const woman = within(filter.getByRole('region', { name: 'Kvinna' }))
  await user.click(woman.getByRole('button', { name: 'Bi', pressed: false }))
  await user.clear(woman.getByLabelText('Lägsta ålder'))
  await user.click(filter.getByLabelText('Bara med foto'))
  await user.click(filter.getByLabelText('Bara verifierade'))
  await user.click(filter.getByLabelText('Senaste 7 dagarna'))
  await user.click(getApplyButton())
  await waitUntilFilterClosed()
  await findHitNames()
  expect(listChipTexts()).toEqual([
    'Par, kvinna och man',
    'Stockholm',
    'Uppsala',
    'Kvinna: Bi',
    'Med foto',
    'Verifierade',
    'Aktiva senaste 7 dagarna',
  ])
  filter = await openFilter(user)
  await user.click(filter.getByLabelText('Två män'))
  expect(filter.getByRole('region', { name: 'Andra mannen' })).toBeTruthy()
  await user.click(getApplyButton())
  await waitFor(() => expect(requests).toHaveLength(2))
  const cities = ['Stockholm', 'Uppsala']
  const commonCriteria = { cities, page: 0, onlyWithPhoto: true, badges: ['VERIFIED'], activeWithinDays: 7 }
  const defaultSelection = { orientations: [], minAge: 18, maxAge: 99 }
  expect(filtersIn(requests)).toEqual([
    {
      couples: true,
      person1Selection: { sex: 'FEMALE', orientations: ['BI'], minAge: 0, maxAge: 99 },
      person2Selection: { sex: 'MALE', ...defaultSelection },
      ...commonCriteria,
    },
    {
      couples: true,
      person1Selection: { sex: 'MALE', ...defaultSelection },
      person2Selection: { sex: 'MALE', ...defaultSelection },
      ...commonCriteria,
    },
  ])
})

test('an inverted age range is not sent, and the field shows the reason', {
  tags: 'search.page-age-range',
}, async () => {
  const requests = serveHits(aPage(1))
  const { user } = open('/profilelist?type=SINGLE_FEMALE')
  await findHitNames()
  const filter = await openFilter(user)
  const minAgeField = filter.getByLabelText('Lägsta ålder')
  await user.clear(minAgeField)
  await user.type(minAgeField, 'fem60')
  await user.clear(filter.getByLabelText('Högsta ålder'))
  await user.type(filter.getByLabelText('Högsta ålder'), '30')
  expect(getApplyButton().textContent).toBe('Visa')
  await user.click(getApplyButton())
  expect(await screen.findByText('Högsta åldern är lägre än den lägsta.')).toBeTruthy()
  expect(document.activeElement).toBe(minAgeField)
  await user.type(filter.getByLabelText('Högsta ålder'), '{Backspace}{Backspace}')
  await user.click(getApplyButton())
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(filtersIn(requests)[1]?.person1Selection).toMatchObject({ minAge: 60, maxAge: 0 })
  expect(listChipTexts()).toEqual(['Kvinna', 'Från 60 år'])
})

test('three cities can be chosen in a dialog and removed again', { tags: 'search.page-cities' }, async () => {
  const requests = serveHits(aPage(1))
  const { user } = open('/profilelist?type=MIXED_COUPLE')
  await findHitNames()
  const filter = await openFilter(user)
  await user.click(filter.getByRole('button', { name: 'Välj orter' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Välj orter' }))
  for (const city of ['Ale', 'Berg', 'Boden']) await user.click(dialog.getByLabelText(city))
  expect(dialog.getByLabelText('Ekerö').hasAttribute('disabled')).toBe(true)
  await user.click(dialog.getByRole('button', { name: 'Klart' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Välj orter' })).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Ta bort Berg' }))
  await user.click(getApplyButton())
  await waitFor(() => expect(filtersIn(requests)[1]?.cities).toEqual(['Ale', 'Boden']))
  expect(await screen.findByRole('heading', { name: 'Par i Ale och Boden' })).toBeTruthy()
  expect(await findSummary('24 profiler · senast aktiva först')).toBeTruthy()
})

test('the filter counts its hits shortly after a change', { tags: 'search.page-count' }, async () => {
  serveHits(aPage(1, 5))
  const requests = serveCountFor(({ onlyWithPhoto, badges }) => (badges.length > 0 ? 0 : onlyWithPhoto ? 1_000 : 34))
  const { user } = open('/profilelist?type=SINGLE_MALE')
  await findHitNames()
  const filter = await openFilter(user)
  expect(await filter.findByRole('button', { name: 'Visa 5' })).toBeTruthy()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const press = (name: string) => act(() => filter.getByLabelText(name).click())
  press('Bara med foto')
  expect(getApplyButton().textContent).toBe('Visa …')
  act(() => vi.advanceTimersByTime(299))
  press('Senaste dygnet')
  act(() => vi.advanceTimersByTime(299))
  expect(requests).toEqual([])
  act(() => vi.advanceTimersByTime(1))
  vi.useRealTimers()
  const many = await filter.findByRole('button', { name: /^Visa minst 1.000$/ })
  expect(filtersIn(requests)).toMatchObject([{ onlyWithPhoto: true, activeWithinDays: 1, page: 0 }])
  press('Bara verifierade')
  await waitFor(() => expect(many.textContent).toBe('Inga träffar'))
  expect(many.hasAttribute('disabled')).toBe(false)
  expect(filter.getByRole('status').textContent).toBe('Inga träffar')
})

test('the filter can be applied although its hits cannot be counted', async () => {
  onPost('client-logs', respondEmpty)
  const requests = serveHits(aPage(1, 5))
  const { user } = open('/profilelist?type=SINGLE_MALE')
  await findHitNames()
  const filter = await openFilter(user)
  const counts = onPost('profiles/search-count', respondWithError(429, 'TOO_MANY_REQUESTS', 'Vänta lite.'))
  await user.click(filter.getByLabelText('Bara med foto'))
  expect(await filter.findByRole('button', { name: 'Visa' })).toBeTruthy()
  expect(counts).toHaveLength(1)
  await user.click(getApplyButton())
  await waitFor(() => expect(requests).toHaveLength(2))
})

test('clearing the filter keeps only the type of profile, and changes the search only when the filter is applied', async () => {
  serveHits(aPage(1, 5))
  const { user } = open('/profilelist?type=SINGLE_MALE&age1=30-45&city=Lund&photo=1&index=0')
  await findHitNames()
  const filter = await openFilter(user)
  await user.click(filter.getByRole('button', { name: 'Rensa' }))
  expect(filter.getByRole<HTMLInputElement>('radio', { name: 'Man' }).checked).toBe(true)
  expect(filter.getByLabelText<HTMLInputElement>('Lägsta ålder').value).toBe('18')
  expect(readLocation()).toContain('city=Lund')
  await user.click(getApplyButton())
  await waitFor(() => expect(readLocation()).toBe('/profilelist?type=SINGLE_MALE&index=0'))
})

test('Escape, the button and Back close the filter and return the focus to its button', async () => {
  serveHits(aPage(1, 5))
  const { user } = open('/profilelist?type=SINGLE_MALE&index=0')
  await findHitNames()
  const closings = [
    () => user.keyboard('{Escape}'),
    () => user.click(screen.getByRole('button', { name: 'Stäng' })),
    () => act(() => screen.getByRole('button', { name: 'step back', hidden: true }).click()),
  ]
  for (const close of closings) {
    await openFilter(user)
    expect(readLocation()).toContain('filter=open')
    await close()
    await waitUntilFilterClosed()
    expect(readLocation()).toBe('/profilelist?type=SINGLE_MALE&index=0')
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Filter/))
  }
})

test('a new search opens the filter with the default criteria, at the type of profile', {
  tags: 'search.page-new-search',
}, async () => {
  serveOwnProfile({ lookingFor: ['FEMALES'], cities: ['Lund'] })
  serveHits(aPage(1))
  const { user } = open('/profilelist?type=SINGLE_MALE&photo=1&index=0')
  await findHitNames()
  await user.click(screen.getByRole('button', { name: 'Ny sökning' }))
  const filter = within(await screen.findByRole('dialog', { name: 'Filter' }))
  const type = filter.getByRole<HTMLInputElement>('radio', { name: 'Kvinna' })
  expect(type.checked).toBe(true)
  await waitFor(() => expect(document.activeElement).toBe(type))
  expect(filter.getByLabelText<HTMLInputElement>('Bara med foto').checked).toBe(false)
  await user.click(getApplyButton())
  await waitFor(() => expect(readLocation()).toBe('/profilelist?type=SINGLE_FEMALE&city=Lund&index=0'))
})
