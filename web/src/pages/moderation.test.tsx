import { PAGE_DEFAULT } from '@app/contract/limits'
import type { Session } from '@app/contract/members/members'
import { Figures } from '@app/contract/safety/figures'
import { PasskeyEntry } from '@app/contract/safety/passkeys'
import { type LogEntry, TeamLog, TeamMember } from '@app/contract/safety/team'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { getSession, startSession } from '../lib/http/session.ts'
import { setLanguage } from '../lib/text/language.ts'
import { mira, onGet, onPost, renderInApp, respondWith, respondWithError } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { ModerationPage } from './ModerationPage.tsx'

setUpFreshDevice()

const session: Session = { ...mira, userName: 'Vera', memberLevel: 'ADMIN', duties: ['LEAD'], passkey: true }
const vera: TeamMember = { userName: 'Vera', duties: ['LEAD'], passkeys: 2, me: true }
const nils: TeamMember = { userName: 'Nils', duties: ['PUBLISH'], passkeys: 0, me: false }
const passkey: PasskeyEntry = {
  id: 'bW9iaWw',
  name: 'Telefonen',
  createdAt: '2025-11-01T10:00:00.000Z',
  usedAt: null,
  current: false,
}

const anEntry = (id: number, change: Partial<LogEntry> = {}): LogEntry => ({
  id: String(id),
  at: '2025-11-01T10:00:00.000Z',
  by: 'Vera',
  act: 'DUTIES_CHANGED',
  caseId: null,
  about: `Nils: ${id}`,
  ...change,
})

const serveTeam = (...team: TeamMember[]) => onGet('moderation/duties', respondWith(z.array(TeamMember), team))
const serveLog = (entries: LogEntry[], intact = true) =>
  onGet('moderation/log', respondWith(TeamLog, { entries, intact }))
const servePasskeys = (...passkeys: PasskeyEntry[]) => onGet('passkeys', respondWith(z.array(PasskeyEntry), passkeys))

beforeEach(() => {
  startSession(session)
  serveTeam(vera, nils)
})

const open = (path = '/moderation') => renderInApp(<ModerationPage />, path)
const findMember = async (name: string) => within(await screen.findByRole('region', { name }))
const isOn = (duty: HTMLElement) => (duty as HTMLInputElement).checked

test('a lead sees the duties and the number of passkeys of each admin, and cannot change their own duties', async () => {
  open()
  const own = await findMember('Vera')
  expect(own.getByText('2 passkeys')).toBeTruthy()
  expect(own.getByText('Någon annan ger dig uppdrag.')).toBeTruthy()
  expect(own.getByText('Teamet måste ha en ansvarig.')).toBeTruthy()
  expect(own.getAllByRole('switch').map(isOn)).toEqual([false, true, false, false])
  expect(own.getAllByRole('switch').every((duty) => (duty as HTMLInputElement).disabled)).toBe(true)
  const other = await findMember('Nils')
  expect(other.getByText('Ingen passkey')).toBeTruthy()
  expect(other.getAllByRole('switch').map(isOn)).toEqual([false, false, true, false])
})

test('switches grant and revoke duties, one request after the other with all duties of the admin', {
  tags: 'moderation.page-duties',
}, async () => {
  const requests = onPost('moderation/duties', respondWith(TeamMember, nils))
  const { user } = open()
  const other = await findMember('Nils')
  await user.click(other.getByRole('switch', { name: 'Ärenden' }))
  await user.click(other.getByRole('switch', { name: 'Nyheter och spel' }))
  await vi.waitFor(() => expect(requests).toHaveLength(2))
  expect(requests.at(-1)?.body).toEqual({ userName: 'Nils', duties: ['MODERATE'] })
  expect(other.getAllByRole('switch').map(isOn)).toEqual([true, false, false, false])
})

test('a rejected change is rolled back, its reason is shown, and the duties are reloaded', async () => {
  onPost('moderation/duties', respondWithError(403, 'FORBIDDEN', 'Det går inte att göra här.'))
  const { user } = open()
  const other = await findMember('Nils')
  const loads = serveTeam(vera, nils)
  await user.click(other.getByRole('switch', { name: 'Drift' }))
  expect(await screen.findByText('Det går inte att göra här.')).toBeTruthy()
  await vi.waitFor(() => expect(loads).toHaveLength(1))
  expect(isOn(other.getByRole('switch', { name: 'Drift' }))).toBe(false)
})

