import { EmailAddress } from '@app/contract/members/credentials'
import { type MemberExport, MemberSettings } from '@app/contract/members/members'
import { SessionEntry } from '@app/contract/members/sessions'
import { act, screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endSession, startSession } from '../lib/http/session.ts'
import { mira, onGet, renderInApp, respondWith, respondWithError } from '../testing.tsx'
import { loadExport } from './export.ts'
import { SettingsTab } from './SettingsTab.tsx'
import {
  currentSession,
  emailPreferences,
  exportResponse,
  findPresenceSwitch,
  logOutDirectly,
  open,
  renderSections,
  SETTINGS,
  setUpSettings,
} from './settings-testing.tsx'
import { loadEmail, loadSessions, loadSettings } from './store.ts'

setUpSettings()

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
  expect(await screen.findByText('Safari, iPhone')).toBeTruthy()
  expect(screen.queryByText('Chrome, Android')).toBeNull()
  expect(document.querySelector('a[href*="mira"]')).toBeNull()
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
