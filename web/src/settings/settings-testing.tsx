import { EmailAddress } from '@app/contract/members/credentials'
import { MemberExport, MemberSettings } from '@app/contract/members/members'
import { SessionEntry } from '@app/contract/members/sessions'
import { screen } from '@testing-library/react'
import { beforeAll, beforeEach, vi } from 'vitest'
import * as z from 'zod/mini'
import { startSession } from '../lib/http/session.ts'
import { SETTINGS_SECTIONS } from '../lib/navigation/settings-url.ts'
import { mira, onGet, renderInApp, respondWith } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { SettingsCards } from './SettingsTab.tsx'

export const currentSession: SessionEntry = {
  id: '1',
  createdAt: '2025-11-01T10:00:00.000Z',
  lastSeenAt: '2025-11-01T10:00:00.000Z',
  device: 'Firefox, Windows',
  current: true,
}
const phone: SessionEntry = { ...currentSession, id: '2', device: 'Safari, iPhone', current: false }

export const SETTINGS: MemberSettings = {
  presenceOff: false,
  receiptsOff: true,
  hiddenFromSearch: false,
  incognito: false,
  visitorsClosed: false,
}

export const emailPreferences = () => ({
  preferences: { wantsChatMail: true, wantsEventMail: false, wantsNewsMail: false },
  failed: false,
  retry: vi.fn(),
  onChange: vi.fn(),
})

export const exportResponse = (state: MemberExport['state'], url: string | null = null) =>
  respondWith(MemberExport, { state, requestedAt: state === 'NONE' ? null : '2025-11-01T10:00:00.000Z', url })

export const logOutDirectly = (logOut?: () => void) => logOut?.()

/** Renders the cards of all sections. */
export const renderSections = (requestLogOut = logOutDirectly, emailProps = emailPreferences()) =>
  renderInApp(
    <>
      <h1 tabIndex={-1}>Min profil</h1>
      {SETTINGS_SECTIONS.map((section) => (
        <SettingsCards key={section} section={section} emailPreferences={emailProps} requestLogOut={requestLogOut} />
      ))}
    </>,
  )

export function open(requestLogOut = logOutDirectly, emailProps = emailPreferences(), session = mira) {
  startSession(session)
  onGet('members/settings', respondWith(MemberSettings, SETTINGS))
  onGet('sessions', respondWith(z.array(SessionEntry), [currentSession, phone]))
  return renderSections(requestLogOut, emailProps)
}

export const findPresenceSwitch = () =>
  screen.findByRole<HTMLInputElement>('switch', { name: 'Dölj när jag är online och skriver' })

/** Sets up each test with an email address and without an export. */
export function setUpSettings(): void {
  setUpFreshDevice()
  beforeAll(() => import('../ui/overlays/DialogBody.tsx'))
  beforeEach(() => {
    onGet('members/export', exportResponse('NONE'))
    onGet('members/email', respondWith(EmailAddress, { email: 'mira@exempel.se', pending: null }))
  })
}
