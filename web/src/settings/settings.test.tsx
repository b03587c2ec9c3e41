import { FALLBACK_INTERVAL_MS } from '@app/contract/limits'
import { EmailAddress } from '@app/contract/members/credentials'
import { MemberExport, MemberSettings } from '@app/contract/members/members'
import { SessionEntry } from '@app/contract/members/sessions'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { setTheme } from '../lib/device/theme.ts'
import { endSession, getSession, startSession, useSessionState } from '../lib/http/session.ts'
import { SETTINGS_SECTIONS } from '../lib/navigation/settings-url.ts'
import { setHubConnection } from '../lib/realtime/hub-connection.ts'
import { mira, onGet, onPost, renderInApp, respondEmpty, respondWith, respondWithError } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { loadExport, onExportChanged } from './export.ts'
import { SettingsCards, SettingsTab } from './SettingsTab.tsx'
import { loadEmail, loadSessions, loadSettings, setSetting, useSettings } from './store.ts'

setUpFreshDevice()

const currentSession: SessionEntry = {
  id: '1',
  createdAt: '2025-11-01T10:00:00.000Z',
  lastSeenAt: '2025-11-01T10:00:00.000Z',
  device: 'Firefox, Windows',
  current: true,
}
const phone: SessionEntry = { ...currentSession, id: '2', device: 'Safari, iPhone', current: false }

const SETTINGS: MemberSettings = {
  presenceOff: false,
  receiptsOff: true,
  hiddenFromSearch: false,
  incognito: false,
  visitorsClosed: false,
}

const emailPreferences = () => ({
  preferences: { wantsChatMail: true, wantsEventMail: false, wantsNewsMail: false },
  failed: false,
  retry: vi.fn(),
  onChange: vi.fn(),
})

const exportResponse = (state: MemberExport['state'], url: string | null = null) =>
  respondWith(MemberExport, { state, requestedAt: state === 'NONE' ? null : '2025-11-01T10:00:00.000Z', url })

/** Accepts requests for an export, which is being prepared from then on. */
const onExportRequest = () =>
  onPost('members/export', () => {
    onGet('members/export', exportResponse('PREPARING'))
    return exportResponse('PREPARING')()
  })

const emailResponse = (pending: string | null = null) =>
  respondWith(EmailAddress, { email: 'mira@exempel.se', pending })

beforeEach(() => {
  onGet('members/export', exportResponse('NONE'))
  onGet('members/email', emailResponse())
})

const logOutDirectly = (logOut?: () => void) => logOut?.()

/** Renders the cards of all sections. */
const renderSections = (requestLogOut = logOutDirectly, emailProps = emailPreferences()) =>
  renderInApp(
    <>
      <h1 tabIndex={-1}>Min profil</h1>
      {SETTINGS_SECTIONS.map((section) => (
        <SettingsCards key={section} section={section} emailPreferences={emailProps} requestLogOut={requestLogOut} />
      ))}
    </>,
  )

function open(requestLogOut = logOutDirectly, emailProps = emailPreferences(), session = mira) {
  startSession(session)
  onGet('members/settings', respondWith(MemberSettings, SETTINGS))
  onGet('sessions', respondWith(z.array(SessionEntry), [currentSession, phone]))
  return renderSections(requestLogOut, emailProps)
}

const findPresenceSwitch = () =>
  screen.findByRole<HTMLInputElement>('switch', { name: 'Dölj när jag är online och skriver' })

test('the switches show the stored settings, and a click sends only the changed setting', async () => {
  const requests = onPost('members/settings', respondEmpty)
  const { user } = open()
  expect((await findPresenceSwitch()).checked).toBe(false)
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Visa inte när jag har läst meddelanden' }).checked).toBe(
    true,
  )
  await user.click(await findPresenceSwitch())
  expect((await findPresenceSwitch()).checked).toBe(true)
  await vi.waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ presenceOff: true }]))
})

