import { FALLBACK_INTERVAL } from '@app/contract/limits'
import { EmailAddress } from '@app/contract/members/credentials'
import { MemberExport, MemberSettings } from '@app/contract/members/members'
import { SessionEntry } from '@app/contract/members/sessions'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { setTheme } from '../lib/device/theme.ts'
import { endSession, getSession, startSession, useSessionState } from '../lib/http/session.ts'
import { setLink } from '../lib/navigation/link.ts'
import { answers, answersNothing, mira, onGet, onPost, refuses, show } from '../testing.tsx'
import { freshDevice } from '../testing-hooks.ts'
import { onExportChanged } from './export.ts'
import { SettingsTab } from './SettingsTab.tsx'

freshDevice()

const here: SessionEntry = {
  id: '1',
  createdAt: '2025-11-01T10:00:00.000Z',
  lastSeenAt: '2025-11-01T10:00:00.000Z',
  device: 'Firefox, Windows',
  current: true,
}
const phone: SessionEntry = { ...here, id: '2', device: 'Safari, iPhone', current: false }

const OPEN: MemberSettings = {
  presenceOff: false,
  receiptsOff: true,
  hiddenFromSearch: false,
  incognito: false,
  visitorsClosed: false,
}

const mails = () => ({
  preferences: { wantsChatMail: true, wantsEventMail: false, wantsNewsMail: false },
  failed: false,
  retry: vi.fn(),
  onChange: vi.fn(),
})

const exportIs = (state: MemberExport['state'], url: string | null = null) =>
  answers(MemberExport, { state, requestedAt: state === 'NONE' ? null : '2025-11-01T10:00:00.000Z', url })

const addressIs = (pending: string | null = null) => answers(EmailAddress, { email: 'mira@exempel.se', pending })

beforeEach(() => {
  onGet('members/export', exportIs('NONE'))
  onGet('members/email', addressIs())
})

const logOutDirectly = (how?: () => void) => how?.()

function open(askToLogOut = logOutDirectly, given = mails()) {
  startSession(mira)
  onGet('members/settings', answers(MemberSettings, OPEN))
  onGet('sessions', answers(z.array(SessionEntry), [here, phone]))
  return show(<SettingsTab mails={given} requestLogOut={askToLogOut} />)
}

const presence = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Dölj när jag är online och skriver' })

test('the switches show the stored settings, and a change is sent alone', async () => {
  const calls = onPost('members/settings', answersNothing)
  const { user } = open()
  expect((await presence()).checked).toBe(false)
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Visa inte när jag har läst meddelanden' }).checked).toBe(
    true,
  )
  await user.click(await presence())
  expect((await presence()).checked).toBe(true)
  await vi.waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ presenceOff: true }]))
})

test('a rejected switch is rolled back with the reason', async () => {
  onPost('members/settings', refuses(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  const { user } = open()
  await user.click(await presence())
  expect(await screen.findByText('Det går inte just nu.')).toBeTruthy()
  expect((await presence()).checked).toBe(false)
})

test('settings that fail to load are retried with a button', async () => {
  startSession(mira)
  onGet('members/settings', refuses(404, 'NOT_FOUND', 'Borta'))
  onGet('sessions', answers(z.array(SessionEntry), [here]))
  const { user } = show(<SettingsTab mails={mails()} requestLogOut={logOutDirectly} />)
  expect(await screen.findByText(/Inställningarna kunde inte läsas in/)).toBeTruthy()
  onGet('members/settings', answers(MemberSettings, { ...OPEN, presenceOff: true }))
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect((await presence()).checked).toBe(true)
})

test('another session can be ended, but not this one with the same button', async () => {
  const calls = onPost('sessions/:id/end', answersNothing)
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Logga ut Safari, iPhone' }))
  await vi.waitFor(() => expect(screen.queryByText('Safari, iPhone')).toBeNull())
  expect(calls.map(({ path }) => path)).toEqual(['sessions/2/end'])
  expect(screen.getByText('Firefox, Windows')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Logga ut Firefox, Windows' })).toBeNull()
})

test('logging out everywhere asks for confirmation, with the focus on the safe choice', async () => {
  const calls = onPost('sessions/logout-everywhere', answersNothing)
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Logga ut överallt' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Logga ut överallt?' }))
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Avbryt' }))
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(calls).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Logga ut överallt' }))
  const again = within(await screen.findByRole('alertdialog'))
  await user.click(again.getByRole('button', { name: 'Logga ut överallt' }))
  await vi.waitFor(() => expect(getSession()).toBeNull())
  expect(calls).toMatchObject([{ session: `Bearer ${mira.sessionId}` }])
})

