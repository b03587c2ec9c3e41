import { FAILED_JOBS_LIST_MAX } from '@app/contract/limits'
import { FailedJobs, Operations, RetriedJobs } from '@app/contract/operations'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setOnline } from '../lib/device/online.ts'
import { startSession } from '../lib/http/session.ts'
import { setLink } from '../lib/navigation/link.ts'
import { setLanguage } from '../lib/text/language.ts'
import { aFailedJob, NOW, someOperations, withFailed } from '../operations/fake-operations.ts'
import { onOperationsChanged } from '../operations/store.ts'
import { answers, mira, onGet, onPost, refuses, show } from '../testing.tsx'
import { freshDevice } from '../testing-hooks.ts'
import { OperationsPage } from './OperationsPage.tsx'

const drawn = vi.hoisted(() => ({ data: [] as unknown[][] }))

// The browser tests check the drawing on the canvas.
vi.mock('uplot', () => ({
  default: class {
    hooks = {}
    over = document.createElement('div')
    constructor(_: unknown, data: unknown[]) {
      drawn.data.push(data)
    }
    setData(data: unknown[]) {
      drawn.data.push(data)
    }
    setSize() {}
    destroy() {}
  },
}))

freshDevice()
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  await Promise.all([import('../ui/overlays/DialogBody.tsx'), import('../operations/charts/Plot.tsx')])
}, 60_000)

const team = { ...mira, memberLevel: 'ADMIN' } as const

const figures = (operations = someOperations()) => onGet('operations', answers(Operations, operations))
const failedJobs = (...jobs: ReturnType<typeof aFailedJob>[]) => {
  figures(withFailed(...jobs.map(({ queue }) => queue)))
  onGet('operations/failed-jobs', answers(FailedJobs, { jobs }))
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) })
  drawn.data = []
  startSession(team)
  failedJobs()
  figures()
})
afterEach(() => {
  vi.useRealTimers()
  act(() => {
    setLink(null)
    setOnline(true)
  })
})

const open = (address = '/operations') => show(<OperationsPage />, address)
const tile = async (name: string) => {
  const tiles = await screen.findByRole('list', { name: /^(Den senaste minuten|The last minute)$/ })
  return (within(tiles).getByText(name).closest('li')?.textContent ?? '').replaceAll('\u00a0', ' ')
}
const retryButton = (name: RegExp | string = /^Försök igen: send-mail/) => screen.findByRole('button', { name })

test('a healthy installation is reported in plain words and localized figures', {
  tags: 'operations.page-healthy',
}, async () => {
  open()
  expect(await screen.findByText('Allt ser bra ut.')).toBeTruthy()
  expect(await tile('Medlemmar online')).toContain('1 234')
  expect(await tile('Pushfördröjning')).toContain('12 msHälften går fortare, 99 av 100 inom 85 msBra')
  expect(await tile('Jobb som väntar')).toContain('1Det äldsta har väntat 4 s')
  expect(await tile('Lagring')).toContain('35 GBDatabas 1,2 GB, foton 34 GB, Redis 12 MB av 400 MBBra')
})

test('the page is available in English', async () => {
  setLanguage('ENGLISH')
  open()
  expect(await screen.findByText('Everything looks good.')).toBeTruthy()
  expect(await tile('Members online')).toContain('1,234')
  expect(await tile('Storage')).toContain('Database 1.2 GB, photos 34 GB, Redis 12 MB of 400 MBGood')
})

const { minute, queues } = someOperations()
const someQueue = queues![0]!

test.each([
  ['Pushfördröjning', { minute: minute && { ...minute, pushLagP99: 2_500 } }, '99 av 100 inom 2,5 s'],
  ['Avvisade mejl', { minute: minute && { ...minute, mailsRefused: 3 } }, '3'],
  ['Kvar i utkorgen', { outbox: { rows: 40, oldestSeconds: 90 } }, 'Det äldsta har väntat 1,5 min'],
  ['Jobb som väntar', { queues: [{ ...someQueue, waiting: 9, oldestSeconds: 61 }] }, 'Det äldsta har väntat 1 min'],
  ['Jobb som väntar', { queues: [{ ...someQueue, paused: true }] }, '1Pausad kö: mejl'],
  ['Misslyckade jobb', { queues: withFailed('mail', 'photos').queues }, '2'],
  ['Lagring', { minute: minute && { ...minute, redisBytes: 350e6 } }, 'Redis 350 MB av 400 MB'],
] as const)('a problem is named: %s', { tags: 'operations.page-problem' }, async (name, changes, words) => {
  figures(someOperations(changes as Partial<Operations>))
  open()
  expect(await screen.findByText(`En sak att se efter: ${name.toLowerCase()}.`)).toBeTruthy()
  const label = await tile(name)
  expect(label).toContain(words)
  expect(label).toContain('Se efter')
})