test('a rejected change is rolled back and its reason shown', async () => {
  onPost('members/settings', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  const { user } = open()
  await user.click(await findPresenceSwitch())
  expect(await screen.findByText('Det går inte just nu.')).toBeTruthy()
  expect((await findPresenceSwitch()).checked).toBe(false)
})

test('a change rejected after a logout does not affect the next member on the device or other tabs', async () => {
  let reject = () => {}
  onPost(
    'members/settings',
    () =>
      new Promise((resolve) => {
        reject = () =>
          resolve(HttpResponse.json({ code: 'UNAVAILABLE', message: 'Det går inte just nu.' }, { status: 503 }))
      }),
  )
  open()
  await findPresenceSwitch()
  const messages: unknown[] = []
  const first = { member: 'Mira', settings: { ...SETTINGS, presenceOff: true } }
  const otherTab = new BroadcastChannel('salong.settings.2')
  onTestFinished(() => otherTab.close())
  otherTab.addEventListener('message', ({ data }) => messages.push(data))
  const change = setSetting('presenceOff', true)
  await vi.waitFor(() => expect(messages).toEqual([first]))
  act(() => {
    endSession('loggedOut')
    startSession({ ...mira, userName: 'Linn', sessionId: 'second.session.token' })
  })
  onGet('members/settings', respondWith(MemberSettings, { ...SETTINGS, presenceOff: true }))
  await act(loadSettings)
  reject()
  await act(() => change)
  expect((await findPresenceSwitch()).checked).toBe(true)
  expect(screen.queryByText('Det går inte just nu.')).toBeNull()
  onPost('members/settings', respondEmpty)
  await act(() => setSetting('incognito', true))
  const next = { member: 'Linn', settings: { ...SETTINGS, presenceOff: true, incognito: true } }
  await vi.waitFor(() => expect(messages).toEqual([first, next]))
})

test('settings that fail to load are retried with a button', async () => {
  startSession(mira)
  onGet('members/settings', respondWithError(404, 'NOT_FOUND', 'Borta'))
  onGet('sessions', respondWith(z.array(SessionEntry), [currentSession]))
  const { user } = renderSections()
  expect(await screen.findByText(/Inställningarna kunde inte läsas in/)).toBeTruthy()
  onGet('members/settings', respondWith(MemberSettings, { ...SETTINGS, presenceOff: true }))
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect((await findPresenceSwitch()).checked).toBe(true)
})

test('a response that arrives after a logout is not shown to the next member on the device', async () => {
  const respond: (() => void)[] = []
  const onGetLate = (path: string, body: MemberSettings | SessionEntry[] | EmailAddress | MemberExport) =>
    onGet(path, () => new Promise<Response>((resolve) => respond.push(() => resolve(HttpResponse.json(body)))))
  startSession(mira)
  onGetLate('members/settings', { ...SETTINGS, presenceOff: true })
  onGetLate('sessions', [{ ...currentSession, device: 'Chrome, Android' }])
  onGetLate('members/email', { email: 'mira@exempel.se', pending: null })
  onGetLate('members/export', {
    state: 'READY',
    requestedAt: '2025-11-01T10:00:00.000Z',
    url: 'http://exempel.se/mira',
  })
  const loads = [loadSettings(), loadSessions(), loadEmail(), loadExport()]
  await vi.waitFor(() => expect(respond).toHaveLength(4))
  endSession('loggedOut')

  onGet('members/export', exportResponse('NONE'))
  onGet('members/email', respondWith(EmailAddress, { email: 'linn@exempel.se', pending: null }))
  open(logOutDirectly, emailPreferences(), { ...mira, userName: 'Linn', sessionId: 'second.session.token' })
  await screen.findByText('linn@exempel.se')
  for (const send of respond) send()
  await act(() => Promise.all(loads))
  expect(screen.getByText('linn@exempel.se')).toBeTruthy()
  expect((await findPresenceSwitch()).checked).toBe(false)
  expect(screen.getByText('Safari, iPhone')).toBeTruthy()
  expect(screen.queryByText('Chrome, Android')).toBeNull()
  expect(document.querySelector('a[href*="mira"]')).toBeNull()
})

test('other sessions have a logout button, the current one does not', async () => {
  const requests = onPost('sessions/:id/end', respondEmpty)
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Logga ut Safari, iPhone' }))
  await vi.waitFor(() => expect(screen.queryByText('Safari, iPhone')).toBeNull())
  expect(requests.map(({ path }) => path)).toEqual(['sessions/2/end'])
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
  expect(screen.getByText('Firefox, Windows')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Logga ut Firefox, Windows' })).toBeNull()
})

test('logging out everywhere asks for confirmation, with the focus on the safe choice', async () => {
  const requests = onPost('sessions/logout-everywhere', respondEmpty)
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Logga ut överallt' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Logga ut överallt?' }))
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Avbryt' }))
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(requests).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Logga ut överallt' }))
  const reopened = within(await screen.findByRole('alertdialog'))
  await user.click(reopened.getByRole('button', { name: 'Logga ut överallt' }))
  await vi.waitFor(() => expect(getSession()).toBeNull())
  expect(requests).toMatchObject([{ session: `Bearer ${mira.sessionId}` }])
})

