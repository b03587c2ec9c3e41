import { EmailAddress } from '@app/contract/members/credentials'
import { MemberExport, MemberSettings, Session } from '@app/contract/members/members'
import { SessionEntry } from '@app/contract/members/sessions'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { closeOutbox, countUnsent, enqueue, openOutbox } from '../conversation/outbox/outbox.ts'
import { setOnline } from '../lib/device/online.ts'
import { showProblems } from '../lib/feedback/problem-banner.ts'
import { getSession, startSession } from '../lib/http/session.ts'
import { openDraft, setChanges } from '../profiles/draft.ts'
import { mira, onGet, onPost, respondEmpty, respondWith, respondWithError } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import * as live from './live.ts'
import { Router } from './router.tsx'

setUpFreshDevice()

// Imported before the tests, so that no test times out on a slow machine.
beforeAll(() =>
  Promise.all([
    import('../moderation/queue/CasesCountMark.tsx'),
    import('../pages/profiles/MyProfilePage.tsx'),
    import('../pages/profiles/OwnProfilePanel.tsx'),
    import('../ui/overlays/DialogBody.tsx'),
    import('./MemberArea.tsx'),
  ]),
)
beforeEach(() => {
  // Other tests cover the socket and the timers.
  vi.spyOn(live, 'startLive').mockReturnValue()
  onGet('sessions/verify', respondWith(Session, mira))
  onGet('sessions', respondWith(z.array(SessionEntry), []))
  onGet(
    'members/settings',
    respondWith(MemberSettings, {
      presenceOff: false,
      receiptsOff: false,
      hiddenFromSearch: false,
      incognito: false,
      visitorsClosed: false,
    }),
  )
  onGet('members/email', respondWith(EmailAddress, { email: 'mira@exempel.se', pending: null }))
  onGet('members/export', respondWith(MemberExport, { state: 'NONE', requestedAt: null, url: null }))
  onGet('members/username/:name', respondWithError(404, 'NOT_FOUND', 'Borta'))
})
afterEach(() => setOnline(true))

function openAt(url: string) {
  const user = userEvent.setup()
  render(
    <MemoryRouter initialEntries={[url]}>
      <Router />
    </MemoryRouter>,
  )
  return user
}

const loginHeading = () => screen.findByRole('heading', { level: 1, name: 'Välkommen in' })
const profileHeading = (name = 'Min profil') => screen.findByRole('heading', { level: 1, name })

test('a member page without a session redirects to the login, which has no navigation', {
  tags: 'app.login-required',
}, async () => {
  openAt('/myprofile?tab=settings')
  expect(await loginHeading()).toBeTruthy()
  expect(screen.queryByRole('navigation')).toBeNull()
})

test.each([
  '/passkey',
  '/registration',
  '/registration/mail/a@b.se',
  '/registration/token/t',
  '/reset-pwd',
  '/reset-pwd/token/t',
  '/undelete/token/t',
  '/email/token/t',
  '/email-return/token/t',
  '/new-device/token/t',
  '/notice',
])('%s opens without a login and without navigation', { tags: 'app.visitor-pages' }, async (url) => {
  openAt(url)
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Välkommen in' })).toBeNull()
  expect(screen.queryByRole('navigation')).toBeNull()
})

test.each(['/nowhere', '/myprofile?tab=nothing'])(
  '%s shows that the page does not exist',
  { tags: 'app.page-not-found' },
  async (url) => {
    startSession(mira)
    openAt(url)
    expect(await screen.findByRole('heading', { level: 1, name: 'Sidan finns inte.' })).toBeTruthy()
  },
)

test('an unknown URL shows visitors an error with a link to the login', { tags: 'app.unknown-url' }, async () => {
  const user = openAt('/nowhere')
  expect(await screen.findByText('Sidan finns inte.')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Till inloggningen' }))
  expect(await loginHeading()).toBeTruthy()
})

test('the rail and the header link to all pages, and the rail marks the current one', {
  tags: 'app.menus',
}, async () => {
  startSession(mira)
  openAt('/myprofile?tab=settings')
  await profileHeading()
  const [rail] = screen.getAllByRole('navigation', { name: 'Huvudmeny' })
  const rows = within(rail!).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Film',
    'Annons',
    'Profiler',
    'Chatt',
    'Grupper',
    'Event',
    'Spel',
    'Min profil',
  ])
  expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Nyheter' }).getAttribute('href')).toBe('/news')
  expect(within(rail!).getByRole('link', { current: 'page' }).textContent).toBe('Min profil')
})

