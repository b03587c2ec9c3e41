import type { Profile } from '@app/contract/members/members'
import { SearchFilter, type SearchHit } from '@app/contract/members/profiles'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { onGet, onPost, type ReceivedRequest, respondWithError } from '../../testing.tsx'
import {
  aPage,
  encryptedResponse,
  filtersIn,
  findHitNames,
  listChipTexts,
  open,
  readLocation,
  serveHits,
  serveOwnProfile,
  setUpProfileList,
} from './profile-list-testing.tsx'

setUpProfileList()

test('the page shows an empty state before the first search', { tags: 'search.page-initial' }, async () => {
  open()
  expect(await screen.findByRole('heading', { name: 'Du har inte sökt än.' })).toBeTruthy()
})

test.each([
  ['FEMALES', 'SINGLE_FEMALE'],
  ['MALES', 'SINGLE_MALE'],
  ['NON_BINARY', 'SINGLE_NON_BINARY'],
  ['MIXED_COUPLES', 'MIXED_COUPLE'],
  ['FEMALE_COUPLES', 'FEMALE_COUPLE'],
  ['MALE_COUPLES', 'MALE_COUPLE'],
] as const)(
  'the page opens on results for the type of profile that the member looks for: %s',
  {
    tags: 'search.page-default',
  },
  async (lookingFor, type) => {
    serveOwnProfile({ lookingFor: [lookingFor], cities: [] })
    serveHits(aPage(1))
    open()
    await findHitNames()
    expect(readLocation()).toBe(`/profilelist?type=${type}&index=0`)
  },
)

test('the default search has the first wanted type, the wanted ages and the first three cities of the member', {
  tags: 'search.page-default',
}, async () => {
  const cities: Profile['cities'] = ['Stockholm', 'Uppsala', 'Nacka', 'Lund']
  serveOwnProfile({ lookingFor: ['MIXED_COUPLES', 'FEMALES'], cities }, { min: 30, max: 60 })
  const requests = serveHits(aPage(1, 12))
  open()
  await findHitNames()
  const ages = { orientations: [], minAge: 30, maxAge: 60 }
  expect(filtersIn(requests)).toMatchObject([
    {
      couples: true,
      person1Selection: { sex: 'FEMALE', ...ages },
      person2Selection: { sex: 'MALE', ...ages },
      cities: ['Stockholm', 'Uppsala', 'Nacka'],
      page: 0,
    },
  ])
  expect(listChipTexts()).toEqual(['Par, kvinna och man', 'Stockholm', 'Uppsala', 'Nacka', '30–60 år'])
  expect(screen.getByRole('button', { name: /^Filter/ }).textContent).toContain('5 val')
})

/** Serves the hits that a function returns for a filter, and a criterion to drop for filters without hits. */
const serveHitsFor = (hitsOf: (filter: SearchFilter) => readonly SearchHit[]): ReceivedRequest[] => {
  const requests: ReceivedRequest[] = onPost('profiles/search-encrypted', () =>
    encryptedResponse(hitsOf(SearchFilter.parse(requests.at(-1)?.body))),
  )
  onPost('profiles/search-hints', () => HttpResponse.json([{ drop: 'AGES', hits: 3 }]))
  return requests
}

test.each([
  ['on the next wanted type', ({ couples }: SearchFilter) => couples, 'type=MIXED_COUPLE&city=Lund'],
  ['on all cities', ({ cities }: SearchFilter) => cities.length === 0, 'type=SINGLE_FEMALE'],
])(
  'if the first wanted type has no hits, the page opens %s',
  { tags: 'search.page-default' },
  async (_, hasHits, opened) => {
    serveOwnProfile({ lookingFor: ['FEMALES', 'MIXED_COUPLES'], cities: ['Lund'] })
    serveHitsFor((filter) => (hasHits(filter) ? aPage(1, 2) : []))
    open()
    await findHitNames()
    expect(readLocation()).toBe(`/profilelist?${opened}&index=0`)
  },
)

test('without any hits the page opens on the first wanted type in the cities of the member', async () => {
  serveOwnProfile({ lookingFor: ['FEMALES', 'MIXED_COUPLES'], cities: ['Lund'] })
  const requests = serveHitsFor(() => [])
  open()
  expect(await screen.findByRole('button', { name: /3 träffar/ })).toBeTruthy()
  expect(readLocation()).toBe('/profilelist?type=SINGLE_FEMALE&city=Lund&index=0')
  expect(requests).toHaveLength(4)
})

test('Back from the default search leaves the page', async () => {
  serveOwnProfile({ lookingFor: ['FEMALES'] })
  serveHits(aPage(1))
  const { user } = open('/profilelist', undefined, '/profile')
  await findHitNames()
  await user.click(screen.getByRole('button', { name: 'step back' }))
  expect(readLocation()).toBe('/profile')
})

test('links to the other types that the member looks for keep the cities and the ages', async () => {
  serveOwnProfile({ lookingFor: ['MIXED_COUPLES', 'FEMALES', 'MALE_COUPLES'], cities: ['Lund'] }, { min: 30, max: 60 })
  const requests = serveHits(aPage(1))
  const { user } = open()
  await findHitNames()
  const switches = within(screen.getByRole('list', { name: 'Du söker också' })).getAllByRole('link')
  expect(switches.map(({ textContent }) => textContent)).toEqual(['Kvinnor', 'Manliga par'])
  await user.click(screen.getByRole('link', { name: 'Kvinnor' }))
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(filtersIn(requests)[1]).toMatchObject({
    couples: false,
    person1Selection: { sex: 'FEMALE', minAge: 30, maxAge: 60 },
    cities: ['Lund'],
  })
  expect(screen.getByRole('link', { name: 'Par' })).toBeTruthy()
})

test('a member who has not stated whom they look for chooses a type of profile, and sees its results', async () => {
  serveOwnProfile({ lookingFor: [], cities: ['Lund'] })
  const requests = serveHits(aPage(1))
  const { user } = open()
  await screen.findByRole('heading', { name: 'Du har inte sökt än.' })
  const types = [/^Par$/, /^Singel$/].flatMap((name) =>
    within(screen.getByRole('region', { name })).getAllByRole('link'),
  )
  expect(types.map(({ textContent }) => textContent)).toEqual([
    'Kvinna och man',
    'Två män',
    'Två kvinnor',
    'Man',
    'Icke-binär',
    'Kvinna',
  ])
  expect(requests).toEqual([])
  await user.click(screen.getByRole('link', { name: 'Icke-binär' }))
  await findHitNames()
  expect(filtersIn(requests)).toMatchObject([{ person1Selection: { sex: 'NON_BINARY' }, cities: ['Lund'] }])
})

test("a failure to load the member's own profile shows the reason, and a button requests it again", async () => {
  onGet('members/username/:name', respondWithError(400, 'VALIDATION', 'Det får du inte.'))
  const { user } = open()
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText(/Det får du inte/)).toBeTruthy()
  serveOwnProfile({ lookingFor: ['FEMALES'] })
  serveHits(aPage(1, 3))
  await user.click(alert.getByRole('button', { name: 'Försök igen' }))
  expect(await findHitNames()).toHaveLength(3)
})