test('logging out everywhere ends the session as `loggedOut`, even if the push arrives before the response', async () => {
  onPost('sessions/logout-everywhere', () => {
    endSession('endedElsewhere')
    return respondEmpty()
  })
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Logga ut överallt' }))
  const confirmation = within(await screen.findByRole('alertdialog'))
  await user.click(confirmation.getByRole('button', { name: 'Logga ut överallt' }))
  await vi.waitFor(() => expect(useSessionState.getState().ending).toBe('loggedOut'))
})

test('the logout on this device is requested without a dialog of the settings', async () => {
  const logOut = vi.fn()
  const { user } = open(logOut)
  await user.click(screen.getByRole('button', { name: 'Logga ut' }))
  expect(logOut).toHaveBeenCalledOnce()
})

test('a new language applies immediately and is sent to the server', async () => {
  const requests = onPost('members/language', respondEmpty)
  const { user } = open()
  await user.click(screen.getByLabelText('English'))
  expect(await screen.findByRole('heading', { name: 'Privacy' })).toBeTruthy()
  expect(document.documentElement.lang).toBe('en')
  await vi.waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ language: 'ENGLISH' }]))
  expect(getSession()?.language).toBe('ENGLISH')
})

test('theme and discreet mode apply immediately and are stored on this device', async () => {
  const { user } = open()
  await user.click(screen.getByLabelText('Mörkt'))
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(localStorage.getItem('salong.theme')).toBe('dark')
  await user.click(screen.getByRole('switch', { name: 'Diskret läge' }))
  expect(document.documentElement.hasAttribute('data-discreet')).toBe(true)
  expect(localStorage.getItem('salong.discreet')).toBe('on')
  await user.click(screen.getByRole('switch', { name: 'Diskret läge' }))
  expect(document.documentElement.hasAttribute('data-discreet')).toBe(false)
  setTheme('device')
  expect(document.documentElement.dataset.theme).toBeUndefined()
})

test('a change in one tab shows in another tab of the same member, but not of another member', async () => {
  open()
  await findPresenceSwitch()
  const otherTab = new BroadcastChannel('salong.settings.2')
  onTestFinished(() => otherTab.close())
  const findIncognitoSwitch = () =>
    screen.findByRole<HTMLInputElement>('switch', { name: 'Besök profiler utan att synas' })
  otherTab.postMessage({ member: 'Linn', settings: { ...SETTINGS, incognito: true } })
  otherTab.postMessage({ member: 'Mira', settings: { ...SETTINGS, presenceOff: true } })
  const shown: boolean[] = []
  const unsubscribe = useSettings.subscribe(({ settings }) => shown.push(settings.data?.incognito ?? false))
  onTestFinished(unsubscribe)
  await vi.waitFor(async () => expect((await findPresenceSwitch()).checked).toBe(true))
  expect((await findIncognitoSwitch()).checked).toBe(false)
  expect(shown).not.toContain(true)
})

test.each([
  ['Dölj profilen i sökningar', 'hiddenFromSearch'],
  ['Besök profiler utan att synas', 'incognito'],
  ['Dölj besökarlistan för andra', 'visitorsClosed'],
])('%s has its own switch', async (name, setting) => {
  const requests = onPost('members/settings', respondEmpty)
  const { user } = open()
  await user.click(await screen.findByRole('switch', { name }))
  await vi.waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ [setting]: true }]))
})