test('Redis without a memory limit is never full, and uncounted photos are no problem', async () => {
  figures(someOperations({ minute: minute && { ...minute, redisBytes: 90e9, redisBytesMax: null }, photoStore: null }))
  open()
  expect(await screen.findByText('Allt ser bra ut.')).toBeTruthy()
  expect(await tile('Lagring')).toContain('Databas 1,2 GB, foton okänt, Redis 90 GBBra')
})

test('an unmeasured figure is named, and not reported as good', { tags: 'operations.page-unmeasured' }, async () => {
  figures(someOperations({ minute: minute && { ...minute, mailsTaken: null, mailsRefused: null } }))
  open()
  expect(await screen.findByText('Det som gick att mäta ser bra ut. Okänt: avvisade mejl.')).toBeTruthy()
  expect(await tile('Avvisade mejl')).toBe('Avvisade mejl–Inte uppmättOkänt')
})

const afterMinutes = (minutes: number): string => new Date(Date.parse(NOW) + minutes * 60_000).toISOString()

test.each([-60, 60])('a device whose clock is %i minutes off uses the time of the server', async (minutes) => {
  vi.setSystemTime(new Date(afterMinutes(minutes)))
  const { unmount } = open()
  expect(await screen.findByText('Allt ser bra ut.')).toBeTruthy()
  unmount()
  figures(someOperations({ now: afterMinutes(10) }))
  open()
  expect(await screen.findByText('En sak att se efter: mätningen.')).toBeTruthy()
})

test('stale figures are marked as old', async () => {
  figures(someOperations({ now: afterMinutes(10) }))
  open()
  expect(await screen.findByText(/^Inget har mätts sedan/)).toBeTruthy()
  expect(screen.getByText('En sak att se efter: mätningen.')).toBeTruthy()
})

const withoutHubs = minute && { ...minute, membersOnline: null, pushes: null, pushLagP50: null, pushLagP99: null }
const withoutRedis = withoutHubs && {
  ...withoutHubs,
  mailsTaken: null,
  mailsRefused: null,
  redisBytes: null,
  redisBytesMax: null,
}

test('missing hubs are reported, without blaming Redis', { tags: 'operations.page-hubs-missing' }, async () => {
  figures(someOperations({ minute: withoutHubs }))
  open()
  expect(await screen.findByText('En sak att se efter: medlemmar online.')).toBeTruthy()
  expect(await tile('Medlemmar online')).toBe('Medlemmar online–Ingen hub har hört av sigSe efter')
  expect(await tile('Meddelanden per minut')).toContain('56Ingen hub har hört av sig')
  expect(await tile('Pushfördröjning')).toContain('–Ingen hub har hört av sig')
  expect(await tile('Avvisade mejl')).toContain('7 togs emot av mejlservern')
  expect(screen.queryByText(/Redis svarar inte/)).toBeNull()
})

test('a minute without Redis counts as unmeasured; Redis is not reported as unavailable later', async () => {
  figures(someOperations({ minute: withoutRedis }))
  open()
  expect(await screen.findByText('En sak att se efter: medlemmar online.')).toBeTruthy()
  for (const name of ['Medlemmar online', 'Pushfördröjning', 'Avvisade mejl'])
    expect(await tile(name)).toContain('–Inte uppmätt')
  expect(screen.queryByText(/Redis svarar inte/)).toBeNull()
})