test('logging out everywhere is not reported as ended elsewhere when the push arrives first', async () => {
  onPost('sessions/logout-everywhere', () => {
    endSession('endedElsewhere')
    return answersNothing()
  })
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Logga ut överallt' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Logga ut överallt' }))
  await vi.waitFor(() => expect(useSessionState.getState().ending).toBe('loggedOut'))
})

test('logging out here takes one press', async () => {
  const logOut = vi.fn()
  const { user } = open(logOut)
  await user.click(screen.getByRole('button', { name: 'Logga ut' }))
  expect(logOut).toHaveBeenCalledOnce()
})

test('another language shows at once and is sent to the server for the emails', async () => {
  const calls = onPost('members/language', answersNothing)
  const { user } = open()
  await user.click(screen.getByLabelText('English'))
  expect(await screen.findByRole('heading', { name: 'Privacy' })).toBeTruthy()
  expect(document.documentElement.lang).toBe('en')
  await vi.waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ language: 'ENGLISH' }]))
  expect(getSession()?.language).toBe('ENGLISH')
})

test('theme and discreet mode apply to this device before the next page renders', async () => {
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

test('a change in another tab of the same member shows here', async () => {
  open()
  await presence()
  const otherTab = new BroadcastChannel('salong.settings')
  otherTab.postMessage({ presenceOff: true, receiptsOff: true })
  await vi.waitFor(async () => expect((await presence()).checked).toBe(true))
  otherTab.close()
})

test.each([
  ['Dölj profilen i sökningar', 'hiddenFromSearch'],
  ['Besök profiler utan att synas', 'incognito'],
  ['Dölj besökarlistan för andra', 'visitorsClosed'],
])('%s has its own switch', async (name, setting) => {
  const calls = onPost('members/settings', answersNothing)
  const { user } = open()
  await user.click(await screen.findByRole('switch', { name }))
  await vi.waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ [setting]: true }]))
})

test('the email settings show the stored choices, at most one email a day, and each switches alone', {
  tags: 'settings.page-mail',
}, async () => {
  const given = mails()
  const { user } = open(logOutDirectly, given)
  expect(screen.getByText(/^Högst ett mejl om dagen/)).toBeTruthy()
  const chats = screen.getByRole<HTMLInputElement>('switch', { name: 'Olästa chattar, grupper och inbjudningar' })
  expect(chats.checked).toBe(true)
  await user.click(chats)
  await user.click(screen.getByRole('switch', { name: 'Nyheter' }))
  expect(given.onChange.mock.calls).toEqual([
    ['wantsChatMail', false],
    ['wantsNewsMail', true],
  ])
})

test('an export is requested, announced when ready, and downloaded once', async () => {
  const calls = onPost('members/export', exportIs('PREPARING'))
  const { user } = open()
  await user.type(await screen.findByLabelText('Lösenord'), 'en lugn kväll{Enter}')
  expect(await screen.findByText(/Vi samlar ihop dina uppgifter/)).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ password: 'en lugn kväll' }])
  expect(screen.queryByLabelText('Lösenord')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Samlar ihop…' }))
  expect(screen.getByRole('button', { name: 'Samlar ihop…' }).getAttribute('aria-disabled')).toBe('true')
  onGet('members/export', exportIs('READY', '/media/export/abc'))
  window.dispatchEvent(new Event('focus'))
  const link = await screen.findByRole('link', { name: 'Hämta filen' })
  expect(link.getAttribute('href')).toBe('/media/export/abc')
  link.addEventListener('click', (event) => event.preventDefault())
  await user.click(link)
  expect(await screen.findByRole('button', { name: 'Be om mina uppgifter' })).toBeTruthy()
})

