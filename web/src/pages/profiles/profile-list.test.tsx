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
import { ownAnswer } from '../../profiles/fake-member.ts'
import { useProfiles } from '../../profiles/store.ts'
import { answers, answersNothing, type Call, mira, onGet, onPost, refuses, show } from '../../testing.tsx'
import { encryptHits } from '../../testing-hits.ts'
import { freshDevice } from '../../testing-hooks.ts'
import { ProfileListPage } from './ProfileListPage.tsx'

freshDevice()
beforeAll(() => import('../../ui/overlays/DialogBody.tsx'), 60_000)
beforeEach(() => {
  startSession(mira)
  looksFor()
})

/** Sets `lookingFor` of the member's own profile. */
const looksFor = (...lookingFor: Profile['lookingFor']): Call[] =>
  onGet('members/username/:name', answers(MemberResponse, ownAnswer({ lookingFor })))

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
const aPage = (from: number, count = 24): SearchHit[] =>
  Array.from({ length: count }, (_, index) => ({ ...linn, userName: `Medlem ${from + index}`, badges: [], text: '' }))

const closed = async (hits: readonly SearchHit[]) => HttpResponse.json(await encryptHits(hits, mira.sessionId))
const onFilter = (hits: readonly SearchHit[]): Call[] => onPost('profiles/search-encrypted', () => closed(hits))
const filtersIn = (calls: readonly Call[]) => calls.map(({ body }) => SearchFilter.parse(body))

const Where = () => {
  const { pathname, search } = useLocation()
  return <p data-testid="where">{decodeURIComponent(pathname + search)}</p>
}
const ProfilePage = () => {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Bakåt
    </button>
  )
}

const open = (address = '/profilelist') =>
  show(
    <>
      <Where />
      <Routes>
        <Route path="/profilelist" element={<ProfileListPage />} />
        <Route path="/profile" element={<ProfilePage />} />
      </Routes>
    </>,
    address,
  )

const search = () => screen.getByRole('button', { name: 'Sök' })
const names = async () => {
  await screen.findAllByRole('link', { name: /Medlem|Linn/ })
  return screen.getAllByRole('listitem').map((item) => item.dataset.hit)
}
const where = () => screen.getByTestId('where').textContent

test('the page shows an empty state before the first search', { tags: 'search.page-initial' }, () => {
  open()
  expect(screen.getByRole('heading', { name: 'Du har inte sökt än.' })).toBeTruthy()
})

test('a part of a name finds members, and an empty name sends no request', {
  tags: 'search.page-by-name',
}, async () => {
  const calls = onGet('profiles/search-user-encrypted/:name', () => closed([linn]))
  const { user } = open()
  await user.click(screen.getByLabelText('Enkel'))
  expect(search().hasAttribute('disabled')).toBe(true)
  await user.type(screen.getByRole('searchbox', { name: 'Profilnamn' }), '  {Enter}')
  expect(calls).toEqual([])
  await user.type(screen.getByRole('searchbox', { name: 'Profilnamn' }), 'linn & {Enter}')
  expect(await names()).toEqual(['Linn & Erik'])
  expect(calls.map(({ path }) => path)).toEqual(['profiles/search-user-encrypted/linn%20%26'])
  expect(screen.getByRole('heading', { name: 'Profiler med ”linn &” i namnet' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Nästa' })).toBeNull()
})

test('a card describes the member, with Markdown stripped, and links to the profile', {
  tags: 'search.page-card',
}, async () => {
  onFilter([linn])
  usePresence.setState({ online: new Set(['Linn & Erik']) })
  open('/profilelist?type=MIXED_COUPLE')
  const plate = await screen.findByRole('link', { name: /Linn & Erik/ })
  expect(plate.textContent).toContain('Par, 36 bi och 38')
  expect(plate.textContent).toContain('Stockholm, Nacka +1')
  expect(plate.textContent).toContain('Trivs bäst nära vatten.')
  expect(within(plate).getByText('Online')).toBeTruthy()
  expect(within(plate).getByRole('img', { name: 'Verifierad' })).toBeTruthy()
  expect(within(plate).getByRole('img', { name: 'Du har en anteckning' })).toBeTruthy()
  expect(plate.getAttribute('href')).toBe('/profile?name=Linn%20%26%20Erik')
  usePresence.setState({ online: new Set() })
})

test.each([
  ['FEMALES', 'Kvinna', 'SINGLE_FEMALE'],
  ['MALES', 'Man', 'SINGLE_MALE'],
  ['NON_BINARY', 'Icke-binär', 'SINGLE_NON_BINARY'],
  ['MIXED_COUPLES', 'Kvinna och man', 'MIXED_COUPLE'],
] as const)('a new search starts with the kind that the member looks for: %s', async (lookingFor, label, type) => {
  looksFor(lookingFor)
  onFilter(aPage(1))
  const { user } = open()
  await vi.waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: label }).checked).toBe(true))
  await user.click(search())
  await vi.waitFor(() => expect(where()).toContain(`type=${type}`))
})

