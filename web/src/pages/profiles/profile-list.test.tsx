import { ChatStatus } from '@app/contract/chats'
import { MemberResponse, type Profile } from '@app/contract/members/members'
import { SearchFilter, type SearchHint, type SearchHit } from '@app/contract/members/profiles'
import { act, cleanup, screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { usePresence } from '../../chats/presence.ts'
import { clearStatuses, loadStatus } from '../../chats/statuses.ts'
import { endSession, startSession } from '../../lib/http/session.ts'
import { ownResponse } from '../../profiles/fake-member.ts'
import { useProfiles } from '../../profiles/store.ts'
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
import { ProfileListPage } from './ProfileListPage.tsx'

setUpFreshDevice()
beforeAll(() => import('../../ui/overlays/DialogBody.tsx'), 60_000)
beforeEach(() => {
  startSession(mira)
  serveLookingFor()
})

/** Sets `lookingFor` of the member's own profile. */
const serveLookingFor = (...lookingFor: Profile['lookingFor']): ReceivedRequest[] =>
  onGet('members/username/:name', respondWith(MemberResponse, ownResponse({ lookingFor })))

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
const serveFilter = (hits: readonly SearchHit[]): ReceivedRequest[] =>
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

const open = (path = '/profilelist') =>
  renderInApp(
    <>
      <LocationProbe />
      <Routes>
        <Route path="/profilelist" element={<ProfileListPage />} />
        <Route path="/profile" element={<ProfilePage />} />
      </Routes>
    </>,
    path,
  )

const searchButton = () => screen.getByRole('button', { name: 'Sök' })
const hitNames = async () => {
  await screen.findAllByRole('link', { name: /Medlem|Linn/ })
  return screen.getAllByRole('listitem').map((item) => item.dataset.hit)
}
const location = () => screen.getByTestId('location').textContent

test('the page shows an empty state before the first search', { tags: 'search.page-initial' }, () => {
  open()
  expect(screen.getByRole('heading', { name: 'Du har inte sökt än.' })).toBeTruthy()
})

test('part of a name finds members, and an empty name sends no request', {
  tags: 'search.page-by-name',
}, async () => {
  const requests = onGet('profiles/search-user-encrypted/:name', () => encryptedResponse([linn]))
  const { user } = open()
  await user.click(screen.getByLabelText('Enkel'))
  expect(searchButton().hasAttribute('disabled')).toBe(true)
  await user.type(screen.getByRole('searchbox', { name: 'Profilnamn' }), '  {Enter}')
  expect(requests).toEqual([])
  await user.type(screen.getByRole('searchbox', { name: 'Profilnamn' }), 'linn & {Enter}')
  expect(await hitNames()).toEqual(['Linn & Erik'])
  expect(requests.map(({ path }) => path)).toEqual(['profiles/search-user-encrypted/linn%20%26'])
  expect(screen.getByRole('heading', { name: 'Profiler med ”linn &” i namnet' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Nästa' })).toBeNull()
})

test('a card describes the member, with Markdown stripped, and links to the profile', {
  tags: 'search.page-card',
}, async () => {
  serveFilter([linn])
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
  ['FEMALES', 'Kvinna', 'SINGLE_FEMALE'],
  ['MALES', 'Man', 'SINGLE_MALE'],
  ['NON_BINARY', 'Icke-binär', 'SINGLE_NON_BINARY'],
  ['MIXED_COUPLES', 'Kvinna och man', 'MIXED_COUPLE'],
] as const)(
  'a new search starts with the profile type that the member looks for: %s',
  async (lookingFor, label, type) => {
    serveLookingFor(lookingFor)
    serveFilter(aPage(1))
    const { user } = open()
    await vi.waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: label }).checked).toBe(true))
    await user.click(searchButton())
    await vi.waitFor(() => expect(location()).toContain(`type=${type}`))
  },
)

test('a member who has not said whom they look for chooses a type of profile first', async () => {
  const requests = serveFilter(aPage(1))
  const { user } = open()
  await vi.waitFor(() => expect(useProfiles.getState().own.state).toBe('loaded'))
  const types = within(screen.getByRole('radiogroup', { name: 'Söker' })).getAllByRole<HTMLInputElement>('radio')
  expect(types.filter(({ checked }) => checked)).toEqual([])
  expect(screen.queryByLabelText('Lägsta ålder')).toBeNull()
  await user.click(screen.getByLabelText('Bara med foto'))
  await user.click(searchButton())
  expect(await screen.findByText('Välj vem du söker.')).toBeTruthy()
  await vi.waitFor(() => expect(document.activeElement).toBe(types[0]))
  expect(requests).toEqual([])
  await user.click(screen.getByRole('radio', { name: 'Icke-binär' }))
  expect(screen.queryByText('Välj vem du söker.')).toBeNull()
  await user.click(searchButton())
  await hitNames()
  expect(filtersIn(requests)).toMatchObject([{ person1Selection: { sex: 'NON_BINARY' }, onlyWithPhoto: true }])
})