test('while pushes arrive, the export state is reloaded on pushes and not on a timer', async () => {
  setLink(() => undefined)
  onTestFinished(() => setLink(null))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  onExportChanged()
  const calls = onGet('members/export', exportIs('PREPARING'))
  open()
  expect(await screen.findByText(/Vi samlar ihop dina uppgifter/)).toBeTruthy()
  const callCount = calls.length
  await vi.advanceTimersByTimeAsync(10 * FALLBACK_INTERVAL)
  expect(calls).toHaveLength(callCount)
  act(() => setLink(null))
  await vi.advanceTimersByTimeAsync(FALLBACK_INTERVAL)
  expect(calls).toHaveLength(callCount + 1)
  onGet('members/export', exportIs('READY', '/media/export/abc'))
  act(onExportChanged)
  expect(await screen.findByRole('link', { name: 'Hämta filen' })).toBeTruthy()
})

test('a failed export can be requested again', async () => {
  onGet('members/export', exportIs('FAILED'))
  onPost('members/export', refuses(429, 'TOO_MANY_REQUESTS', 'Det gick lite fort.'))
  const { user } = open()
  expect(await screen.findByText(/kunde inte samlas ihop/)).toBeTruthy()
  await user.type(screen.getByLabelText('Lösenord'), 'en lugn kväll')
  await user.click(screen.getByRole('button', { name: 'Be om mina uppgifter' }))
  expect(await screen.findByText('Det gick lite fort.')).toBeTruthy()
})

test('an export is not requested without the password, and a wrong one shows its error at the field', async () => {
  const calls = onPost(
    'members/export',
    refuses(400, 'VALIDATION', 'Fel.', [{ path: 'password', message: 'Lösenordet stämmer inte.' }]),
  )
  const { user } = open()
  const ask = await screen.findByRole('button', { name: 'Be om mina uppgifter' })
  await user.click(ask)
  expect(await screen.findByText('Skriv ditt lösenord.')).toBeTruthy()
  expect(calls).toEqual([])
  await user.type(screen.getByLabelText('Lösenord'), 'fel')
  await user.click(ask)
  await vi.waitFor(() => expect(screen.getAllByText('Lösenordet stämmer inte.').length).toBeGreaterThan(1))
  expect(screen.getByLabelText('Lösenord').getAttribute('aria-invalid')).toBe('true')
})

async function askToDelete(password: string) {
  const { user } = open()
  await user.type(screen.getByLabelText('Ditt lösenord'), password)
  await user.click(screen.getByRole('button', { name: 'Ta bort kontot' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Ta bort kontot Mira?' }))
  return { user, question }
}

test('deleting the account requires the password and a confirmation that starts on the safe choice', async () => {
  const calls = onPost('members/delete', answersNothing)
  const { user, question } = await askToDelete('en lugn kväll')
  expect(document.activeElement).toBe(question.getByRole('button', { name: 'Behåll kontot' }))
  expect(calls).toEqual([])
  await user.click(question.getByRole('button', { name: 'Ta bort kontot' }))
  await vi.waitFor(() => expect(getSession()).toBeNull())
  expect(calls.map(({ body }) => body)).toEqual([{ password: 'en lugn kväll' }])
  expect(useSessionState.getState().ending).toBe('deleted')
})

test("a deletion counts as the member's own when the push arrives first", async () => {
  onPost('members/delete', () => {
    endSession('endedElsewhere')
    return answersNothing()
  })
  const { user, question } = await askToDelete('en lugn kväll')
  await user.click(question.getByRole('button', { name: 'Ta bort kontot' }))
  await vi.waitFor(() => expect(useSessionState.getState().ending).toBe('deleted'))
})

test('canceling deletes nothing; a wrong password shows an error and keeps the login', async () => {
  const calls = onPost(
    'members/delete',
    refuses(400, 'VALIDATION', 'Fel.', [{ path: 'password', message: 'Lösenordet stämmer inte.' }]),
  )
  const { user, question } = await askToDelete('fel')
  await user.click(question.getByRole('button', { name: 'Behåll kontot' }))
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(calls).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Ta bort kontot' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Ta bort kontot' }))
  await vi.waitFor(() => expect(screen.getAllByText('Lösenordet stämmer inte.').length).toBeGreaterThan(1))
  expect(getSession()?.userName).toBe('Mira')
})