test('the email settings show the stored choices and the limit of one email a day, and each switch changes only its own setting', {
  tags: 'settings.page-mail',
}, async () => {
  const emailProps = emailPreferences()
  const { user } = open(logOutDirectly, emailProps)
  expect(screen.getByText(/^Högst ett mejl om dagen/)).toBeTruthy()
  const chats = screen.getByRole<HTMLInputElement>('switch', { name: 'Olästa meddelanden och inbjudningar' })
  expect(chats.checked).toBe(true)
  await user.click(chats)
  await user.click(screen.getByRole('switch', { name: 'Nyheter' }))
  expect(emailProps.onChange.mock.calls).toEqual([
    ['wantsChatMail', false],
    ['wantsNewsMail', true],
  ])
})

test('an export is requested, offers a link when ready, and can be requested again after the download', async () => {
  const requests = onExportRequest()
  const { user } = open()
  await user.type(await screen.findByLabelText('Lösenord'), 'en lugn kväll{Enter}')
  expect(await screen.findByText(/Vi samlar ihop dina uppgifter/)).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([{ password: 'en lugn kväll' }])
  expect(screen.queryByLabelText('Lösenord')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Samlar ihop…' })))
  expect(screen.getByRole('button', { name: 'Samlar ihop…' }).getAttribute('aria-disabled')).toBe('true')
  onGet('members/export', exportResponse('READY', '/media/export/abc'))
  window.dispatchEvent(new Event('focus'))
  const link = await screen.findByRole('link', { name: 'Hämta filen' })
  expect(link.getAttribute('href')).toBe('/media/export/abc')
  link.addEventListener('click', (event) => event.preventDefault())
  await user.click(link)
  expect(await screen.findByRole('button', { name: 'Be om mina uppgifter' })).toBeTruthy()
})

test('the export is polled only while disconnected from the hub, and reloaded on a push', async () => {
  setHubConnection(() => undefined)
  onTestFinished(() => setHubConnection(null))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  onExportChanged()
  const requests = onGet('members/export', exportResponse('PREPARING'))
  open()
  expect(await screen.findByText(/Vi samlar ihop dina uppgifter/)).toBeTruthy()
  const requestCount = requests.length
  await vi.advanceTimersByTimeAsync(10 * FALLBACK_INTERVAL_MS)
  expect(requests).toHaveLength(requestCount)
  act(() => setHubConnection(null))
  await vi.advanceTimersByTimeAsync(FALLBACK_INTERVAL_MS)
  expect(requests).toHaveLength(requestCount + 1)
  onGet('members/export', exportResponse('READY', '/media/export/abc'))
  act(onExportChanged)
  expect(await screen.findByRole('link', { name: 'Hämta filen' })).toBeTruthy()
})

test('an export that another login requested has no link, and can be requested again with the password', async () => {
  onGet('members/export', exportResponse('READY'))
  const requests = onExportRequest()
  const { user } = open()
  expect(
    await screen.findByText(/^Filen är klar, men den kan bara hämtas i den inloggning där du bad om den\./),
  ).toBeTruthy()
  expect(screen.queryByText('Filen är klar. Den kan hämtas en gång.')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Hämta filen' })).toBeNull()
  await user.type(screen.getByLabelText('Lösenord'), 'en lugn kväll{Enter}')
  expect(await screen.findByText(/Vi samlar ihop dina uppgifter/)).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([{ password: 'en lugn kväll' }])
})

test('a failed export is reported, and a rejected new request shows its error', async () => {
  onGet('members/export', exportResponse('FAILED'))
  onPost('members/export', respondWithError(429, 'TOO_MANY_REQUESTS', 'Det gick lite fort.'))
  const { user } = open()
  expect(await screen.findByText(/kunde inte samlas ihop/)).toBeTruthy()
  await user.type(screen.getByLabelText('Lösenord'), 'en lugn kväll')
  await user.click(screen.getByRole('button', { name: 'Be om mina uppgifter' }))
  expect(await screen.findByText('Det gick lite fort.')).toBeTruthy()
})

test('an export that fails again requires the password again, and the focus stays on the button', async () => {
  onGet('members/export', exportResponse('FAILED'))
  onExportRequest()
  const { user } = open()
  await user.type(await screen.findByLabelText('Lösenord'), 'en lugn kväll{Enter}')
  const button = await screen.findByRole('button', { name: 'Samlar ihop…' })
  await waitFor(() => expect(document.activeElement).toBe(button))
  onGet('members/export', exportResponse('FAILED'))
  act(onExportChanged)
  const password = await screen.findByLabelText<HTMLInputElement>('Lösenord')
  expect(password.value).toBe('')
  expect(screen.queryByText('Skriv ditt lösenord.')).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('an export is not requested without the password, and a wrong one shows its error at the field', async () => {
  const requests = onPost(
    'members/export',
    respondWithError(400, 'VALIDATION', 'Fel.', [{ path: 'password', message: 'Lösenordet stämmer inte.' }]),
  )
  const { user } = open()
  const requestButton = await screen.findByRole('button', { name: 'Be om mina uppgifter' })
  await user.click(requestButton)
  expect(await screen.findByText('Skriv ditt lösenord.')).toBeTruthy()
  expect(requests).toEqual([])
  await user.type(screen.getByLabelText('Lösenord'), 'fel')
  await user.click(requestButton)
  await vi.waitFor(() => expect(screen.getAllByText('Lösenordet stämmer inte.').length).toBeGreaterThan(1))
  expect(screen.getByLabelText('Lösenord').getAttribute('aria-invalid')).toBe('true')
})

async function askToDelete(password: string) {
  const { user } = open()
  await user.type(screen.getByLabelText('Ditt lösenord'), password)
  await user.click(screen.getByRole('button', { name: 'Ta bort kontot' }))
  const confirmation = within(await screen.findByRole('alertdialog', { name: 'Ta bort kontot Mira?' }))
  return { user, confirmation }
}

test('deleting the account requires the password and a confirmation with the focus on the safe choice', async () => {
  const requests = onPost('members/delete', respondEmpty)
  const { user, confirmation } = await askToDelete('en lugn kväll')
  expect(document.activeElement).toBe(confirmation.getByRole('button', { name: 'Behåll kontot' }))
  expect(requests).toEqual([])
  await user.click(confirmation.getByRole('button', { name: 'Ta bort kontot' }))
  await vi.waitFor(() => expect(getSession()).toBeNull())
  expect(requests.map(({ body }) => body)).toEqual([{ password: 'en lugn kväll' }])
  expect(useSessionState.getState().ending).toBe('deleted')
})

test('deleting the account ends the session as `deleted`, even if the push arrives before the response', async () => {
  onPost('members/delete', () => {
    endSession('endedElsewhere')
    return respondEmpty()
  })
  const { user, confirmation } = await askToDelete('en lugn kväll')
  await user.click(confirmation.getByRole('button', { name: 'Ta bort kontot' }))
  await vi.waitFor(() => expect(useSessionState.getState().ending).toBe('deleted'))
})

test('canceling deletes nothing; a wrong password shows an error and keeps the session', async () => {
  const requests = onPost(
    'members/delete',
    respondWithError(400, 'VALIDATION', 'Fel.', [{ path: 'password', message: 'Lösenordet stämmer inte.' }]),
  )
  const { user, confirmation } = await askToDelete('fel')
  await user.click(confirmation.getByRole('button', { name: 'Behåll kontot' }))
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(requests).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Ta bort kontot' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Ta bort kontot' }))
  await vi.waitFor(() => expect(screen.getAllByText('Lösenordet stämmer inte.').length).toBeGreaterThan(1))
  expect(getSession()?.userName).toBe('Mira')
})

test('deleting the account without a password shows an error and no confirmation', async () => {
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Ta bort kontot' }))
  expect(await screen.findByText('Skriv ditt lösenord.')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

const findChangeButton = (name: string) => screen.findByRole('button', { name })

test('a requested email address is shown as pending, and can be canceled', async () => {
  const requests = onPost('members/email', respondEmpty)
  const cancels = onPost('members/email/cancel', respondEmpty)
  const { user } = open()
  expect(await screen.findByText('mira@exempel.se')).toBeTruthy()
  await user.click(await findChangeButton('Byt e-postadress'))
  expect(document.activeElement).toBe(screen.getByLabelText('Ny e-postadress'))
  await user.type(screen.getByLabelText('Ny e-postadress'), 'ny@exempel.se')
  await user.type(screen.getByLabelText('Nuvarande lösenord'), 'gul kanot 7')
  await user.click(screen.getByRole('button', { name: 'Skicka länken' }))
  expect(await screen.findByText('ny@exempel.se')).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([{ email: 'ny@exempel.se', password: 'gul kanot 7' }])
  expect(screen.getByText('mira@exempel.se')).toBeTruthy()
  expect(document.activeElement).toBe(await findChangeButton('Byt e-postadress'))
  await user.click(screen.getByRole('button', { name: 'Avbryt bytet' }))
  await vi.waitFor(() => expect(screen.queryByText('ny@exempel.se')).toBeNull())
  expect(cancels).toHaveLength(1)
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

test('an invalid email address is marked, and a rejected change keeps the form open with its input', async () => {
  const problem = { path: 'password', message: 'Lösenordet stämmer inte.' }
  onPost('members/email', respondWithError(400, 'VALIDATION', 'Fel.', [problem]))
  const { user } = open()
  await user.click(await findChangeButton('Byt e-postadress'))
  await user.type(screen.getByLabelText('Ny e-postadress'), 'inte en adress')
  await user.click(screen.getByRole('button', { name: 'Skicka länken' }))
  expect(screen.getByLabelText('Ny e-postadress').getAttribute('aria-invalid')).toBe('true')
  await user.clear(screen.getByLabelText('Ny e-postadress'))
  await user.type(screen.getByLabelText('Ny e-postadress'), 'ny@exempel.se')
  await user.type(screen.getByLabelText('Nuvarande lösenord'), 'fel')
  await user.click(screen.getByRole('button', { name: 'Skicka länken' }))
  await vi.waitFor(() => expect(screen.getAllByText('Lösenordet stämmer inte.').length).toBeGreaterThan(1))
  expect(screen.getByLabelText<HTMLInputElement>('Ny e-postadress').value).toBe('ny@exempel.se')
})

test('a new password that is too short is not sent; a valid one is sent with the current password and removes other devices from the list', async () => {
  const requests = onPost('members/password', () => {
    onGet('sessions', respondWith(z.array(SessionEntry), [currentSession]))
    return respondEmpty()
  })
  const { user } = open()
  expect(await screen.findByText('Safari, iPhone')).toBeTruthy()
  await user.click(await findChangeButton('Byt lösenord'))
  await user.type(screen.getByLabelText('Nuvarande lösenord'), 'gul kanot 7')
  await user.type(screen.getByLabelText('Nytt lösenord'), 'kort')
  await user.click(screen.getByRole('button', { name: 'Spara lösenordet' }))
  expect(requests).toEqual([])
  await user.type(screen.getByLabelText('Nytt lösenord'), ' men lång båt')
  await user.click(screen.getByRole('button', { name: 'Spara lösenordet' }))
  await vi.waitFor(() => expect(screen.queryByText('Safari, iPhone')).toBeNull())
  expect(requests.map(({ body }) => body)).toEqual([{ password: 'gul kanot 7', newPassword: 'kort men lång båt' }])
  expect(screen.queryByLabelText('Nytt lösenord')).toBeNull()
})

test('canceling a change closes the form and returns the focus', async () => {
  const { user } = open()
  await user.click(await findChangeButton('Byt lösenord'))
  await user.click(screen.getByRole('button', { name: 'Avbryt' }))
  expect(screen.queryByLabelText('Nytt lösenord')).toBeNull()
  expect(document.activeElement).toBe(await findChangeButton('Byt lösenord'))
})

test('the settings show one section, which the URL selects, and links to the others', {
  tags: 'settings.sections',
}, async () => {
  startSession(mira)
  onGet('members/settings', respondWith(MemberSettings, SETTINGS))
  const { user } = renderInApp(
    <SettingsTab emailPreferences={emailPreferences()} requestLogOut={logOutDirectly} />,
    '/myprofile?tab=settings&section=nowhere',
  )
  const links = within(screen.getByRole('navigation', { name: 'Delar av inställningarna' })).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    ...['Visning', 'Mejl och aviseringar', 'Trygghet', 'Sparade sökningar', 'Inloggning'],
  ])
  expect(links[0]?.getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('heading', { name: 'Visning' })).toBeTruthy()
  await user.click(links[1]!)
  expect(await screen.findByRole('heading', { name: 'Mejl' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Visning' })).toBeNull()
  expect(screen.getByTestId('search').textContent).toBe('?tab=settings&section=notifications')
})