test.each([
  ['no duties', [], []],
  ['the duty to lead', ['LEAD'], ['Ärenden']],
  ['the duty to moderate', ['MODERATE'], ['Ärenden']],
  ['the duty to operate', ['OPERATE'], ['Drift']],
  ['a session from before there were duties', undefined, ['Ärenden', 'Drift']],
] as const)(
  'the menu of an admin lists the pages of their duties: %s',
  { tags: 'app.menu-duties' },
  async (_, duties, rows) => {
    const admin: Session = { ...mira, memberLevel: 'ADMIN', duties: duties && [...duties] }
    startSession(admin)
    onGet('sessions/verify', respondWith(Session, admin))
    openAt('/nowhere')
    await screen.findByText('Sidan finns inte.')
    const [rail] = screen.getAllByRole('navigation', { name: 'Huvudmeny' })
    const labels = within(rail!)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(labels.slice(8)).toEqual(rows)
  },
)

test('the profile page of a couple is titled Vår profil', { tags: 'app.menu-of-couples' }, async () => {
  startSession({ ...mira, couple: true })
  openAt('/myprofile')
  expect(await profileHeading('Vår profil')).toBeTruthy()
})

test('navigating to another page moves the focus to its heading', async () => {
  startSession(mira)
  const user = openAt('/nowhere')
  await screen.findByText('Sidan finns inte.')
  const [link] = screen.getAllByRole('link', { name: 'Min profil' })
  await user.click(link!)
  await vi.waitFor(async () => expect(document.activeElement).toBe(await profileHeading()))
})

test('logging out notifies the server, and ends the session without waiting for its response', {
  tags: 'app.log-out',
}, async () => {
  const requests = onPost('sessions/logout', () => new Promise(() => undefined))
  startSession(mira)
  const user = openAt('/myprofile')
  await profileHeading()
  await user.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Logga ut' }))
  expect(await loginHeading()).toBeTruthy()
  expect(localStorage.getItem('salong.session')).toBeNull()
  await vi.waitFor(() => expect(requests).toMatchObject([{ session: `Bearer ${mira.sessionId}` }]))
})

test('logging out with unsaved profile changes asks for confirmation; the member can stay or discard them', async () => {
  const requests = onPost('sessions/logout', respondEmpty)
  startSession(mira)
  const closeDraft = openDraft('42')
  setChanges({ userName: 'Mira B' })
  const user = openAt('/myprofile')
  await profileHeading()
  const logOut = () => user.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Logga ut' }))
  const question = async () => within(await screen.findByRole('alertdialog', { name: 'Logga ut utan att spara?' }))
  await logOut()
  await user.click((await question()).getByRole('button', { name: 'Stanna kvar' }))
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(requests).toEqual([])
  expect(localStorage.getItem('salong.profile-draft.42')).not.toBeNull()
  await logOut()
  await user.click((await question()).getByRole('button', { name: 'Logga ut' }))
  expect(await loginHeading()).toBeTruthy()
  expect(localStorage.getItem('salong.profile-draft.42')).toBeNull()
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  closeDraft()
})

test('logging out with a queued message asks for confirmation; the member can stay or log out', async () => {
  const requests = onPost('sessions/logout', respondEmpty)
  startSession(mira)
  const user = openAt('/myprofile')
  await profileHeading()
  await act(() => openOutbox('42'))
  act(() => enqueue('chat:7', 'Är du kvar?'))
  const logOut = () => user.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Logga ut' }))
  const question = async () =>
    within(await screen.findByRole('alertdialog', { name: 'Logga ut innan allt är skickat?' }))
  await logOut()
  expect((await question()).getByText(/Om du loggar ut försvinner ett meddelande som inte är skickat än/)).toBeTruthy()
  await user.click((await question()).getByRole('button', { name: 'Stanna kvar' }))
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(requests).toEqual([])
  expect(countUnsent()).toEqual({ messages: 1, reports: 0 })
  await logOut()
  await user.click((await question()).getByRole('button', { name: 'Logga ut' }))
  expect(await loginHeading()).toBeTruthy()
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  closeOutbox()
})