test("changes in the form survive the loading of the member's own profile", async () => {
  let respond = (): void => undefined
  const responded = new Promise<void>((resolve) => {
    respond = resolve
  })
  const profile = respondWith(MemberResponse, ownResponse({ lookingFor: ['FEMALES'] }))
  const requests = onGet('members/username/:name', async () => {
    await responded
    return profile()
  })
  const { user } = open()
  await user.click(screen.getByRole('radio', { name: 'Man' }))
  respond()
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  await vi.waitFor(() => expect(useProfiles.getState().own.state).toBe('loaded'))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Man' }).checked).toBe(true)
})

test('the form sends the chosen criteria, and another type resets the persons', {
  tags: 'search.page-criteria',
}, async () => {
  const requests = serveFilter(aPage(1))
  const { user } = open()
  await user.click(screen.getByRole('radio', { name: 'Kvinna och man' }))
  const woman = () => within(screen.getByRole('region', { name: 'Kvinna' }))
  await user.click(woman().getByRole('button', { name: 'Bi', pressed: false }))
  await user.clear(woman().getByLabelText('Lägsta ålder'))
  await user.click(screen.getByLabelText('Bara med foto'))
  await user.click(screen.getByLabelText('Bara verifierade'))
  await user.click(screen.getByLabelText('Senaste 7 dagarna'))
  await user.click(searchButton())
  await hitNames()
  await user.click(screen.getByLabelText('Två män'))
  expect(screen.getByRole('region', { name: 'Andra mannen' })).toBeTruthy()
  await user.click(searchButton())
  await vi.waitFor(() => expect(requests).toHaveLength(2))
  const commonCriteria = { cities: [], page: 0, onlyWithPhoto: true, badges: ['VERIFIED'], activeWithinDays: 7 }
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
  const requests = serveFilter(aPage(1))
  const { user } = open('/profilelist')
  await user.click(screen.getByRole('radio', { name: 'Kvinna' }))
  const minAgeField = screen.getByLabelText('Lägsta ålder')
  await user.clear(minAgeField)
  await user.type(minAgeField, 'fem60')
  await user.clear(screen.getByLabelText('Högsta ålder'))
  await user.type(screen.getByLabelText('Högsta ålder'), '30')
  await user.click(searchButton())
  expect(await screen.findByText('Högsta åldern är lägre än den lägsta.')).toBeTruthy()
  expect(document.activeElement).toBe(minAgeField)
  await user.type(screen.getByLabelText('Högsta ålder'), '{Backspace}{Backspace}')
  await user.click(searchButton())
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  expect(filtersIn(requests)[0]?.person1Selection).toMatchObject({ minAge: 60, maxAge: 0 })
})