test('without a password nothing is sent', async () => {
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Ta bort kontot' }))
  expect(await screen.findByText('Skriv ditt lösenord.')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

const changeButton = (name: string) => screen.findByRole('button', { name })

test('a new address is pending until the link sent to it is opened, and can be canceled', async () => {
  const calls = onPost('members/email', answersNothing)
  const cancels = onPost('members/email/cancel', answersNothing)
  const { user } = open()
  expect(await screen.findByText('mira@exempel.se')).toBeTruthy()
  await user.click(await changeButton('Byt e-postadress'))
  expect(document.activeElement).toBe(screen.getByLabelText('Ny e-postadress'))
  await user.type(screen.getByLabelText('Ny e-postadress'), 'ny@exempel.se')
  await user.type(screen.getByLabelText('Nuvarande lösenord'), 'gul kanot 7')
  await user.click(screen.getByRole('button', { name: 'Skicka länken' }))
  expect(await screen.findByText('ny@exempel.se')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ email: 'ny@exempel.se', password: 'gul kanot 7' }])
  expect(screen.getByText('mira@exempel.se')).toBeTruthy()
  expect(document.activeElement).toBe(await changeButton('Byt e-postadress'))
  await user.click(screen.getByRole('button', { name: 'Avbryt bytet' }))
  await vi.waitFor(() => expect(screen.queryByText('ny@exempel.se')).toBeNull())
  expect(cancels).toHaveLength(1)
})

test('a rejected address keeps the form and the input', async () => {
  const problem = { path: 'password', message: 'Lösenordet stämmer inte.' }
  onPost('members/email', refuses(400, 'VALIDATION', 'Fel.', [problem]))
  const { user } = open()
  await user.click(await changeButton('Byt e-postadress'))
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

test('a new password requires the current one, and removes other devices from the list', async () => {
  const calls = onPost('members/password', () => {
    onGet('sessions', answers(z.array(SessionEntry), [here]))
    return answersNothing()
  })
  const { user } = open()
  expect(await screen.findByText('Safari, iPhone')).toBeTruthy()
  await user.click(await changeButton('Byt lösenord'))
  await user.type(screen.getByLabelText('Nuvarande lösenord'), 'gul kanot 7')
  await user.type(screen.getByLabelText('Nytt lösenord'), 'kort')
  await user.click(screen.getByRole('button', { name: 'Spara lösenordet' }))
  expect(calls).toEqual([])
  await user.type(screen.getByLabelText('Nytt lösenord'), ' men lång båt')
  await user.click(screen.getByRole('button', { name: 'Spara lösenordet' }))
  await vi.waitFor(() => expect(screen.queryByText('Safari, iPhone')).toBeNull())
  expect(calls.map(({ body }) => body)).toEqual([{ password: 'gul kanot 7', newPassword: 'kort men lång båt' }])
  expect(screen.queryByLabelText('Nytt lösenord')).toBeNull()
})

test('canceling a change closes the form and sends nothing', async () => {
  const { user } = open()
  await user.click(await changeButton('Byt lösenord'))
  await user.click(screen.getByRole('button', { name: 'Avbryt' }))
  expect(screen.queryByLabelText('Nytt lösenord')).toBeNull()
  expect(document.activeElement).toBe(await changeButton('Byt lösenord'))
})
