import { MemberResponse, type Profile, type WantedAges } from '@app/contract/members/members'
import { SearchCount, SearchFilter, type SearchHit } from '@app/contract/members/profiles'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { startSession } from '../../lib/http/session.ts'
import { mira, onGet, onPost, type ReceivedRequest, renderInApp, respondWith } from '../../testing.tsx'
import { encryptHits } from '../../testing-hits.ts'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { ownResponse } from '../../testing-members.ts'
import { type PageSlots, PageSlotsContext } from '../../ui/layout/page-slots.ts'
import { ProfileListPage } from './ProfileListPage.tsx'

/** Serves the member's own profile, by default one that does not say whom the member looks for. */
export const serveOwnProfile = (
  changes: Partial<Profile> = { lookingFor: [] },
  wantedAges: WantedAges | null = null,
): ReceivedRequest[] =>
  onGet('members/username/:name', respondWith(MemberResponse, { ...ownResponse(changes), wantedAges }))

export const serveCount = (hits: number): ReceivedRequest[] =>
  onPost('profiles/search-count', respondWith(SearchCount, { hits }))

export const linn: SearchHit = {
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

export const aPage = (firstNumber: number, count = 24): SearchHit[] =>
  Array.from({ length: count }, (_, index) => ({
    ...linn,
    userName: `Medlem ${firstNumber + index}`,
    badges: [],
    text: '',
  }))

export const encryptedResponse = async (hits: readonly SearchHit[]) =>
  HttpResponse.json(await encryptHits(hits, mira.sessionId))

export const serveHits = (hits: readonly SearchHit[]): ReceivedRequest[] =>
  onPost('profiles/search-encrypted', () => encryptedResponse(hits))

export const filtersIn = (requests: readonly ReceivedRequest[]) => requests.map(({ body }) => SearchFilter.parse(body))

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

export const open = (
  path = '/profilelist',
  slots: PageSlots = { title: null, actions: null },
  ...earlierUrls: string[]
) =>
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

export async function openFilter(user: User) {
  await user.click(screen.getByRole('button', { name: /^Filter/ }))
  return within(await screen.findByRole('dialog', { name: 'Filter' }))
}

export const waitUntilFilterClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

export const getApplyButton = () =>
  within(screen.getByRole('dialog', { name: 'Filter' })).getByRole('button', { name: /^(Visa|Inga träffar)/ })

export const listChipTexts = () =>
  within(screen.getByRole('list', { name: 'Det du söker efter' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)

export const getChip = (name: string) => screen.getByRole('button', { name })

export const findSummary = (text: string | RegExp) =>
  screen.findByText(
    (_, element) =>
      element?.role === 'status' &&
      (typeof text === 'string' ? element.textContent === text : text.test(element.textContent ?? '')),
  )

export const findHitNames = async () => {
  await screen.findAllByRole('link', { name: /Medlem|Linn/ })
  return screen.getAllByRole('listitem').flatMap((item) => item.dataset.hit ?? [])
}

export const readLocation = () => screen.getByTestId('location').textContent

/** Sets up each test with a logged-in member whose profile does not say whom they look for, and a count of 24 hits. */
export function setUpProfileList(): void {
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
}