test('an unavailable Redis is reported, and figures from the database remain', {
  tags: 'operations.page-redis-unavailable',
}, async () => {
  figures(someOperations({ minute: withoutRedis, queues: null }))
  onGet('operations/failed-jobs', refuses(404, 'NOT_FOUND', 'Finns inte.'))
  open()
  expect(await screen.findByText('En sak att se efter: Redis.')).toBeTruthy()
  expect(await tile('Medlemmar online')).toBe('Medlemmar online–Redis svarar inteOkänt')
  expect(await tile('Meddelanden per minut')).toContain('56')
  expect(await tile('Lagring')).toContain('Redis okänt')
  expect(screen.getAllByText(/^Redis, som håller i köerna, svarar inte/)).toHaveLength(2)
})

test('a fresh installation announces that figures are coming', async () => {
  figures(someOperations({ minute: null, photoStore: null }))
  open()
  expect(await screen.findByRole('heading', { name: 'Inget har mätts än' })).toBeTruthy()
  expect(screen.getByRole('table', { name: 'Köer' })).toBeTruthy()
  expect(await screen.findByText('Inga jobb har misslyckats.')).toBeTruthy()
})

test('each queue shows its figures', async () => {
  open()
  const row = within(await screen.findByRole('table', { name: 'Köer' })).getByRole('row', { name: /^Mejl/ })
  const cells = within(row).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent?.replace('\u00a0', ' '))).toEqual(['1', '0', '0', '0', '4 s'])
})

test('a paused queue is marked beside its name', async () => {
  figures(
    someOperations({
      queues: [
        { ...someQueue, paused: true },
        { ...someQueue, queue: 'photos' },
      ],
    }),
  )
  open()
  const rows = await within(await screen.findByRole('table', { name: 'Köer' })).findAllByRole('rowheader')
  expect(rows.map(({ textContent }) => textContent?.trim())).toEqual(['Mejl Pausad', 'Foton'])
})

test('a chart has a text summary and a table, and shows gaps', { tags: 'operations.page-chart' }, async () => {
  const { user } = open()
  const chart = within(await screen.findByRole('figure', { name: 'Medlemmar online' }))
  const label = chart.getByRole('img').getAttribute('aria-label')?.replaceAll('\u00a0', ' ')
  expect(label).toBe('Medlemmar online. Online: senast 1 234, lägst 1 175, högst 1 234.')
  const { membersOnline } = someOperations().history
  await waitFor(() => expect(drawn.data.map(([, line]) => line)).toContainEqual(membersOnline))
  await user.click(chart.getByRole('button', { name: 'Visa som tabell: Medlemmar online' }))
  const rows = within(chart.getByRole('table', { name: 'Medlemmar online' })).getAllByRole('row')
  expect(rows).toHaveLength(61)
  const clock = new Intl.DateTimeFormat('sv-SE', { hour: '2-digit', minute: '2-digit' }).format(new Date(NOW))
  expect(rows[1]?.textContent).toContain(clock)
  expect(rows.filter(({ textContent }) => textContent?.endsWith('–'))).toHaveLength(5)
})

test('a chart whose last value is missing reports that instead of an earlier value', async () => {
  const { history } = someOperations()
  figures(someOperations({ history: { ...history, membersOnline: history.membersOnline.with(-1, null) } }))
  open()
  const chart = within(await screen.findByRole('figure', { name: 'Medlemmar online' }))
  const label = chart.getByRole('img').getAttribute('aria-label')?.replaceAll('\u00a0', ' ')
  expect(label).toBe('Medlemmar online. Online: det senaste värdet saknas, lägst 1 175, högst 1 233.')
})

test('a chart without measurements shows a message', async () => {
  const { history } = someOperations()
  const none = history.at.map(() => null)
  figures(someOperations({ history: { ...history, mailsTaken: none } }))
  open()
  const chart = within(await screen.findByRole('figure', { name: 'Mejl per minut' }))
  expect(chart.getByText('Inga mätningar i den här perioden.')).toBeTruthy()
})

test('the range is stored in the address and requested', { tags: 'operations.page-range' }, async () => {
  const calls = figures()
  const { user } = open('/operations?range=week')
  expect(await screen.findByRole('radio', { name: 'Vecka', checked: true })).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Månad' }))
  expect(screen.getByTestId('search').textContent).toBe('?range=month')
  await waitFor(() =>
    expect(calls.map(({ path }) => path)).toEqual(['operations?range=WEEK', 'operations?range=MONTH']),
  )
})

