import { MemberExport, Session } from '@app/contract/members/members'
import { AgeCheck, AgeCheckBegun } from '@app/contract/safety/age-checks'
import { OwnDecisions } from '@app/contract/safety/decisions'
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { AgeCard } from '../age/AgeCard.tsx'
import * as provider from '../age/open-provider.ts'
import { useToasts } from '../lib/feedback/toasts.ts'
import { get } from '../lib/http/http.ts'
import { getSession, startSession } from '../lib/http/session.ts'
import { useAppConfig } from '../lib/release/app-config.ts'
import { mira, onGet, onPost, renderInApp, respondEmpty, respondWith, respondWithError } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import * as live from './live.ts'
import { Router } from './router.tsx'

setUpFreshDevice()

const unchecked: Session = { ...mira, ageCheckNeeded: true }
const PASSED: AgeCheck = { result: 'PASS', at: '2026-03-20T12:00:00.000Z' }
const FAILED: AgeCheck = { result: 'FAIL', at: '2026-03-20T12:00:00.000Z' }
const initialConfig = useAppConfig.getState()

let openProvider: MockInstance<typeof provider.openProvider>
let startLive: MockInstance<typeof live.startLive>
beforeEach(() => {
  openProvider = vi.spyOn(provider, 'openProvider').mockReturnValue()
  startLive = vi.spyOn(live, 'startLive').mockReturnValue()
  useAppConfig.setState({ ageAssurance: 'required' })
  onGet('sessions/verify', respondWith(Session, unchecked))
  onGet('age-check', respondWith(AgeCheck, { result: null, at: null }))
})
afterEach(() => useAppConfig.setState({ ...initialConfig, ageAssurance: undefined }))

function openAt(url: string) {
  const user = userEvent.setup()
  render(
    <MemoryRouter initialEntries={[url]}>
      <Router />
      <LocationText />
    </MemoryRouter>,
  )
  return user
}
const heading = () => screen.findByRole('heading', { level: 1, name: 'Bekräfta din ålder' })
const LocationText = () => {
  const { pathname, search } = useLocation()
  return <output data-testid="location">{`${pathname}${search}`}</output>
}
const readLocation = () => screen.getByTestId('location').textContent
const startButton = () => screen.findByRole('button', { name: 'Till ålderskontrollen' })

test.each(['/', '/chats', '/myprofile?tab=settings', '/no-such-page/age', '/age'])(
  'at %s, a member who lacks the required age check sees no page of their account, and no socket is opened',
  { tags: 'age-checks.page' },
  async (url) => {
    startSession(unchecked)
    const begun = onPost('age-check', respondWith(AgeCheckBegun, { url: 'https://age.example/authorize?x=1' }))
    const user = openAt(url)
    if (url.startsWith('/no-such')) {
      expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
    } else {
      expect(await heading()).toBeTruthy()
      await user.click(await startButton())
      await waitFor(() => expect(openProvider).toHaveBeenCalledWith('https://age.example/authorize?x=1'))
      expect(begun).toHaveLength(1)
    }
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(startLive).not.toHaveBeenCalled()
  },
)

test('the page offers export, decisions, deletion and logout', { tags: 'age-checks.page' }, async () => {
  startSession(unchecked)
  onGet('members/export', respondWith(MemberExport, { state: 'NONE', requestedAt: null, url: null }))
  onGet('decisions', respondWith(OwnDecisions, []))
  const loggedOut = onPost('sessions/logout', respondEmpty)
  const user = openAt('/age')
  await heading()
  await user.click(screen.getByText('Hämta dina uppgifter'))
  expect(await screen.findByRole('button', { name: 'Be om mina uppgifter' })).toBeTruthy()
  await user.click(screen.getByText('Läsa beslut om dig'))
  expect(await screen.findByText('Det finns inga beslut.')).toBeTruthy()
  await user.click(screen.getByText('Ta bort kontot'))
  expect(await screen.findByText('Ditt lösenord')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Logga ut' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Välkommen in' })).toBeTruthy()
  await waitFor(() => expect(loggedOut).toHaveLength(1))
})

test('the callback of the provider is sent once, and a passed check opens the account', {
  tags: 'age-checks.page-callback',
}, async () => {
  startSession(unchecked)
  onGet('sessions/verify', respondWith(Session, mira))
  const finished = onPost('age-check/finish', respondWith(AgeCheck, PASSED))
  openAt('/age?code=abc&state=def')
  await waitFor(() => expect(startLive).toHaveBeenCalled())
  expect(finished.map(({ body }) => body)).toEqual([{ query: 'code=abc&state=def' }])
  expect(getSession()?.ageCheckNeeded).toBeUndefined()
})