test('duties that fail to load are retried with a button', async () => {
  onGet('moderation/duties', respondWithError(400, 'VALIDATION', 'Det går inte att göra här.'))
  const { user } = open()
  expect(await screen.findByText('Uppdragen kunde inte läsas in.')).toBeTruthy()
  serveTeam(vera)
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findByText('Du är ensam i Teamet.')).toBeTruthy()
})

test('the log shows who did what and when, including unknown acts and acts of the operator', {
  tags: 'moderation.page-log',
}, async () => {
  serveLog([
    anEntry(3, { act: 'CASE_MERGED', caseId: '7' }),
    anEntry(2, { by: null, about: 'LEAD Nils: LEAD, PUBLISH' }),
    anEntry(1, { act: 'PASSKEY_ADDED', about: 'Telefonen' }),
  ])
  const { user } = open()
  await user.click(await screen.findByRole('tab', { name: 'Logg' }))
  const rows = within(await screen.findByRole('list', { name: 'Logg' })).getAllByRole('listitem')
  expect(rows[0]?.textContent).toMatch(/gjorde något nytt: CASE_MERGED.*Rad 3Ärende 7$/)
  expect(rows[1]?.textContent).toMatch(
    /^Driften eller ett borttaget konto ändrade uppdragLEAD Nils: Ansvarig, Nyheter och spel/,
  )
  expect(rows[2]?.textContent).toMatch(/^Vera lade till en passkeyTelefonen1 november 2025.*Rad 1$/)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByTestId('search').textContent).toBe('?tab=log')
})

test('a broken chain of hashes is reported with the affected rows', {
  tags: 'moderation.page-broken-log',
}, async () => {
  serveLog([anEntry(9), anEntry(8), anEntry(5)], false)
  open('/moderation?tab=log')
  expect((await screen.findByRole('alert')).textContent).toContain('Loggen är bruten mellan rad 5 och rad 9.')
})

test('older rows of the log load on request, and a broken page of them is reported', async () => {
  const first = Array.from({ length: PAGE_DEFAULT }, (_, index) => anEntry(100 - index))
  serveLog(first)
  const { user } = open('/moderation?tab=log')
  const more = await screen.findByRole('button', { name: 'Visa äldre' })
  const requests = serveLog([anEntry(50), anEntry(49)], false)
  await user.click(more)
  expect(await screen.findByText('Nils: 49')).toBeTruthy()
  expect(requests.map(({ path }) => path)).toEqual([`moderation/log?limit=${PAGE_DEFAULT}&before=51`])
  expect(screen.queryByRole('button', { name: 'Visa äldre' })).toBeNull()
  expect(document.activeElement?.textContent).toContain('Nils: 50')
  expect(screen.getByRole('alert').textContent).toContain('Loggen är bruten mellan rad 49 och rad 50.')
})

test('an empty log shows a message', async () => {
  serveLog([])
  open('/moderation?tab=log')
  expect(await screen.findByRole('heading', { name: 'Inget har hänt än' })).toBeTruthy()
})