test.each(['', '?range=year', '?range='])('at %s the range is a day', async (search) => {
  const calls = figures()
  open(`/operations${search}`)
  expect(await screen.findByRole('radio', { name: 'Dygn', checked: true })).toBeTruthy()
  expect(calls.map(({ path }) => path)).toEqual(['operations?range=DAY'])
})

test('a push loads new figures, and keeps focus, open tables and scroll position', {
  tags: 'operations.page-push',
}, async () => {
  failedJobs(aFailedJob())
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Visa som tabell: Lagring' }))
  const button = await retryButton()
  button.focus()
  const table = screen.getByRole('table', { name: 'Lagring' })
  failedJobs(aFailedJob({ id: 'mail-2', name: 'newer' }), aFailedJob())
  figures({ ...withFailed('mail', 'mail'), minute: minute && { ...minute, membersOnline: 99 } })
  act(onOperationsChanged)
  await waitFor(async () => expect(await tile('Medlemmar online')).toContain('99'))
  await retryButton(/^Försök igen: newer/)
  expect(document.activeElement).toBe(button)
  expect(screen.getByRole('table', { name: 'Lagring' })).toBe(table)
  expect(document.querySelector('[aria-busy]')).toBeNull()
})

test('a reconnect reloads everything', async () => {
  const calls = figures()
  open()
  act(() => setLink(() => undefined))
  await waitFor(() => expect(calls).toHaveLength(2))
  act(() => setLink(null))
  act(() => setLink(() => undefined))
  await waitFor(() => expect(calls).toHaveLength(3))
})

test('without pushes the figures reload on a timer', async () => {
  const calls = figures()
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date(NOW) })
  open()
  act(() => vi.advanceTimersByTime(60_000))
  vi.useRealTimers()
  await waitFor(() => expect(calls).toHaveLength(2))
})

test('offline and after a failed refresh, the time of the old figures is shown', {
  tags: 'operations.page-offline',
}, async () => {
  open()
  await screen.findByText(/^Den senaste minuten, uppmätt/)
  vi.setSystemTime(new Date(Date.parse(NOW) + 600_000))
  act(() => setOnline(false))
  expect(screen.getByText('Allt ser bra ut.')).toBeTruthy()
  expect(screen.getByText(/^Siffrorna är från .*\. Nya hämtas/)).toBeTruthy()
  act(() => setOnline(true))
  expect(screen.getByText(/^Den senaste minuten, uppmätt/)).toBeTruthy()
  onGet('operations', refuses(429, 'TOO_MANY_REQUESTS', 'Vänta lite.'))
  act(onOperationsChanged)
  expect(await screen.findByText(/^Siffrorna är från/)).toBeTruthy()
  expect(await tile('Medlemmar online')).toContain('1 234')
})

test('a failed load offers a retry button', async () => {
  onGet('operations', refuses(403, 'FORBIDDEN', 'Det får du inte.'))
  const { user } = open()
  expect(await screen.findByText('Det får du inte.')).toBeTruthy()
  figures()
  await user.click(screen.getAllByRole('button', { name: 'Försök igen' })[0]!)
  expect(await screen.findByText('Allt ser bra ut.')).toBeTruthy()
})

test('a failed job shows its details; retrying removes it and focuses the next one', async () => {
  failedJobs(aFailedJob(), aFailedJob({ id: 'mail-2', name: 'digest-mail', requestId: null }))
  const { user } = open()
  const button = await retryButton()
  const row = button.closest('li')
  expect(row?.textContent).toMatch(/send-mailconnect ECONNREFUSED.*5 försökAnrop req-7/)
  const calls = onPost('operations/failed-jobs/retry', answers(RetriedJobs, { retried: 1 }))
  failedJobs(aFailedJob({ id: 'mail-2', name: 'digest-mail', requestId: null }))
  await user.click(button)
  expect(await screen.findByText('Jobbet körs igen')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Försök igen: send-mail/ })).toBeNull())
  expect(calls.map(({ body }) => body)).toEqual([{ queue: 'mail', id: 'mail-1' }])
  expect(document.activeElement).toBe(await retryButton(/^Försök igen: digest-mail/))
})