test('changes in the form survive the arrival of the own profile', async () => {
  let arrive = (): void => undefined
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const profile = answers(MemberResponse, ownAnswer({ lookingFor: ['FEMALES'] }))
  const calls = onGet('members/username/:name', async () => {
    await arrived
    return profile()
  })
  const { user } = open()
  await user.click(screen.getByRole('radio', { name: 'Man' }))
  arrive()
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  await vi.waitFor(() => expect(useProfiles.getState().own.state).toBe('loaded'))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Man' }).checked).toBe(true)
})

test('the form sends the chosen criteria, and another type resets the persons', {
  tags: 'search.page-criteria',
}, async () => {
  const calls = onFilter(aPage(1))
  const { user } = open()
  const woman = () => within(screen.getByRole('region', { name: 'Kvinna' }))
  await user.click(woman().getByRole('button', { name: 'Bi', pressed: false }))
  await user.clear(woman().getByLabelText('Lägsta ålder'))
  await user.click(screen.getByLabelText('Bara med foto'))
  await user.click(screen.getByLabelText('Bara verifierade'))
  await user.click(screen.getByLabelText('Senaste 7 dagarna'))
  await user.click(search())
  await names()
  await user.click(screen.getByLabelText('Två män'))
  expect(screen.getByRole('region', { name: 'Andra mannen' })).toBeTruthy()
  await user.click(search())
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  const rest = { cities: [], page: 0, onlyWithPhoto: true, badges: ['VERIFIED'], activeWithinDays: 7 }
  const usual = { orientations: [], minAge: 18, maxAge: 99 }
  expect(filtersIn(calls)).toEqual([
    {
      couples: true,
      person1Selection: { sex: 'FEMALE', orientations: ['BI'], minAge: 0, maxAge: 99 },
      person2Selection: { sex: 'MALE', ...usual },
      ...rest,
    },
    {
      couples: true,
      person1Selection: { sex: 'MALE', ...usual },
      person2Selection: { sex: 'MALE', ...usual },
      ...rest,
    },
  ])
})

test('an inverted age range is not sent, and the field shows the reason', {
  tags: 'search.page-age-range',
}, async () => {
  const calls = onFilter(aPage(1))
  const { user } = open('/profilelist')
  await user.click(screen.getByRole('radio', { name: 'Kvinna' }))
  const youngest = screen.getByLabelText('Lägsta ålder')
  await user.clear(youngest)
  await user.type(youngest, 'fem60')
  await user.clear(screen.getByLabelText('Högsta ålder'))
  await user.type(screen.getByLabelText('Högsta ålder'), '30')
  await user.click(search())
  expect(await screen.findByText('Högsta åldern är lägre än den lägsta.')).toBeTruthy()
  expect(document.activeElement).toBe(youngest)
  await user.type(screen.getByLabelText('Högsta ålder'), '{Backspace}{Backspace}')
  await user.click(search())
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  expect(filtersIn(calls)[0]?.person1Selection).toMatchObject({ minAge: 60, maxAge: 0 })
})