const rejected = respondWithError(
  400,
  'AGE_CHECK_FAILED',
  'Ålderskontrollen gick inte att slutföra. Börja om från början.',
)
const CALLBACKS = [
  ['a failed check', 'code=abc&state=def', respondWith(AgeCheck, FAILED), /^Kontrollen visade inte/],
  ['a rejected callback', 'code=abc&state=def', rejected, /^Ålderskontrollen gick inte att slutföra/],
  ['a canceled check', 'error=access_denied&state=def', rejected, /^Ålderskontrollen avbröts/],
] as const

test.each(CALLBACKS)(
  '%s is announced, and another check can begin',
  { tags: 'age-checks.page-callback' },
  async (_, query, respond, text) => {
    startSession(unchecked)
    onPost('age-check/finish', respond)
    openAt(`/age?${query}`)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(text))
    expect(await startButton()).toBeTruthy()
    expect(getSession()?.ageCheckNeeded).toBe(true)
    expect(readLocation()).toBe('/age')
  },
)

test('a member whose previous check failed sees this when they come back', {
  tags: 'age-checks.page-callback',
}, async () => {
  startSession(unchecked)
  onGet('age-check', respondWith(AgeCheck, FAILED))
  openAt('/age')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/^Kontrollen visade inte/))
})

test.each(CALLBACKS)(
  '%s that is optional leads back to the settings',
  { tags: 'age-checks.page-callback' },
  async (_, query, respond, text) => {
    useAppConfig.setState({ ageAssurance: 'optional' })
    startSession(mira)
    onGet('sessions/verify', respondWith(Session, mira))
    onPost('age-check/finish', respond)
    openAt(`/age?${query}`)
    await waitFor(() => expect(readLocation()).toBe('/myprofile?tab=settings&section=login'))
    expect(useToasts.getState().queue.map((toast) => toast.text)).toEqual([expect.stringMatching(text)])
  },
)

test('the button opens the provider again after the browser has restored the page from its back/forward cache', {
  tags: 'age-checks.page',
}, async () => {
  startSession(unchecked)
  const begun = onPost('age-check', respondWith(AgeCheckBegun, { url: 'https://age.example/authorize?x=1' }))
  openProvider.mockClear()
  const user = openAt('/age')
  await user.click(await startButton())
  await waitFor(() => expect(openProvider).toHaveBeenCalledOnce())
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
  await user.click(await startButton())
  await waitFor(() => expect(begun).toHaveLength(2))
})

test('a member who is logged in when the check becomes required sees the page for it after the first rejected request', {
  tags: 'age-checks.page',
}, async () => {
  startSession(mira)
  onGet('chats', respondWithError(403, 'AGE_CHECK_REQUIRED', 'Du behöver visa att du har åldern inne.'))
  await expect(get('chats')).rejects.toThrow()
  expect(getSession()?.ageCheckNeeded).toBe(true)
  openAt('/chats')
  expect(await heading()).toBeTruthy()
})

test('the page for the age check does not exist without a provider', { tags: 'age-checks.page-off' }, async () => {
  useAppConfig.setState({ ageAssurance: null })
  openAt('/age?code=abc&state=def')
  expect(await screen.findByRole('heading', { level: 1, name: /finns inte/ })).toBeTruthy()
})

test('the card in the settings leads to the provider, and shows a passed check', {
  tags: 'age-checks.card',
}, async () => {
  startSession(mira)
  onGet('age-check', respondWith(AgeCheck, { result: null, at: null }))
  onPost('age-check', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu. Försök igen om en stund.'))
  const { user, unmount } = renderInApp(<AgeCard />)
  await user.click(await startButton())
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/^Det går inte just nu/))
  onPost('age-check', respondWith(AgeCheckBegun, { url: 'https://age.example/authorize?x=1' }))
  await user.click(await startButton())
  await waitFor(() => expect(openProvider).toHaveBeenCalledWith('https://age.example/authorize?x=1'))
  unmount()
  onGet('age-check', respondWith(AgeCheck, PASSED))
  renderInApp(<AgeCard />)
  expect(await screen.findByText('Din ålder är bekräftad.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Till ålderskontrollen' })).toBeNull()
})