test('a session that began with a password leads to the login with a passkey', async () => {
  startSession({ ...session, passkey: false })
  servePasskeys(passkey)
  const { user } = open()
  expect(await screen.findByText('Logga in med en passkey för att se ärendena, uppdragen och loggen.')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Logga in med passkey' }))
  expect(screen.getByTestId('path').textContent).toBe('/passkey')
})

test('a link leads an account without a passkey to the settings to add one', async () => {
  startSession({ ...session, passkey: false })
  servePasskeys()
  open()
  const link = await screen.findByRole('link', { name: 'Lägg till en passkey' })
  expect(link.getAttribute('href')).toBe('/myprofile?tab=settings&section=login')
})

test('a response of PASSKEY_REQUIRED leads to the login with a passkey and does not end the session', {
  tags: 'moderation.page-passkey',
}, async () => {
  servePasskeys(passkey)
  onGet('moderation/duties', respondWithError(401, 'PASSKEY_REQUIRED', 'Logga in med en passkey för att fortsätta.'))
  open()
  expect(await screen.findByRole('link', { name: 'Logga in med passkey' })).toBeTruthy()
  expect(getSession()).toEqual(session)
})

test.each([
  ['without the required duty', { ...session, duties: ['PUBLISH' as const] }],
  ['who is not on the team', { ...mira, passkey: true }],
])('the page does not exist for a member %s', { tags: 'moderation.page-lead-only' }, async (_, other) => {
  startSession(other)
  open()
  expect(await screen.findByText('Sidan finns inte.')).toBeTruthy()
})

const aCount = (name: string, count: number | null) => ({ name, count, few: count === null })
const someFigures = (changes: Partial<Figures> = {}): Figures => ({
  half: '2026-2',
  halves: ['2026-2', '2026-1'],
  reportsByCategory: [aCount('SPAM', 1_200), aCount('HATE', null)],
  reportsBySource: [aCount('NOTICE', 7)],
  actionsByKind: [aCount('BAN', 0), aCount('=HYPERLINK("https://evil.example")', 5)],
  actionsByReason: [aCount('TERMS_SPAM', 5)],
  actionsByGround: [aCount('LAW', 9)],
  automated: aCount('AUTOMATED', 0),
  appeals: [aCount('SENT', 6)],
  orders: aCount('ORDERS', null),
  objections: [aCount('OVERTURNED', 8)],
  medianHours: 6.5,
  withinAim: null,
  ...changes,
})

test('a moderator, who does not see the log, reads the figures of a half-year of their choice', {
  tags: 'moderation.page-figures',
}, async () => {
  startSession({ ...session, duties: ['MODERATE'] })
  const requests = onGet('moderation/figures', respondWith(Figures, someFigures()))
  const { user } = open('/moderation?tab=figures')
  const reports = within(await screen.findByRole('table', { name: 'Anmälningar efter kategori' }))
  expect(reports.getByRole('row', { name: /^Reklam eller skräp 1\s200$/ })).toBeTruthy()
  expect(reports.getByRole('row', { name: 'Hat mot en grupp människor färre än fem' })).toBeTruthy()
  const reasons = within(screen.getByRole('table', { name: 'Beslut efter grund' }))
  expect(reasons.getByRole('row', { name: 'Reklam, Villkoren 5.3 5' })).toBeTruthy()
  expect(screen.getByRole('row', { name: 'Mediantid till beslut, i timmar 6,5' })).toBeTruthy()
  expect(screen.queryByRole('tab', { name: 'Logg' })).toBeNull()

  const earlier = someFigures({ half: '2026-1', medianHours: 30 })
  onGet('moderation/figures?half=2026-1', respondWith(Figures, earlier))
  await user.selectOptions(screen.getByLabelText('Period'), 'Första halvåret 2026')
  expect(await screen.findByRole('row', { name: 'Mediantid till beslut, i timmar 30' })).toBeTruthy()
  expect(screen.getByTestId('search').textContent).toBe('?tab=figures&half=2026-1')
  expect(requests).toHaveLength(1)
})

test.each([
  [
    'SWEDISH',
    'Spara som CSV',
    [
      '"Period";"Tabell";"Rad";"Antal"',
      '"2026-2";"Anmälningar efter kategori";"Reklam eller skräp";1200',
      '"2026-2";"Anmälningar efter kategori";"Hat mot en grupp människor";"<5"',
      '"2026-2";"Tider och övrigt";"Mediantid till beslut, i timmar";6,5',
    ],
  ],
  [
    'ENGLISH',
    'Save as CSV',
    [
      '"Period","Table","Row","Count"',
      '"2026-2","Reports by category","Advertising or spam",1200',
      '"2026-2","Reports by category","Hatred of a group of people","<5"',
      '"2026-2","Times and other figures","Median time to a decision, in hours",6.5',
    ],
  ],
] as const)(
  'the figures are saved as CSV that spreadsheets in %s open',
  {
    tags: 'moderation.page-figures',
  },
  async (language, button, lines) => {
    setLanguage(language)
    const files = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:figures')
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    onGet('moderation/figures', respondWith(Figures, someFigures()))
    const { user } = open('/moderation?tab=figures')
    await user.click(await screen.findByRole('button', { name: button }))
    const file = files.mock.lastCall?.[0] as Blob
    const bytes = new Uint8Array(await file.arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const rows = new TextDecoder().decode(bytes).split('\r\n')
    for (const line of lines) expect(rows).toContain(line)
    expect(rows.some((row) => row.includes(`"'=HYPERLINK(""https://evil.example"")"`))).toBe(true)
    expect(click).toHaveBeenCalled()
    files.mockRestore()
    click.mockRestore()
  },
)

test('figures that fail to load are retried with a button', async () => {
  onGet('moderation/figures', respondWithError(400, 'VALIDATION', 'Det går inte att göra här.'))
  const { user } = open('/moderation?tab=figures')
  expect(await screen.findByText('Siffrorna kunde inte läsas in.')).toBeTruthy()
  onGet('moderation/figures', respondWith(Figures, someFigures()))
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findByRole('table', { name: 'Överklaganden' })).toBeTruthy()
})