test('retrying the last failed job focuses the heading of the list', async () => {
  failedJobs(aFailedJob())
  const { user } = open()
  const button = await retryButton()
  onPost('operations/failed-jobs/retry', answers(RetriedJobs, { retried: 1 }))
  failedJobs()
  await user.click(button)
  expect(await screen.findByText('Inga jobb har misslyckats.')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Misslyckade jobb')
})

test('a job already retried by another admin shows a friendly message and reloads the list', {
  tags: 'operations.page-retried-already',
}, async () => {
  failedJobs(aFailedJob())
  const { user } = open()
  const button = await retryButton()
  onPost('operations/failed-jobs/retry', refuses(404, 'NOT_FOUND', 'Finns inte.'))
  failedJobs()
  await user.click(button)
  expect(await screen.findByText('Finns inte kvar bland de misslyckade. Nu stämmer listan.')).toBeTruthy()
  expect(await screen.findByText('Inga jobb har misslyckats.')).toBeTruthy()
})

test('a rejected retry keeps the job and shows the reason', async () => {
  failedJobs(aFailedJob())
  const { user } = open()
  onPost('operations/failed-jobs/retry', refuses(503, 'UNAVAILABLE', 'Kom tillbaka om en stund.'))
  await user.click(await retryButton())
  expect(await screen.findByText('Kom tillbaka om en stund.')).toBeTruthy()
  expect((await retryButton()).getAttribute('aria-busy')).toBeNull()
})

test('retrying a whole queue asks for confirmation', { tags: 'operations.page-retry-queue' }, async () => {
  failedJobs(aFailedJob(), aFailedJob({ id: 'photo-1', queue: 'photos', name: 'process-photo' }))
  const { user } = open()
  const all = await retryButton('Kör om alla i kön: Mejl')
  const calls = onPost('operations/failed-jobs/retry', answers(RetriedJobs, { retried: 12 }))
  await user.click(all)
  const question = within(await screen.findByRole('alertdialog', { name: 'Köra om alla i kön Mejl?' }))
  const cancel = question.getByRole('button', { name: 'Avbryt' })
  expect(document.activeElement).toBe(cancel)
  await user.click(cancel)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(calls).toHaveLength(0)
  failedJobs(aFailedJob({ id: 'photo-1', queue: 'photos', name: 'process-photo' }))
  await user.click(all)
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findByText('12 jobb körs igen')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ queue: 'mail' }])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Kör om alla i kön: Mejl' })).toBeNull())
  expect(document.activeElement?.textContent).toBe('Misslyckade jobb')
})

test('failed jobs beyond the list are counted, and each queue with failed jobs can be retried', {
  tags: 'operations.page-failed-jobs',
}, async () => {
  const jobs = Array.from({ length: FAILED_JOBS_LIST_MAX }, (_, index) => aFailedJob({ id: `mail-${index}` }))
  failedJobs(...jobs)
  figures(withFailed(...Array(1_234).fill('mail'), 'photos'))
  open()
  const mails = within(await screen.findByRole('region', { name: 'Mejl' }))
  expect(mails.getByText('De 20 nyaste av 1 234 visas.')).toBeTruthy()
  const photos = within(screen.getByRole('region', { name: 'Foton' }))
  expect(photos.getByRole('button', { name: 'Kör om alla i kön: Foton' })).toBeTruthy()
  expect(photos.queryByText(/nyaste av/)).toBeNull()
})

test('failed jobs that cannot be reloaded stay, and are marked as old', async () => {
  failedJobs(aFailedJob())
  open()
  await retryButton()
  expect(screen.queryByText(/kan vara gammal/)).toBeNull()
  onGet('operations/failed-jobs', refuses(429, 'TOO_MANY_REQUESTS', 'Vänta lite.'))
  act(onOperationsChanged)
  expect(await screen.findByText(/kan vara gammal/)).toBeTruthy()
  expect(await retryButton()).toBeTruthy()
  failedJobs(aFailedJob())
  act(onOperationsChanged)
  await waitFor(() => expect(screen.queryByText(/kan vara gammal/)).toBeNull())
})

test('the page exists only for the team', { tags: 'operations.page-team-only' }, async () => {
  startSession(mira)
  const calls = figures()
  open()
  expect(await screen.findByRole('heading', { name: 'Sidan finns inte.' })).toBeTruthy()
  expect(calls).toHaveLength(0)
})