test('an expired stored session redirects to the login, which shows that the member is logged out', {
  tags: 'app.expired-session',
}, async () => {
  onGet('sessions/verify', respondWithError(401, 'PLEASE_LOGIN', 'Du är utloggad. Logga in igen.'))
  startSession(mira)
  openAt('/myprofile')
  expect(await loginHeading()).toBeTruthy()
  expect(screen.getByText('Du är utloggad. Logga in igen.')).toBeTruthy()
})

test('a stored session is refreshed from the server', { tags: 'app.refresh-session' }, async () => {
  onGet('sessions/verify', respondWith(Session, { ...mira, memberLevel: 'ADMIN' }))
  startSession(mira)
  openAt('/myprofile')
  await vi.waitFor(() => expect(getSession()?.memberLevel).toBe('ADMIN'))
})

test('logging out in another tab also logs out this tab', async () => {
  startSession(mira)
  openAt('/myprofile')
  await profileHeading()
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'salong.session', newValue: null })))
  expect(await loginHeading()).toBeTruthy()
})

test('the phone menu contains profile, contact, discreet mode, theme and language', {
  tags: 'app.phone-menu',
}, async () => {
  onPost('members/language', respondEmpty)
  startSession(mira)
  const user = openAt('/myprofile')
  await profileHeading()
  await user.click(screen.getByRole('button', { name: 'Meny' }))
  const menu = within(await screen.findByRole('dialog', { name: 'Meny' }))
  expect(menu.getByRole('link', { name: /Mira/ }).getAttribute('href')).toBe('/myprofile?tab=profile')
  expect(menu.getByRole('link', { name: 'Kontakt' })).toBeTruthy()
  await user.click(menu.getByRole('switch', { name: 'Diskret läge' }))
  expect(document.documentElement.hasAttribute('data-discreet')).toBe(true)
  await user.click(menu.getByRole('switch', { name: 'Diskret läge' }))
  await user.click(menu.getByRole('button', { name: /Tema/ }))
  expect(document.documentElement.dataset.theme).toBe('light')
  await user.click(menu.getByRole('button', { name: /Språk/ }))
  expect(await screen.findByRole('button', { name: /Language/ })).toBeTruthy()
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the offline banner appears after three seconds offline and disappears when the network returns', {
  tags: 'app.offline-banner',
}, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  openAt('/')
  act(() => void window.dispatchEvent(new Event('offline')))
  act(() => void vi.advanceTimersByTime(2_900))
  expect(screen.queryByText(/Du är offline/)).toBeNull()
  act(() => void vi.advanceTimersByTime(200))
  expect(screen.getByText('Du är offline.')).toBeTruthy()
  act(() => void window.dispatchEvent(new Event('online')))
  expect(screen.queryByText('Du är offline.')).toBeNull()
  vi.useRealTimers()
  cleanup()
})

test.each([
  ['reload', 'Prova att uppdatera sidan. Hjälper det inte, kontakta supporten via Kontakt i menyn.'],
  ['correct', 'Rätta det som är markerat. Det du har fyllt i finns kvar.'],
  ['resend', 'Det du har fyllt i finns kvar. Kommer du inte vidare, kontakta supporten via Kontakt i menyn.'],
] as const)("the error banner shows members the advice for the remedy '%s', without a link", async (remedy, advice) => {
  startSession(mira)
  openAt('/myprofile')
  await profileHeading()
  act(() => showProblems(['Det gick inte.'], remedy))
  const problem = await screen.findByText('Det gick inte.')
  const banner = within(problem.closest<HTMLElement>('[role=alert]') ?? document.body)
  expect(banner.getByText(advice)).toBeTruthy()
  expect(banner.queryByRole('link')).toBeNull()
})