test('three cities can be chosen in a dialog and removed again', { tags: 'search.page-cities' }, async () => {
  const calls = onFilter(aPage(1))
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Välj orter' }))
  const dialog = within(await screen.findByRole('dialog'))
  for (const city of ['Ale', 'Berg', 'Boden']) await user.click(dialog.getByLabelText(city))
  expect(dialog.getByLabelText('Ekerö').hasAttribute('disabled')).toBe(true)
  await user.click(dialog.getByRole('button', { name: 'Klart' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Ta bort Berg' }))
  await user.click(search())
  await vi.waitFor(() => expect(filtersIn(calls)[0]?.cities).toEqual(['Ale', 'Boden']))
  expect(await screen.findByRole('heading', { name: 'Par i Ale och Boden' })).toBeTruthy()
})

test('the address stores the search with its filter and page', { tags: 'search.page-address' }, async () => {
  const calls = onFilter(aPage(1))
  const { user } = open('/profilelist?type=SINGLE_FEMALE&age1=30-45&city=Lund&index=2')
  await names()
  expect(screen.getByRole('heading', { name: 'Kvinnor i Lund' })).toBeTruthy()
  expect(screen.getByText('Sida 3 · senast aktiva först')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Lägsta ålder').value).toBe('30')
  await user.click(screen.getByRole('button', { name: 'Nästa' }))
  await screen.findByText('Sida 4 · senast aktiva först')
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Kvinnor i Lund'))
  await names()
  await user.click(screen.getByRole('button', { name: 'Föregående' }))
  await screen.findByText('Sida 3 · senast aktiva först')
  expect(filtersIn(calls).map(({ page }) => page)).toEqual([2, 3])
  await user.click(search())
  await screen.findByText('Sida 1 · senast aktiva först')
  await vi.waitFor(() => expect(filtersIn(calls).map(({ page }) => page)).toEqual([2, 3, 0]))
})

test('an incomplete page has no next page', { tags: 'search.page-last' }, async () => {
  onFilter(aPage(1, 23))
  open('/profilelist?type=SINGLE_MALE')
  await names()
  expect(screen.getByRole('button', { name: 'Nästa' }).hasAttribute('disabled')).toBe(true)
  expect(screen.getByRole('button', { name: 'Föregående' }).hasAttribute('disabled')).toBe(true)
})

test('returning shows the hits at once, and focuses the opened one', async () => {
  const calls = onFilter(aPage(1))
  const { user } = open('/profilelist?type=SINGLE_MALE&index=0')
  await names()
  await user.click(screen.getByRole('link', { name: /Medlem 7/ }))
  await user.click(await screen.findByRole('button', { name: 'Bakåt' }))
  expect(screen.getAllByRole('link', { name: /Medlem/ })).toHaveLength(24)
  expect(document.activeElement?.closest('li')?.dataset.hit).toBe('Medlem 7')
  expect(calls).toHaveLength(1)
})

test('a member ignored after the search is hidden', async () => {
  onFilter(aPage(1, 2))
  onGet(
    'chats/status/:name',
    answers(ChatStatus, { status: 'IGNORING', chatId: null, relationship: 5, incoming: false }),
  )
  open('/profilelist?type=SINGLE_MALE')
  expect(await names()).toEqual(['Medlem 1', 'Medlem 2'])
  await act(() => loadStatus('Medlem 1'))
  expect(await names()).toEqual(['Medlem 2'])
  clearStatuses()
})

test('a new search clears the form, keeps the mode, and focuses the form', {
  tags: 'search.page-new-search',
}, async () => {
  onGet('profiles/search-user-encrypted/:name', () => closed([linn]))
  const { user } = open('/profilelist?name=linn')
  await names()
  await user.click(screen.getByRole('button', { name: 'Ny sökning' }))
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Profilnamn' }).value).toBe('')
  expect(screen.getByRole('heading', { name: 'Du har inte sökt än.' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Enkel'))
})

test('unsubmitted values are restored until they are submitted or a new search starts', async () => {
  onFilter(aPage(1))
  const { user } = open('/profilelist?type=SINGLE_MALE')
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Bara med foto' })
  await names()
  await user.click(box())
  await user.click(screen.getByRole('link', { name: /Medlem 7/ }))
  await user.click(await screen.findByRole('button', { name: 'Bakåt' }))
  expect(box().checked).toBe(true)
  cleanup()
  // As from the navigation, whose link contains no search.
  open('/profilelist')
  expect(box().checked).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Man' }).checked).toBe(true)
  await user.click(search())
  await names()
  cleanup()
  open('/profilelist')
  expect(box().checked).toBe(false)
  cleanup()
  open('/profilelist?type=SINGLE_MALE')
  await names()
  await user.click(box())
  await user.click(screen.getByRole('button', { name: 'Ny sökning' }))
  expect(box().checked).toBe(false)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Kvinna och man' }).checked).toBe(true)
})

test('a search without hits suggests which criteria to drop, each as a button', async () => {
  onFilter([])
  const hints: SearchHint[] = [
    { drop: 'CITIES', hits: 12 },
    { drop: 'AGES', hits: 100 },
  ]
  const asked = onPost('profiles/search-hints', () => HttpResponse.json(hints))
  const { user } = open('/profilelist?type=SINGLE_MALE&age1=30-31&city=Lund&index=0')
  expect(await screen.findByRole('heading', { name: 'Inga träffar' })).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Alla åldrar: minst 100 träffar' })).toBeTruthy()
  expect(filtersIn(asked)).toMatchObject([{ cities: ['Lund'], person1Selection: { minAge: 30, maxAge: 31 } }])
  const calls = onFilter(aPage(1, 12))
  await user.click(screen.getByRole('button', { name: 'Alla orter: 12 träffar' }))
  expect(await names()).toHaveLength(12)
  expect(filtersIn(calls)).toMatchObject([{ cities: [], person1Selection: { minAge: 30, maxAge: 31 } }])
  expect(where()).toBe('/profilelist?type=SINGLE_MALE&age1=30-31&index=0')
})

test('suggestions that could not be loaded are requested again, by a button or automatically', async () => {
  onFilter([])
  onPost('client-logs', answersNothing)
  onPost('profiles/search-hints', refuses(503, 'UNAVAILABLE', 'Det går inte just nu.'))
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
  async (address, logged) => {
    const logs = onPost('client-logs', answersNothing)
    const refusal = refuses(403, 'FORBIDDEN', 'Det får du inte.')
    onPost('profiles/search-encrypted', refusal)
    onGet('profiles/search-user-encrypted/:name', refusal)
    const { user } = open(address)
    expect(screen.getByText('Söker')).toBeTruthy()
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByRole('heading', { name: 'Sökningen gick inte' })).toBeTruthy()
    expect(alert.getByText(/Det får du inte/)).toBeTruthy()
    // A rejected search is not retried automatically.
    expect(alert.queryByText(/Vi försöker igen/)).toBeNull()
    await vi.waitFor(() => expect(logs.map(({ body }) => body)).toMatchObject([{ message: logged }]))
    onFilter([linn])
    onGet('profiles/search-user-encrypted/:name', () => closed([linn]))
    await user.click(alert.getByRole('button', { name: 'Försök igen' }))
    expect(await names()).toEqual(['Linn & Erik'])
  },
)

test('a rejected field is named, and an unavailable server is retried automatically', async () => {
  onPost('client-logs', answersNothing)
  const fields = [{ path: 'cities.0', message: 'Orten finns inte i listan.' }]
  onPost('profiles/search-encrypted', refuses(400, 'VALIDATION', 'Något stämmer inte.', fields))
  open('/profilelist?type=SINGLE_MALE')
  expect(await screen.findByText(/Orten finns inte i listan/)).toBeTruthy()
  cleanup()
  onPost('profiles/search-encrypted', refuses(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  open('/profilelist?type=SINGLE_FEMALE')
  expect(await screen.findByText(/Vi försöker igen/)).toBeTruthy()
})

test('a list encrypted for another session cannot be read', async () => {
  onPost('client-logs', answersNothing)
  onPost('profiles/search-encrypted', async () => HttpResponse.json(await encryptHits([linn], 'någon annans')))
  open('/profilelist?type=SINGLE_MALE')
  expect(await screen.findByText(/Servern gav ett svar som inte går att läsa/)).toBeTruthy()
})

test('the next member on this device sees nothing of the search', async () => {
  const calls = onFilter(aPage(1))
  const { user } = open('/profilelist?type=SINGLE_MALE')
  await names()
  await user.click(screen.getByLabelText('Bara med foto'))
  cleanup()
  act(() => endSession('loggedOut'))
  expect(sessionStorage.getItem('salong.searchPlaces') ?? '[]').toBe('[]')
  startSession(mira)
  open('/profilelist?type=SINGLE_MALE')
  await names()
  expect(calls).toHaveLength(2)
  expect(screen.getByLabelText<HTMLInputElement>('Bara med foto').checked).toBe(false)
})
