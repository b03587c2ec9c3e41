import { ChatStatus } from '@app/contract/chats'
import type { SearchHint } from '@app/contract/members/profiles'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { usePresence } from '../../chats/presence/presence.ts'
import { clearStatuses, loadStatus } from '../../chats/statuses.ts'
import { onGet, onPost, respondEmpty, respondWith, respondWithError } from '../../testing.tsx'
import {
  aPage,
  filtersIn,
  findHitNames,
  findSummary,
  getApplyButton,
  linn,
  open,
  openFilter,
  readLocation,
  serveCount,
  serveHits,
  setUpProfileList,
} from './profile-list-testing.tsx'

setUpProfileList()

test('a card describes the member, with Markdown stripped, and links to the profile', {
  tags: 'search.page-card',
}, async () => {
  serveHits([linn])
  usePresence.setState({ online: new Set(['Linn & Erik']) })
  open('/profilelist?type=MIXED_COUPLE')
  const card = await screen.findByRole('link', { name: /Linn & Erik/ })
  expect(card.textContent).toContain('Par, 36 bi och 38')
  expect(card.textContent).toContain('Stockholm, Nacka +1')
  expect(card.textContent).toContain('Trivs bäst nära vatten.')
  expect(within(card).getByText('Online')).toBeTruthy()
  expect(within(card).getByRole('img', { name: 'Verifierad' })).toBeTruthy()
  expect(within(card).getByRole('img', { name: 'Du har en anteckning' })).toBeTruthy()
  expect(card.getAttribute('href')).toBe('/profile?name=Linn%20%26%20Erik')
  usePresence.setState({ online: new Set() })
})

test('the page shows the number of hits, and counts them only for a full page', {
  tags: 'search.page-count',
}, async () => {
  const counts = serveCount(34)
  serveHits(aPage(1, 24))
  const { user } = open('/profilelist?type=SINGLE_MALE')
  expect(await findSummary('34 profiler · senast aktiva först')).toBeTruthy()
  serveHits(aPage(25, 10))
  await user.click(screen.getByRole('button', { name: 'Nästa' }))
  expect(await findSummary('34 profiler · sida 2 · senast aktiva först')).toBeTruthy()
  expect(counts).toHaveLength(1)
})

test.each([
  ['a count above the limit', 24, 0, 1_000, /^Minst 1.000 profiler · senast aktiva först$/],
  ['a single hit', 1, 0, 99, '1 profil · senast aktiva först'],
  ['fewer counted hits than the list shows', 24, 2, 60, '72 profiler · sida 3 · senast aktiva först'],
  ['fewer hits on the last page than counted', 5, 1, 99, '29 profiler · sida 2 · senast aktiva först'],
])(
  'the number of hits does not contradict the list: %s',
  { tags: 'search.page-count' },
  async (_, hits, page, count, text) => {
    serveCount(count)
    serveHits(aPage(1, hits))
    open(`/profilelist?type=SINGLE_MALE&index=${page}`)
    expect(await findSummary(text)).toBeTruthy()
  },
)

test('a full page that is the last one according to the count has no next page', {
  tags: 'search.page-last',
}, async () => {
  serveCount(48)
  serveHits(aPage(25, 24))
  open('/profilelist?type=SINGLE_MALE&index=1')
  expect(await findSummary('48 profiler · sida 2 · senast aktiva först')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Nästa' }).hasAttribute('disabled')).toBe(true)
})

test('a full page whose hits cannot be counted shows that there are at least as many', async () => {
  onPost('client-logs', respondEmpty)
  onPost('profiles/search-count', respondWithError(403, 'FORBIDDEN', 'Nej'))
  serveHits(aPage(1, 24))
  open('/profilelist?type=SINGLE_MALE')
  expect(await findSummary('Minst 24 profiler · senast aktiva först')).toBeTruthy()
})

test('the URL stores the search with its filter and page', { tags: 'search.page-url' }, async () => {
  serveCount(200)
  const requests = serveHits(aPage(1))
  const { user } = open('/profilelist?type=SINGLE_FEMALE&age1=30-45&city=Lund&index=2')
  await findHitNames()
  expect(screen.getByRole('heading', { name: 'Kvinnor i Lund' })).toBeTruthy()
  expect(await findSummary('200 profiler · sida 3 · senast aktiva först')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Nästa' }))
  expect(await findSummary('200 profiler · sida 4 · senast aktiva först')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Kvinnor i Lund')
  await findHitNames()
  await user.click(screen.getByRole('button', { name: 'Föregående' }))
  expect(await findSummary('200 profiler · sida 3 · senast aktiva först')).toBeTruthy()
  expect(filtersIn(requests).map(({ page }) => page)).toEqual([2, 3])
  const filter = await openFilter(user)
  expect(filter.getByLabelText<HTMLInputElement>('Lägsta ålder').value).toBe('30')
  await user.click(getApplyButton())
  expect(await findSummary('200 profiler · senast aktiva först')).toBeTruthy()
  await waitFor(() => expect(filtersIn(requests).map(({ page }) => page)).toEqual([2, 3, 0]))
})

test('a page that is not full has no next page', { tags: 'search.page-last' }, async () => {
  serveHits(aPage(1, 23))
  open('/profilelist?type=SINGLE_MALE')
  await findHitNames()
  expect(screen.getByRole('button', { name: 'Nästa' }).hasAttribute('disabled')).toBe(true)
  expect(screen.getByRole('button', { name: 'Föregående' }).hasAttribute('disabled')).toBe(true)
})

test('a member ignored after the search is hidden', async () => {
  serveHits(aPage(1, 2))
  onGet(
    'chats/status/:name',
    respondWith(ChatStatus, { status: 'IGNORING', chatId: null, relationship: 5, incoming: false }),
  )
  open('/profilelist?type=SINGLE_MALE')
  expect(await findHitNames()).toEqual(['Medlem 1', 'Medlem 2'])
  await act(() => loadStatus('Medlem 1'))
  expect(await findHitNames()).toEqual(['Medlem 2'])
  clearStatuses()
})

test('a search without hits offers a button for each criterion whose removal gives hits', async () => {
  serveHits([])
  const hints: SearchHint[] = [
    { drop: 'CITIES', hits: 12 },
    { drop: 'AGES', hits: 100 },
  ]
  const hintRequests = onPost('profiles/search-hints', () => HttpResponse.json(hints))
  const { user } = open('/profilelist?type=SINGLE_MALE&age1=30-31&city=Lund&index=0')
  expect(await screen.findByRole('heading', { name: 'Inga träffar' })).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Alla åldrar: minst 100 träffar' })).toBeTruthy()
  expect(filtersIn(hintRequests)).toMatchObject([{ cities: ['Lund'], person1Selection: { minAge: 30, maxAge: 31 } }])
  const requests = serveHits(aPage(1, 12))
  await user.click(screen.getByRole('button', { name: 'Alla orter: 12 träffar' }))
  expect(await findHitNames()).toHaveLength(12)
  expect(filtersIn(requests)).toMatchObject([{ cities: [], person1Selection: { minAge: 30, maxAge: 31 } }])
  expect(readLocation()).toBe('/profilelist?type=SINGLE_MALE&age1=30-31&index=0')
})