test('three cities can be chosen in a dialog and removed again', { tags: 'search.page-cities' }, async () => {
  const requests = serveFilter(aPage(1))
  const { user } = open()
  await user.click(screen.getByRole('radio', { name: 'Kvinna och man' }))
  await user.click(screen.getByRole('button', { name: 'Välj orter' }))
  const dialog = within(await screen.findByRole('dialog'))
  for (const city of ['Ale', 'Berg', 'Boden']) await user.click(dialog.getByLabelText(city))
  expect(dialog.getByLabelText('Ekerö').hasAttribute('disabled')).toBe(true)
  await user.click(dialog.getByRole('button', { name: 'Klart' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Ta bort Berg' }))
  await user.click(searchButton())
  await vi.waitFor(() => expect(filtersIn(requests)[0]?.cities).toEqual(['Ale', 'Boden']))
  expect(await screen.findByRole('heading', { name: 'Par i Ale och Boden' })).toBeTruthy()
})

test('the URL stores the search with its filter and page', { tags: 'search.page-url' }, async () => {
  const requests = serveFilter(aPage(1))
  const { user } = open('/profilelist?type=SINGLE_FEMALE&age1=30-45&city=Lund&index=2')
  await hitNames()
  expect(screen.getByRole('heading', { name: 'Kvinnor i Lund' })).toBeTruthy()
  expect(screen.getByText('Sida 3 · senast aktiva först')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Lägsta ålder').value).toBe('30')
  await user.click(screen.getByRole('button', { name: 'Nästa' }))
  await screen.findByText('Sida 4 · senast aktiva först')
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Kvinnor i Lund'))
  await hitNames()
  await user.click(screen.getByRole('button', { name: 'Föregående' }))
  await screen.findByText('Sida 3 · senast aktiva först')
  expect(filtersIn(requests).map(({ page }) => page)).toEqual([2, 3])
  await user.click(searchButton())
  await screen.findByText('Sida 1 · senast aktiva först')
  await vi.waitFor(() => expect(filtersIn(requests).map(({ page }) => page)).toEqual([2, 3, 0]))
})

test('an incomplete page has no next page', { tags: 'search.page-last' }, async () => {
  serveFilter(aPage(1, 23))
  open('/profilelist?type=SINGLE_MALE')
  await hitNames()
  expect(screen.getByRole('button', { name: 'Nästa' }).hasAttribute('disabled')).toBe(true)
  expect(screen.getByRole('button', { name: 'Föregående' }).hasAttribute('disabled')).toBe(true)
})

test('returning from a profile shows the hits immediately, and focuses the opened one', async () => {
  const requests = serveFilter(aPage(1))
  const { user } = open('/profilelist?type=SINGLE_MALE&index=0')
  await hitNames()
  await user.click(screen.getByRole('link', { name: /Medlem 7/ }))
  await user.click(await screen.findByRole('button', { name: 'Bakåt' }))
  expect(screen.getAllByRole('link', { name: /Medlem/ })).toHaveLength(24)
  expect(document.activeElement?.closest('li')?.dataset.hit).toBe('Medlem 7')
  expect(requests).toHaveLength(1)
})

test('a member ignored after the search is hidden', async () => {
  serveFilter(aPage(1, 2))
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

test('a new search clears the form, keeps the mode, and focuses the form', {
  tags: 'search.page-new-search',
}, async () => {
  onGet('profiles/search-user-encrypted/:name', () => encryptedResponse([linn]))
  const { user } = open('/profilelist?name=linn')
  await hitNames()
  await user.click(screen.getByRole('button', { name: 'Ny sökning' }))
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Profilnamn' }).value).toBe('')
  expect(screen.getByRole('heading', { name: 'Du har inte sökt än.' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Enkel'))
})

test('unsubmitted values are restored until they are submitted or a new search starts', async () => {
  serveFilter(aPage(1))
  const { user } = open('/profilelist?type=SINGLE_MALE')
  const photoCheckbox = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Bara med foto' })
  await hitNames()
  await user.click(photoCheckbox())
  await user.click(screen.getByRole('link', { name: /Medlem 7/ }))
  await user.click(await screen.findByRole('button', { name: 'Bakåt' }))
  expect(photoCheckbox().checked).toBe(true)
  cleanup()
  // Opens the page as the navigation does, whose link contains no search.
  open('/profilelist')
  expect(photoCheckbox().checked).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Man' }).checked).toBe(true)
  await user.click(searchButton())
  await hitNames()
  cleanup()
  open('/profilelist')
  expect(photoCheckbox().checked).toBe(false)
  cleanup()
  open('/profilelist?type=SINGLE_MALE')
  await hitNames()
  await user.click(photoCheckbox())
  await user.click(screen.getByRole('button', { name: 'Ny sökning' }))
  expect(photoCheckbox().checked).toBe(false)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Man' }).checked).toBe(false)
})

test('a search without hits offers a button for each criterion whose removal gives hits', async () => {
  serveFilter([])
  const hints: SearchHint[] = [
    { drop: 'CITIES', hits: 12 },
    { drop: 'AGES', hits: 100 },
  ]
  const hintRequests = onPost('profiles/search-hints', () => HttpResponse.json(hints))
  const { user } = open('/profilelist?type=SINGLE_MALE&age1=30-31&city=Lund&index=0')
  expect(await screen.findByRole('heading', { name: 'Inga träffar' })).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Alla åldrar: minst 100 träffar' })).toBeTruthy()
  expect(filtersIn(hintRequests)).toMatchObject([{ cities: ['Lund'], person1Selection: { minAge: 30, maxAge: 31 } }])
  const requests = serveFilter(aPage(1, 12))
  await user.click(screen.getByRole('button', { name: 'Alla orter: 12 träffar' }))
  expect(await hitNames()).toHaveLength(12)
  expect(filtersIn(requests)).toMatchObject([{ cities: [], person1Selection: { minAge: 30, maxAge: 31 } }])
  expect(location()).toBe('/profilelist?type=SINGLE_MALE&age1=30-31&index=0')
})

test('suggestions that fail to load are requested again with a button or after a countdown', async () => {
  serveFilter([])
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
    const rejection = respondWithError(403, 'FORBIDDEN', 'Det får du inte.')
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
    serveFilter([linn])
    onGet('profiles/search-user-encrypted/:name', () => encryptedResponse([linn]))
    await user.click(alert.getByRole('button', { name: 'Försök igen' }))
    expect(await hitNames()).toEqual(['Linn & Erik'])
  },
)

test('a rejected search shows the error of its field, and the page announces a retry for an unavailable server', async () => {
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

test('a list encrypted for another session cannot be read', async () => {
  onPost('client-logs', respondEmpty)
  onPost('profiles/search-encrypted', async () => HttpResponse.json(await encryptHits([linn], 'någon annans')))
  open('/profilelist?type=SINGLE_MALE')
  expect(await screen.findByText(/Servern gav ett svar som inte går att läsa/)).toBeTruthy()
})

test('logging out removes hits, unsubmitted values and scroll positions', async () => {
  const requests = serveFilter(aPage(1))
  const { user } = open('/profilelist?type=SINGLE_MALE')
  await hitNames()
  await user.click(screen.getByLabelText('Bara med foto'))
  cleanup()
  act(() => endSession('loggedOut'))
  expect(sessionStorage.getItem('salong.searchPlaces') ?? '[]').toBe('[]')
  startSession(mira)
  open('/profilelist?type=SINGLE_MALE')
  await hitNames()
  expect(requests).toHaveLength(2)
  expect(screen.getByLabelText<HTMLInputElement>('Bara med foto').checked).toBe(false)
})
