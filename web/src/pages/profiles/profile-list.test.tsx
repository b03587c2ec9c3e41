import { ChatStatus } from '@app/contract/chats'
import { MemberResponse, type Profile, type WantedAges } from '@app/contract/members/members'
import { SearchCount, SearchFilter, type SearchHint, type SearchHit } from '@app/contract/members/profiles'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { usePresence } from '../../chats/presence/presence.ts'
import { clearStatuses, loadStatus } from '../../chats/statuses.ts'
import { endSession, startSession } from '../../lib/http/session.ts'
import {
  mira,
  onGet,
  onPost,
  type ReceivedRequest,
  renderInApp,
  respondEmpty,
  respondWith,
  respondWithError,
} from '../../testing.tsx'
import { encryptHits } from '../../testing-hits.ts'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { ownResponse } from '../../testing-members.ts'
import { type PageSlots, PageSlotsContext } from '../../ui/layout/page-slots.ts'
import { ProfileListPage } from './ProfileListPage.tsx'

setUpFreshDevice()
beforeAll(async () => {
  await Promise.all([import('../../ui/overlays/DialogBody.tsx'), import('../../search/filter/FilterDrawer.tsx')])
}, 60_000)
beforeEach(() => {
  startSession(mira)
  serveOwnProfile()
  serveCount(24)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Serves the member's own profile, by default one that does not say whom the member looks for. */
const serveOwnProfile = (
  changes: Partial<Profile> = { lookingFor: [] },
  wantedAges: WantedAges | null = null,
): ReceivedRequest[] =>
  onGet('members/username/:name', respondWith(MemberResponse, { ...ownResponse(changes), wantedAges }))

const serveCount = (hits: number): ReceivedRequest[] =>
  onPost('profiles/search-count', respondWith(SearchCount, { hits }))

/** Serves a number of hits that depends on the filter. */
const serveCountFor = (count: (filter: SearchFilter) => number): ReceivedRequest[] => {
  const requests: ReceivedRequest[] = onPost('profiles/search-count', () =>
    HttpResponse.json({ hits: count(SearchFilter.parse(requests.at(-1)?.body)) }),
  )
  return requests
}

const linn: SearchHit = {
  userName: 'Linn & Erik',
  persons: [
    { sex: 'FEMALE', yearOfBirth: 1989, orientation: 'BI' },
    { sex: 'MALE', yearOfBirth: 1987, orientation: 'SECRET' },
  ],
  cities: ['Stockholm', 'Nacka', 'Värmdö'],
  text: 'Trivs bäst **nära vatten**.',
  lastActive: null,
  profilePhotoUrl: null,
  badges: ['VERIFIED'],
  hasNotes: true,
  hasAd: false,
  title: null,
}
const aPage = (firstNumber: number, count = 24): SearchHit[] =>
  Array.from({ length: count }, (_, index) => ({
    ...linn,
    userName: `Medlem ${firstNumber + index}`,
    badges: [],
    text: '',
  }))

const encryptedResponse = async (hits: readonly SearchHit[]) =>
  HttpResponse.json(await encryptHits(hits, mira.sessionId))
const serveHits = (hits: readonly SearchHit[]): ReceivedRequest[] =>
  onPost('profiles/search-encrypted', () => encryptedResponse(hits))
const filtersIn = (requests: readonly ReceivedRequest[]) => requests.map(({ body }) => SearchFilter.parse(body))

const LocationProbe = () => {
  const { pathname, search } = useLocation()
  return <p data-testid="location">{decodeURIComponent(pathname + search)}</p>
}
const ProfilePage = () => {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Bakåt
    </button>
  )
}

const open = (path = '/profilelist', slots: PageSlots = { title: null, actions: null }, ...earlierUrls: string[]) =>
  renderInApp(
    <PageSlotsContext value={slots}>
      <LocationProbe />
      <Routes>
        <Route path="/profilelist" element={<ProfileListPage />} />
        <Route path="/profile" element={<ProfilePage />} />
      </Routes>
    </PageSlotsContext>,
    ...earlierUrls,
    path,
  )

type User = ReturnType<typeof open>['user']

async function openFilter(user: User) {
  await user.click(screen.getByRole('button', { name: /^Filter/ }))
  return within(await screen.findByRole('dialog', { name: 'Filter' }))
}
const waitUntilFilterClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const applyButton = () =>
  within(screen.getByRole('dialog', { name: 'Filter' })).getByRole('button', { name: /^(Visa|Inga träffar)/ })
const chipTexts = () =>
  within(screen.getByRole('list', { name: 'Det du söker efter' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
const chip = (name: string) => screen.getByRole('button', { name })
const summary = (text: string | RegExp) =>
  screen.findByText(
    (_, element) =>
      element?.role === 'status' &&
      (typeof text === 'string' ? element.textContent === text : text.test(element.textContent ?? '')),
  )
const nameField = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Sök på namn' })

/** Simulates the width of a phone for components that use `matchMedia`. */
const simulatePhone = () =>
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media === '(max-width: 43.75em)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
const hitNames = async () => {
  await screen.findAllByRole('link', { name: /Medlem|Linn/ })
  return screen.getAllByRole('listitem').flatMap((item) => item.dataset.hit ?? [])
}
const location = () => screen.getByTestId('location').textContent

test('the page shows an empty state before the first search', { tags: 'search.page-initial' }, async () => {
  open()
  expect(await screen.findByRole('heading', { name: 'Du har inte sökt än.' })).toBeTruthy()
})

test('part of a name finds members, and an empty name sends no request', {
  tags: 'search.page-by-name',
}, async () => {
  const requests = onGet('profiles/search-user-encrypted/:name', () => encryptedResponse([linn]))
  const { user } = open()
  expect(screen.getByRole('button', { name: 'Sök' }).hasAttribute('disabled')).toBe(true)
  await user.type(nameField(), '  {Enter}')
  expect(requests).toEqual([])
  await user.type(nameField(), 'linn & ')
  await user.click(screen.getByRole('button', { name: 'Sök' }))
  expect(await hitNames()).toEqual(['Linn & Erik'])
  expect(requests.map(({ path }) => path)).toEqual(['profiles/search-user-encrypted/linn%20%26'])
  expect(screen.getByRole('heading', { name: 'Profiler med ”linn &” i namnet' })).toBeTruthy()
  expect(await summary('1 profil · mest lika namn först')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Nästa' })).toBeNull()
})

test('removing the name from a search returns to the search by criteria', async () => {
  onGet('profiles/search-user-encrypted/:name', () => encryptedResponse([linn]))
  serveHits(aPage(1, 3))
  const { user } = open('/profilelist?type=SINGLE_MALE&city=Lund&index=0')
  await hitNames()
  await user.type(nameField(), 'linn{Enter}')
  expect(await hitNames()).toEqual(['Linn & Erik'])
  await user.click(chip('Ta bort Namn: linn'))
  expect(await hitNames()).toEqual(['Medlem 1', 'Medlem 2', 'Medlem 3'])
  expect(location()).toBe('/profilelist?type=SINGLE_MALE&city=Lund&index=0')
  expect(nameField().value).toBe('')
})

test('removing the name without a default search moves the focus to the heading of the empty state', async () => {
  onGet('profiles/search-user-encrypted/:name', () => encryptedResponse([linn]))
  const { user } = open('/profilelist?name=linn')
  await hitNames()
  await user.click(chip('Ta bort Namn: linn'))
  expect(location()).toBe('/profilelist')
  const heading = await screen.findByRole('heading', { name: 'Du har inte sökt än.' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

test('removing the name before the profile is loaded moves the focus to the title, then to the heading of the hits', async () => {
  let respond: () => void = () => undefined
  const profile = { ...ownResponse({ lookingFor: ['MALES'], cities: ['Lund'] }), wantedAges: null }
  onGet('members/username/:name', async () => {
    await new Promise<void>((resolve) => (respond = resolve))
    return respondWith(MemberResponse, profile)()
  })
  onGet('profiles/search-user-encrypted/:name', () => encryptedResponse([linn]))
  serveHits(aPage(1, 3))
  const title = document.body.appendChild(document.createElement('div'))
  const { user } = open('/profilelist?name=linn', { title, actions: null })
  await hitNames()
  await user.click(chip('Ta bort Namn: linn'))
  expect(document.activeElement).toBe(within(title).getByRole('heading'))
  respond()
  expect(await hitNames()).toEqual(['Medlem 1', 'Medlem 2', 'Medlem 3'])
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: /^Män/ }))
  title.remove()
})

test('on a phone an icon opens the field for a name, and Escape closes it again', async () => {
  simulatePhone()
  onGet('profiles/search-user-encrypted/:name', () => encryptedResponse([linn]))
  serveHits(aPage(1, 3))
  const actions = document.body.appendChild(document.createElement('div'))
  const { user } = open('/profilelist?type=SINGLE_MALE&index=0', { title: null, actions })
  await hitNames()
  const icon = within(actions).getByRole('button', { name: 'Sök på namn' })
  expect(screen.queryByRole('searchbox')).toBeNull()
  await user.click(icon)
  expect(document.activeElement).toBe(nameField())
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(document.activeElement).toBe(icon)
  await user.click(icon)
  await user.keyboard('linn{Enter}')
  expect(await hitNames()).toEqual(['Linn & Erik'])
  expect(chipTexts()).toEqual(['Namn: linn'])
  expect(document.activeElement?.textContent).toBe('Profiler med ”linn” i namnet')
  cleanup()
  actions.remove()
})

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
    await hitNames()
    expect(location()).toBe(`/profilelist?type=${type}&index=0`)
  },
)

test('the default search has the first wanted type, the wanted ages and the first three cities of the member', {
  tags: 'search.page-default',
}, async () => {
  const cities: Profile['cities'] = ['Stockholm', 'Uppsala', 'Nacka', 'Lund']
  serveOwnProfile({ lookingFor: ['MIXED_COUPLES', 'FEMALES'], cities }, { min: 30, max: 60 })
  const requests = serveHits(aPage(1, 12))
  open()
  await hitNames()
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
  expect(chipTexts()).toEqual(['Par, kvinna och man', 'Stockholm', 'Uppsala', 'Nacka', '30–60 år'])
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
    await hitNames()
    expect(location()).toBe(`/profilelist?${opened}&index=0`)
  },
)

test('without any hits the page opens on the first wanted type in the cities of the member', async () => {
  serveOwnProfile({ lookingFor: ['FEMALES', 'MIXED_COUPLES'], cities: ['Lund'] })
  const requests = serveHitsFor(() => [])
  open()
  expect(await screen.findByRole('button', { name: /3 träffar/ })).toBeTruthy()
  expect(location()).toBe('/profilelist?type=SINGLE_FEMALE&city=Lund&index=0')
  expect(requests).toHaveLength(4)
})

test('Back from the default search leaves the page', async () => {
  serveOwnProfile({ lookingFor: ['FEMALES'] })
  serveHits(aPage(1))
  const { user } = open('/profilelist', undefined, '/profile')
  await hitNames()
  await user.click(screen.getByRole('button', { name: 'step back' }))
  expect(location()).toBe('/profile')
})

test('links to the other types that the member looks for keep the cities and the ages', async () => {
  serveOwnProfile({ lookingFor: ['MIXED_COUPLES', 'FEMALES', 'MALE_COUPLES'], cities: ['Lund'] }, { min: 30, max: 60 })
  const requests = serveHits(aPage(1))
  const { user } = open()
  await hitNames()
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
  await hitNames()
  expect(filtersIn(requests)).toMatchObject([{ person1Selection: { sex: 'NON_BINARY' }, cities: ['Lund'] }])
})

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
  expect(applyButton().textContent).toBe('Visa')
  await user.click(applyButton())
  expect(await screen.findByText('Välj vem du söker.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(types[0]))
  expect([...requests, ...counts]).toEqual([])
  await user.click(filter.getByRole('radio', { name: 'Icke-binär' }))
  expect(screen.queryByText('Välj vem du söker.')).toBeNull()
  await user.click(applyButton())
  await hitNames()
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
  await waitFor(() => expect(location()).toContain('type=SINGLE_FEMALE'))
  expect(filter.getByRole<HTMLInputElement>('radio', { name: 'Man' }).checked).toBe(true)
  expect(await summary('24 profiler · senast aktiva först')).toBeTruthy()
})

test("a failure to load the member's own profile shows the reason, and a button requests it again", async () => {
  onGet('members/username/:name', respondWithError(400, 'VALIDATION', 'Det får du inte.'))
  const { user } = open()
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText(/Det får du inte/)).toBeTruthy()
  serveOwnProfile({ lookingFor: ['FEMALES'] })
  serveHits(aPage(1, 3))
  await user.click(alert.getByRole('button', { name: 'Försök igen' }))
  expect(await hitNames()).toHaveLength(3)
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
  await user.click(applyButton())
  await waitUntilFilterClosed()
  await hitNames()
  expect(chipTexts()).toEqual([
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
  await user.click(applyButton())
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
  await hitNames()
  const filter = await openFilter(user)
  const minAgeField = filter.getByLabelText('Lägsta ålder')
  await user.clear(minAgeField)
  await user.type(minAgeField, 'fem60')
  await user.clear(filter.getByLabelText('Högsta ålder'))
  await user.type(filter.getByLabelText('Högsta ålder'), '30')
  expect(applyButton().textContent).toBe('Visa')
  await user.click(applyButton())
  expect(await screen.findByText('Högsta åldern är lägre än den lägsta.')).toBeTruthy()
  expect(document.activeElement).toBe(minAgeField)
  await user.type(filter.getByLabelText('Högsta ålder'), '{Backspace}{Backspace}')
  await user.click(applyButton())
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(filtersIn(requests)[1]?.person1Selection).toMatchObject({ minAge: 60, maxAge: 0 })
  expect(chipTexts()).toEqual(['Kvinna', 'Från 60 år'])
})

test('three cities can be chosen in a dialog and removed again', { tags: 'search.page-cities' }, async () => {
  const requests = serveHits(aPage(1))
  const { user } = open('/profilelist?type=MIXED_COUPLE')
  await hitNames()
  const filter = await openFilter(user)
  await user.click(filter.getByRole('button', { name: 'Välj orter' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Välj orter' }))
  for (const city of ['Ale', 'Berg', 'Boden']) await user.click(dialog.getByLabelText(city))
  expect(dialog.getByLabelText('Ekerö').hasAttribute('disabled')).toBe(true)
  await user.click(dialog.getByRole('button', { name: 'Klart' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Välj orter' })).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Ta bort Berg' }))
  await user.click(applyButton())
  await waitFor(() => expect(filtersIn(requests)[1]?.cities).toEqual(['Ale', 'Boden']))
  expect(await screen.findByRole('heading', { name: 'Par i Ale och Boden' })).toBeTruthy()
  expect(await summary('24 profiler · senast aktiva först')).toBeTruthy()
})

test('the filter counts its hits shortly after a change', { tags: 'search.page-count' }, async () => {
  serveHits(aPage(1, 5))
  const requests = serveCountFor(({ onlyWithPhoto, badges }) => (badges.length > 0 ? 0 : onlyWithPhoto ? 1_000 : 34))
  const { user } = open('/profilelist?type=SINGLE_MALE')
  await hitNames()
  const filter = await openFilter(user)
  expect(await filter.findByRole('button', { name: 'Visa 5' })).toBeTruthy()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const press = (name: string) => act(() => filter.getByLabelText(name).click())
  press('Bara med foto')
  expect(applyButton().textContent).toBe('Visa …')
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
  await hitNames()
  const filter = await openFilter(user)
  const counts = onPost('profiles/search-count', respondWithError(429, 'TOO_MANY_REQUESTS', 'Vänta lite.'))
  await user.click(filter.getByLabelText('Bara med foto'))
  expect(await filter.findByRole('button', { name: 'Visa' })).toBeTruthy()
  expect(counts).toHaveLength(1)
  await user.click(applyButton())
  await waitFor(() => expect(requests).toHaveLength(2))
})

test('clearing the filter keeps only the type of profile, and changes the search only when the filter is applied', async () => {
  serveHits(aPage(1, 5))
  const { user } = open('/profilelist?type=SINGLE_MALE&age1=30-45&city=Lund&photo=1&index=0')
  await hitNames()
  const filter = await openFilter(user)
  await user.click(filter.getByRole('button', { name: 'Rensa' }))
  expect(filter.getByRole<HTMLInputElement>('radio', { name: 'Man' }).checked).toBe(true)
  expect(filter.getByLabelText<HTMLInputElement>('Lägsta ålder').value).toBe('18')
  expect(location()).toContain('city=Lund')
  await user.click(applyButton())
  await waitFor(() => expect(location()).toBe('/profilelist?type=SINGLE_MALE&index=0'))
})

test('Escape, the button and Back close the filter and return the focus to its button', async () => {
  serveHits(aPage(1, 5))
  const { user } = open('/profilelist?type=SINGLE_MALE&index=0')
  await hitNames()
  const closings = [
    () => user.keyboard('{Escape}'),
    () => user.click(screen.getByRole('button', { name: 'Stäng' })),
    () => act(() => screen.getByRole('button', { name: 'step back', hidden: true }).click()),
  ]
  for (const close of closings) {
    await openFilter(user)
    expect(location()).toContain('filter=open')
    await close()
    await waitUntilFilterClosed()
    expect(location()).toBe('/profilelist?type=SINGLE_MALE&index=0')
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Filter/))
  }
})

test('the chip of the type opens the filter at the choice of type', async () => {
  serveHits(aPage(1, 5))
  const { user } = open('/profilelist?type=SINGLE_MALE&city=Lund&index=0')
  await hitNames()
  await user.click(chip('Byt: Man'))
  const filter = within(await screen.findByRole('dialog', { name: 'Filter' }))
  await waitFor(() => expect(document.activeElement).toBe(filter.getByRole('radio', { name: 'Man' })))
})

test('removing a chip searches at once, moves the focus to the next chip, and can be undone', {
  tags: 'search.page-chips',
}, async () => {
  const requests = serveHits(aPage(1, 5))
  const { user } = open('/profilelist?type=SINGLE_MALE&age1=30-45&city=Lund&city=Ystad&photo=1&index=0')
  await hitNames()
  await user.click(chip('Ta bort Lund'))
  await waitFor(() => expect(filtersIn(requests)[1]?.cities).toEqual(['Ystad']))
  expect(document.activeElement).toBe(chip('Ta bort Ystad'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(filtersIn(requests)[2]?.cities).toEqual([]))
  expect(document.activeElement).toBe(chip('Ta bort 30–45 år'))
  await user.click(chip('Ta bort Med foto'))
  expect(document.activeElement).toBe(chip('Ta bort 30–45 år'))
  // Each removal dismisses the previous toast, whose Undo would restore more than that toast names.
  expect(await screen.findByText('Borttaget ur sökningen: Med foto')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Ångra' }))
  await waitFor(() => expect(location()).toBe('/profilelist?type=SINGLE_MALE&age1=30-45&photo=1&index=0'))
  expect(document.activeElement).toBe(chip('Ta bort Med foto'))
  expect(screen.queryByRole('button', { name: 'Ångra' })).toBeNull()
})

test('a removal can no longer be undone after the next search', async () => {
  serveHits(aPage(1, 5))
  const { user } = open('/profilelist?type=SINGLE_MALE&city=Lund&photo=1&index=0')
  await hitNames()
  await user.click(chip('Ta bort Lund'))
  expect(await screen.findByRole('button', { name: 'Ångra' })).toBeTruthy()
  await openFilter(user)
  await user.click(applyButton())
  await waitUntilFilterClosed()
  expect(screen.getByRole('button', { name: 'Ångra' })).toBeTruthy()
  await openFilter(user)
  await user.click(screen.getByLabelText('Bara verifierade'))
  await user.click(applyButton())
  await waitUntilFilterClosed()
  expect(screen.queryByRole('button', { name: 'Ångra' })).toBeNull()
})

test.each([
  ['type=MIXED_COUPLE&age1=30-55&age2=30-60', ['Par, kvinna och man', 'Kvinna: 30–55 år', 'Man: 30–60 år']],
  ['type=MALE_COUPLE&age1=30-55&age2=30-55', ['Par, två män', '30–55 år']],
  ['type=FEMALE_COUPLE&orientation2=BI.HOMO', ['Par, två kvinnor', 'Andra kvinnan: Bi eller Homo']],
  ['type=SINGLE_FEMALE&age1=-40', ['Kvinna', 'Upp till 40 år']],
  ['type=SINGLE_FEMALE&age1=-', ['Kvinna']],
  ['type=SINGLE_NON_BINARY&days=1', ['Icke-binär', 'Aktiva senaste dygnet']],
])('the chips describe the search: %s', async (query, texts) => {
  serveHits(aPage(1, 5))
  open(`/profilelist?${query}`)
  await hitNames()
  expect(chipTexts()).toEqual(texts)
})

test('removing the ages of one person keeps those of the other', async () => {
  const requests = serveHits(aPage(1, 5))
  const { user } = open('/profilelist?type=MIXED_COUPLE&age1=30-55&age2=30-60')
  await hitNames()
  await user.click(chip('Ta bort Kvinna: 30–55 år'))
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(filtersIn(requests)[1]).toMatchObject({
    person1Selection: { minAge: 18, maxAge: 99 },
    person2Selection: { minAge: 30, maxAge: 60 },
  })
})

test('the page shows the number of hits, and counts them only for a full page', {
  tags: 'search.page-count',
}, async () => {
  const counts = serveCount(34)
  serveHits(aPage(1, 24))
  const { user } = open('/profilelist?type=SINGLE_MALE')
  expect(await summary('34 profiler · senast aktiva först')).toBeTruthy()
  serveHits(aPage(25, 10))
  await user.click(screen.getByRole('button', { name: 'Nästa' }))
  expect(await summary('34 profiler · sida 2 · senast aktiva först')).toBeTruthy()
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
    expect(await summary(text)).toBeTruthy()
  },
)

test('a full page that is the last one according to the count has no next page', {
  tags: 'search.page-last',
}, async () => {
  serveCount(48)
  serveHits(aPage(25, 24))
  open('/profilelist?type=SINGLE_MALE&index=1')
  expect(await summary('48 profiler · sida 2 · senast aktiva först')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Nästa' }).hasAttribute('disabled')).toBe(true)
})

test('a full page whose hits cannot be counted shows that there are at least as many', async () => {
  onPost('client-logs', respondEmpty)
  onPost('profiles/search-count', respondWithError(403, 'FORBIDDEN', 'Nej'))
  serveHits(aPage(1, 24))
  open('/profilelist?type=SINGLE_MALE')
  expect(await summary('Minst 24 profiler · senast aktiva först')).toBeTruthy()
})

test('the URL stores the search with its filter and page', { tags: 'search.page-url' }, async () => {
  serveCount(200)
  const requests = serveHits(aPage(1))
  const { user } = open('/profilelist?type=SINGLE_FEMALE&age1=30-45&city=Lund&index=2')
  await hitNames()
  expect(screen.getByRole('heading', { name: 'Kvinnor i Lund' })).toBeTruthy()
  expect(await summary('200 profiler · sida 3 · senast aktiva först')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Nästa' }))
  expect(await summary('200 profiler · sida 4 · senast aktiva först')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Kvinnor i Lund')
  await hitNames()
  await user.click(screen.getByRole('button', { name: 'Föregående' }))
  expect(await summary('200 profiler · sida 3 · senast aktiva först')).toBeTruthy()
  expect(filtersIn(requests).map(({ page }) => page)).toEqual([2, 3])
  const filter = await openFilter(user)
  expect(filter.getByLabelText<HTMLInputElement>('Lägsta ålder').value).toBe('30')
  await user.click(applyButton())
  expect(await summary('200 profiler · senast aktiva först')).toBeTruthy()
  await waitFor(() => expect(filtersIn(requests).map(({ page }) => page)).toEqual([2, 3, 0]))
})

test('a page that is not full has no next page', { tags: 'search.page-last' }, async () => {
  serveHits(aPage(1, 23))
  open('/profilelist?type=SINGLE_MALE')
  await hitNames()
  expect(screen.getByRole('button', { name: 'Nästa' }).hasAttribute('disabled')).toBe(true)
  expect(screen.getByRole('button', { name: 'Föregående' }).hasAttribute('disabled')).toBe(true)
})

test('returning from a profile shows the hits immediately, and focuses the opened one', async () => {
  const requests = serveHits(aPage(1))
  const { user } = open('/profilelist?type=SINGLE_MALE&index=0')
  await hitNames()
  await user.click(screen.getByRole('link', { name: /Medlem 7/ }))
  await user.click(await screen.findByRole('button', { name: 'Bakåt' }))
  expect(screen.getAllByRole('link', { name: /Medlem/ })).toHaveLength(24)
  expect(document.activeElement?.closest('li')?.dataset.hit).toBe('Medlem 7')
  expect(requests).toHaveLength(1)
})

test('a member ignored after the search is hidden', async () => {
  serveHits(aPage(1, 2))
  onGet(
    'chats/status/:name',
    respondWith(ChatStatus, { status: 'IGNORING', chatId: null, relationship: 5, incoming: false }),
  )
  open('/profilelist?type=SINGLE_MALE')
  expect(await hitNames()).toEqual(['Medlem 1', 'Medlem 2'])
  await act(() => loadStatus('Medlem 1'))
  expect(await hitNames()).toEqual(['Medlem 2'])
  clearStatuses()
})

test('a new search opens the filter with the default criteria, at the type of profile', {
  tags: 'search.page-new-search',
}, async () => {
  serveOwnProfile({ lookingFor: ['FEMALES'], cities: ['Lund'] })
  serveHits(aPage(1))
  const { user } = open('/profilelist?type=SINGLE_MALE&photo=1&index=0')
  await hitNames()
  await user.click(screen.getByRole('button', { name: 'Ny sökning' }))
  const filter = within(await screen.findByRole('dialog', { name: 'Filter' }))
  const type = filter.getByRole<HTMLInputElement>('radio', { name: 'Kvinna' })
  expect(type.checked).toBe(true)
  await waitFor(() => expect(document.activeElement).toBe(type))
  expect(filter.getByLabelText<HTMLInputElement>('Bara med foto').checked).toBe(false)
  await user.click(applyButton())
  await waitFor(() => expect(location()).toBe('/profilelist?type=SINGLE_FEMALE&city=Lund&index=0'))
})

test('unsubmitted values are restored until they are submitted or a new search starts', async () => {
  serveOwnProfile({ lookingFor: ['FEMALES'], cities: [] })
  serveHits(aPage(1))
  const { user } = open('/profilelist?type=SINGLE_MALE')
  const photoCheckbox = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Bara med foto' })
  const typeRadio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
  await hitNames()
  await openFilter(user)
  await user.click(photoCheckbox())
  await user.keyboard('{Escape}')
  await waitUntilFilterClosed()
  await user.click(screen.getByRole('link', { name: /Medlem 7/ }))
  await user.click(await screen.findByRole('button', { name: 'Bakåt' }))
  await openFilter(user)
  expect(photoCheckbox().checked).toBe(true)
  cleanup()
  // Opens the page as the navigation does, whose link contains no search.
  open('/profilelist')
  await waitFor(() => expect(location()).toContain('type=SINGLE_FEMALE'))
  await openFilter(user)
  expect(photoCheckbox().checked).toBe(true)
  expect(typeRadio('Man').checked).toBe(true)
  await user.click(applyButton())
  await waitUntilFilterClosed()
  await hitNames()
  cleanup()
  open('/profilelist')
  await hitNames()
  await openFilter(user)
  expect(photoCheckbox().checked).toBe(false)
  await user.click(photoCheckbox())
  await user.keyboard('{Escape}')
  await waitUntilFilterClosed()
  await user.click(screen.getByRole('button', { name: 'Ny sökning' }))
  await screen.findByRole('dialog')
  expect(photoCheckbox().checked).toBe(false)
  expect(typeRadio('Kvinna').checked).toBe(true)
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
  expect(await hitNames()).toHaveLength(12)
  expect(filtersIn(requests)).toMatchObject([{ cities: [], person1Selection: { minAge: 30, maxAge: 31 } }])
  expect(location()).toBe('/profilelist?type=SINGLE_MALE&age1=30-31&index=0')
})

test('search hints that fail to load show a countdown, and a button requests them again', async () => {
  serveHits([])
  onPost('client-logs', respondEmpty)
  onPost('profiles/search-hints', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  const { user } = open('/profilelist?type=SINGLE_MALE')
  expect(await screen.findByText('Prova fler orter eller ett bredare åldersspann.')).toBeTruthy()
  expect(await screen.findByText(/^Förslagen på andra sökningar kunde inte läsas in/)).toBeTruthy()
  expect(screen.getByText(/^Vi försöker igen om/)).toBeTruthy()
  onPost('profiles/search-hints', () => HttpResponse.json([{ drop: 'CITIES', hits: 12 }]))
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findByRole('button', { name: 'Alla orter: 12 träffar' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Försök igen' })).toBeNull()
})

test.each([
  ['/profilelist?type=SINGLE_MALE', 'Profile search by filter'],
  ['/profilelist?name=linn', 'Profile search by name'],
])(
  'a rejected search shows the reason, is logged, and is retried with a button: %s',
  { tags: 'search.page-error' },
  async (path, logMessage) => {
    const logs = onPost('client-logs', respondEmpty)
    const rejection = respondWithError(400, 'VALIDATION', 'Det får du inte.')
    onPost('profiles/search-encrypted', rejection)
    onGet('profiles/search-user-encrypted/:name', rejection)
    const { user } = open(path)
    expect(screen.getByText('Söker', { selector: '[role="status"]' })).toBeTruthy()
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByRole('heading', { name: 'Sökningen gick inte' })).toBeTruthy()
    expect(alert.getByText(/Det får du inte/)).toBeTruthy()
    // A rejected search is not retried automatically.
    expect(alert.queryByText(/Vi försöker igen/)).toBeNull()
    await vi.waitFor(() => expect(logs.map(({ body }) => body)).toMatchObject([{ message: logMessage }]))
    serveHits([linn])
    onGet('profiles/search-user-encrypted/:name', () => encryptedResponse([linn]))
    await user.click(alert.getByRole('button', { name: 'Försök igen' }))
    expect(await hitNames()).toEqual(['Linn & Erik'])
  },
)

test('a search shows the error of an invalid field, and announces a retry if the server is unavailable', async () => {
  onPost('client-logs', respondEmpty)
  const fields = [{ path: 'cities.0', message: 'Orten finns inte i listan.' }]
  onPost('profiles/search-encrypted', respondWithError(400, 'VALIDATION', 'Något stämmer inte.', fields))
  open('/profilelist?type=SINGLE_MALE')
  expect(await screen.findByText(/Orten finns inte i listan/)).toBeTruthy()
  cleanup()
  onPost('profiles/search-encrypted', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  open('/profilelist?type=SINGLE_FEMALE')
  expect(await screen.findByText(/Vi försöker igen/)).toBeTruthy()
})

test('hits encrypted for another session show an error', async () => {
  onPost('client-logs', respondEmpty)
  onPost('profiles/search-encrypted', async () => HttpResponse.json(await encryptHits([linn], 'någon annans')))
  open('/profilelist?type=SINGLE_MALE')
  expect(await screen.findByText(/Servern gav ett svar som inte går att läsa/)).toBeTruthy()
})

test('logging out removes hits, unsubmitted values and scroll positions', async () => {
  const requests = serveHits(aPage(1))
  const { user } = open('/profilelist?type=SINGLE_MALE')
  await hitNames()
  const filter = await openFilter(user)
  await user.click(filter.getByLabelText('Bara med foto'))
  cleanup()
  act(() => endSession('loggedOut'))
  expect(sessionStorage.getItem('salong.searchPlaces') ?? '[]').toBe('[]')
  startSession(mira)
  open('/profilelist?type=SINGLE_MALE')
  await hitNames()
  expect(requests).toHaveLength(2)
  const reopened = await openFilter(user)
  expect(reopened.getByLabelText<HTMLInputElement>('Bara med foto').checked).toBe(false)
})
