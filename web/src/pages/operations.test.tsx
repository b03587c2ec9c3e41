import { FAILED_JOBS_LIST_MAX } from '@app/contract/limits'
import { FailedJobs, Operations, RetriedJobs } from '@app/contract/operations'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setOnline } from '../lib/device/online.ts'
import { useToasts } from '../lib/feedback/toasts.ts'
import { endSession, startSession } from '../lib/http/session.ts'
import { setHubConnection } from '../lib/realtime/hub-connection.ts'
import { setLanguage } from '../lib/text/language.ts'
import { aFailedJob, NOW, someOperations, withFailed } from '../operations/fake-operations.ts'
import { onOperationsChanged, retryJobs } from '../operations/store.ts'
import { mira, onGet, onPost, renderInApp, respondWith, respondWithError } from '../testing.tsx'
import { createDeferred } from '../testing-deferred.ts'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { skipRetryDelays } from '../testing-retries.ts'
import { OperationsPage } from './OperationsPage.tsx'

type FakePlot = { hooks: { setCursor?: ((plot: { cursor: { idx: number | null } }) => void)[] } }
const plotted = vi.hoisted(() => ({ data: [] as unknown[][], plots: [] as FakePlot[] }))

// The browser tests check what the canvas shows.
vi.mock('uplot', () => ({
  default: class {
    hooks = {}
    over = document.createElement('div')
    constructor(_: unknown, data: unknown[]) {
      plotted.data.push(data)
      plotted.plots.push(this)
    }
    setData(data: unknown[]) {
      plotted.data.push(data)
    }
    setSize() {}
    destroy() {}
  },
}))

setUpFreshDevice()
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  // jsdom recomputes the styles of all ancestors for each color of each chart.
  const computeStyle = getComputedStyle
  vi.stubGlobal('getComputedStyle', (element: HTMLElement, pseudo?: string) =>
    element.style.color.startsWith('var(') ? { color: 'black' } : computeStyle(element, pseudo),
  )
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  await Promise.all([import('../ui/overlays/DialogBody.tsx'), import('../operations/charts/Plot.tsx')])
}, 60_000)

const teamSession = { ...mira, memberLevel: 'ADMIN' } as const

const serveOperations = (operations = someOperations()) => onGet('operations', respondWith(Operations, operations))
const serveFailedJobs = (...jobs: ReturnType<typeof aFailedJob>[]) => {
  serveOperations(withFailed(...jobs.map(({ queue }) => queue)))
  onGet('operations/failed-jobs', respondWith(FailedJobs, { jobs }))
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) })
  plotted.data = []
  plotted.plots = []
  startSession(teamSession)
  serveFailedJobs()
  serveOperations()
})
afterEach(() => {
  vi.useRealTimers()
  act(() => {
    setHubConnection(null)
    setOnline(true)
  })
})

const open = (path = '/operations') => renderInApp(<OperationsPage />, path)
const findTileText = async (name: string) => {
  const tiles = await screen.findByRole('list', { name: /^(Den senaste minuten|The last minute)$/ })
  return (within(tiles).getByText(name).closest('li')?.textContent ?? '').replaceAll('\u00a0', ' ')
}
const findRetryButton = (name: RegExp | string = /^Försök igen: send-mail/) => screen.findByRole('button', { name })

test('a healthy installation is reported in plain words and localized numbers', {
  tags: 'operations.page-healthy',
}, async () => {
  open()
  expect(await screen.findByText('Allt ser bra ut.')).toBeTruthy()
  expect(await findTileText('Medlemmar online')).toContain('1 234')
  expect(await findTileText('Pushfördröjning')).toContain('12 msHälften går fortare, 99 av 100 inom 85 msBra')
  expect(await findTileText('Jobb som väntar')).toContain('1Det äldsta har väntat 4 s')
  expect(await findTileText('Lagring')).toContain('35 GBDatabas 1,2 GB, foton 34 GB, Redis 12 MB av 400 MBBra')
})

test('the page is available in English', async () => {
  setLanguage('ENGLISH')
  open()
  expect(await screen.findByText('Everything looks good.')).toBeTruthy()
  expect(await findTileText('Members online')).toContain('1,234')
  expect(await findTileText('Storage')).toContain('Database 1.2 GB, photos 34 GB, Redis 12 MB of 400 MBGood')
})

const { minute, queues } = someOperations()
const mailQueue = queues![0]!

test.each([
  ['Pushfördröjning', { minute: minute && { ...minute, pushLagP99: 2_500 } }, '99 av 100 inom 2,5 s'],
  ['Avvisade mejl', { minute: minute && { ...minute, mailsRefused: 3 } }, '3'],
  ['Kvar i utkorgen', { outbox: { rows: 40, oldestSeconds: 90 } }, 'Det äldsta har väntat 1,5 min'],
  ['Jobb som väntar', { queues: [{ ...mailQueue, waiting: 9, oldestSeconds: 61 }] }, 'Det äldsta har väntat 1 min'],
  ['Jobb som väntar', { queues: [{ ...mailQueue, paused: true }] }, '1Pausad kö: mejl'],
  ['Misslyckade jobb', { queues: withFailed('mail', 'photos').queues }, '2'],
  ['Lagring', { minute: minute && { ...minute, redisBytes: 350e6 } }, 'Redis 350 MB av 400 MB'],
] as const)(
  'the summary and the tile report a problem: %s',
  { tags: 'operations.page-problem' },
  async (name, changes, text) => {
    serveOperations(someOperations(changes as Partial<Operations>))
    open()
    expect(await screen.findByText(`En sak att se efter: ${name.toLowerCase()}.`)).toBeTruthy()
    const label = await findTileText(name)
    expect(label).toContain(text)
    expect(label).toContain('Se efter')
  },
)

test('Redis without a memory limit is never reported as full, nor an unknown size of photos as a problem', async () => {
  serveOperations(
    someOperations({ minute: minute && { ...minute, redisBytes: 90e9, redisBytesMax: null }, photoStore: null }),
  )
  open()
  expect(await screen.findByText('Allt ser bra ut.')).toBeTruthy()
  expect(await findTileText('Lagring')).toContain('Databas 1,2 GB, foton okänt, Redis 90 GBBra')
})

test('an unmeasured metric is named, and not reported as good', { tags: 'operations.page-unmeasured' }, async () => {
  serveOperations(someOperations({ minute: minute && { ...minute, mailsTaken: null, mailsRefused: null } }))
  open()
  expect(await screen.findByText('Det som gick att mäta ser bra ut. Okänt: avvisade mejl.')).toBeTruthy()
  expect(await findTileText('Avvisade mejl')).toBe('Avvisade mejl–Inte uppmättOkänt')
})

const afterMinutes = (minutes: number): string => new Date(Date.parse(NOW) + minutes * 60_000).toISOString()

test.each([-60, 60])('a device whose clock is %i minutes off uses the time of the server', async (minutes) => {
  vi.setSystemTime(new Date(afterMinutes(minutes)))
  const { unmount } = open()
  expect(await screen.findByText('Allt ser bra ut.')).toBeTruthy()
  unmount()
  serveOperations(someOperations({ now: afterMinutes(10) }))
  open()
  expect(await screen.findByText('En sak att se efter: mätningen.')).toBeTruthy()
})

test('outdated metrics are marked as stale', async () => {
  serveOperations(someOperations({ now: afterMinutes(10) }))
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

test('missing hubs are reported, and Redis is not reported as unavailable', {
  tags: 'operations.page-hubs-missing',
}, async () => {
  serveOperations(someOperations({ minute: withoutHubs }))
  open()
  expect(await screen.findByText('En sak att se efter: medlemmar online.')).toBeTruthy()
  expect(await findTileText('Medlemmar online')).toBe('Medlemmar online–Ingen hub har hört av sigSe efter')
  expect(await findTileText('Meddelanden per minut')).toContain('56Ingen hub har hört av sig')
  expect(await findTileText('Pushfördröjning')).toContain('–Ingen hub har hört av sig')
  expect(await findTileText('Avvisade mejl')).toContain('7 togs emot av mejlservern')
  expect(screen.queryByText(/Redis svarar inte/)).toBeNull()
})

test('a minute without Redis counts as unmeasured; Redis is not reported as unavailable later', async () => {
  serveOperations(someOperations({ minute: withoutRedis }))
  open()
  expect(await screen.findByText('En sak att se efter: medlemmar online.')).toBeTruthy()
  for (const name of ['Medlemmar online', 'Pushfördröjning', 'Avvisade mejl'])
    expect(await findTileText(name)).toContain('–Inte uppmätt')
  expect(screen.queryByText(/Redis svarar inte/)).toBeNull()
})

test('an unavailable Redis is reported, and metrics from the database remain', {
  tags: 'operations.page-redis-unavailable',
}, async () => {
  serveOperations(someOperations({ minute: withoutRedis, queues: null }))
  onGet('operations/failed-jobs', respondWithError(404, 'NOT_FOUND', 'Finns inte.'))
  open()
  expect(await screen.findByText('En sak att se efter: Redis.')).toBeTruthy()
  expect(await findTileText('Medlemmar online')).toBe('Medlemmar online–Redis svarar inteOkänt')
  expect(await findTileText('Meddelanden per minut')).toContain('56')
  expect(await findTileText('Lagring')).toContain('Redis okänt')
  expect(screen.getAllByText(/^Redis, som håller i köerna, svarar inte/)).toHaveLength(2)
})

test('a fresh installation shows that nothing has been measured yet', async () => {
  serveOperations(someOperations({ minute: null, photoStore: null }))
  open()
  expect(await screen.findByRole('heading', { name: 'Inget har mätts än' })).toBeTruthy()
  expect(screen.getByRole('table', { name: 'Köer' })).toBeTruthy()
  expect(await screen.findByText('Inga jobb har misslyckats.')).toBeTruthy()
})

test('a row shows the metrics of a queue', async () => {
  open()
  const row = within(await screen.findByRole('table', { name: 'Köer' })).getByRole('row', { name: /^Mejl/ })
  const cells = within(row).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent?.replace('\u00a0', ' '))).toEqual(['1', '0', '0', '0', '4 s'])
})

test('a paused queue is marked beside its name', async () => {
  serveOperations(
    someOperations({
      queues: [
        { ...mailQueue, paused: true },
        { ...mailQueue, queue: 'photos' },
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
  await waitFor(() => expect(plotted.data.map(([, line]) => line)).toContainEqual(membersOnline))
  await user.click(chart.getByRole('button', { name: 'Visa som tabell: Medlemmar online' }))
  const rows = within(chart.getByRole('table', { name: 'Medlemmar online' })).getAllByRole('row')
  expect(rows).toHaveLength(61)
  const clock = new Intl.DateTimeFormat('sv-SE', { hour: '2-digit', minute: '2-digit' }).format(new Date(NOW))
  expect(rows[1]?.textContent).toContain(clock)
  expect(rows.filter(({ textContent }) => textContent?.endsWith('–'))).toHaveLength(5)
})

test('a chart whose last value is missing reports that instead of an earlier value', async () => {
  const { history } = someOperations()
  serveOperations(someOperations({ history: { ...history, membersOnline: history.membersOnline.with(-1, null) } }))
  open()
  const chart = within(await screen.findByRole('figure', { name: 'Medlemmar online' }))
  const label = chart.getByRole('img').getAttribute('aria-label')?.replaceAll('\u00a0', ' ')
  expect(label).toBe('Medlemmar online. Online: det senaste värdet saknas, lägst 1 175, högst 1 233.')
})

test('a chart without measurements shows a message', async () => {
  const { history } = someOperations()
  const emptyValues = history.at.map(() => null)
  serveOperations(someOperations({ history: { ...history, mailsTaken: emptyValues } }))
  open()
  const chart = within(await screen.findByRole('figure', { name: 'Mejl per minut' }))
  expect(chart.getByText('Inga mätningar i den här perioden.')).toBeTruthy()
})

test('the range is stored in the URL and requested', { tags: 'operations.page-range' }, async () => {
  const requests = serveOperations()
  const { user } = open('/operations?range=week')
  expect(await screen.findByRole('radio', { name: 'Vecka', checked: true })).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Månad' }))
  expect(screen.getByTestId('search').textContent).toBe('?range=month')
  await waitFor(() =>
    expect(requests.map(({ path }) => path)).toEqual(['operations?range=WEEK', 'operations?range=MONTH']),
  )
})

test('another range resets the point under the cursor, which a touch leaves in place', async () => {
  const { user } = open('/operations?range=week')
  const chart = within(await screen.findByRole('figure', { name: 'Medlemmar online' }))
  await waitFor(() => expect(plotted.plots).not.toEqual([]))
  act(() => plotted.plots[0]?.hooks.setCursor?.[0]?.({ cursor: { idx: 3 } }))
  expect(chart.queryByText(/^Senast, /)).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Månad' }))
  expect(await chart.findByText(/^Senast, /)).toBeTruthy()
})

test.each(['', '?range=year', '?range='])('the range is a day if the query is "%s"', async (search) => {
  const requests = serveOperations()
  open(`/operations${search}`)
  expect(await screen.findByRole('radio', { name: 'Dygn', checked: true })).toBeTruthy()
  expect(requests.map(({ path }) => path)).toEqual(['operations?range=DAY'])
})

test('a push loads new metrics, and keeps the focus and open tables', {
  tags: 'operations.page-push',
}, async () => {
  serveFailedJobs(aFailedJob())
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Visa som tabell: Lagring' }))
  const button = await findRetryButton()
  button.focus()
  const table = screen.getByRole('table', { name: 'Lagring' })
  serveFailedJobs(aFailedJob({ id: 'mail-2', name: 'newer' }), aFailedJob())
  serveOperations({ ...withFailed('mail', 'mail'), minute: minute && { ...minute, membersOnline: 99 } })
  act(onOperationsChanged)
  await waitFor(async () => expect(await findTileText('Medlemmar online')).toContain('99'))
  await findRetryButton(/^Försök igen: newer/)
  expect(document.activeElement).toBe(button)
  expect(screen.getByRole('table', { name: 'Lagring' })).toBe(table)
  expect(document.querySelector('[aria-busy]')).toBeNull()
})

test('a reconnect reloads the metrics', async () => {
  const requests = serveOperations()
  open()
  act(() => setHubConnection(() => undefined))
  await waitFor(() => expect(requests).toHaveLength(2))
  act(() => setHubConnection(null))
  act(() => setHubConnection(() => undefined))
  await waitFor(() => expect(requests).toHaveLength(3))
})

test('the metrics reload on a timer without pushes', async () => {
  const requests = serveOperations()
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date(NOW) })
  open()
  act(() => vi.advanceTimersByTime(60_000))
  vi.useRealTimers()
  await waitFor(() => expect(requests).toHaveLength(2))
})

test('the page shows the time of stale metrics while offline and after a failed refresh', {
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
  onGet('operations', respondWithError(429, 'TOO_MANY_REQUESTS', 'Vänta lite.'))
  act(onOperationsChanged)
  expect(await screen.findByText(/^Siffrorna är från/)).toBeTruthy()
  expect(await findTileText('Medlemmar online')).toContain('1 234')
})

test('a failed load offers a retry button', async () => {
  skipRetryDelays()
  onGet('operations', respondWithError(500, 'UNKNOWN', 'Något gick fel.'))
  const { user } = open()
  expect(await screen.findByText('Något gick fel.')).toBeTruthy()
  serveOperations()
  await user.click(screen.getAllByRole('button', { name: 'Försök igen' })[0]!)
  expect(await screen.findByText('Allt ser bra ut.')).toBeTruthy()
})

test('a failed job shows its details; retrying removes it and focuses the next one', async () => {
  serveFailedJobs(aFailedJob(), aFailedJob({ id: 'mail-2', name: 'digest-mail', requestId: null }))
  const { user } = open()
  const button = await findRetryButton()
  const row = button.closest('li')
  expect(row?.textContent).toMatch(/send-mailconnect ECONNREFUSED.*5 försökAnrop req-7/)
  const requests = onPost('operations/failed-jobs/retry', respondWith(RetriedJobs, { retried: 1 }))
  serveFailedJobs(aFailedJob({ id: 'mail-2', name: 'digest-mail', requestId: null }))
  await user.click(button)
  expect(await screen.findByText('Jobbet körs igen')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Försök igen: send-mail/ })).toBeNull())
  expect(requests.map(({ body }) => body)).toEqual([{ queue: 'mail', id: 'mail-1' }])
  const next = await findRetryButton(/^Försök igen: digest-mail/)
  expect(document.activeElement).toBe(next)
})

test('retrying the last failed job focuses the heading of the list', async () => {
  serveFailedJobs(aFailedJob())
  const { user } = open()
  const button = await findRetryButton()
  onPost('operations/failed-jobs/retry', respondWith(RetriedJobs, { retried: 1 }))
  serveFailedJobs()
  await user.click(button)
  expect(await screen.findByText('Inga jobb har misslyckats.')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Misslyckade jobb')
})

test('retrying a job that another admin has already retried shows a message and reloads the list', {
  tags: 'operations.page-retried-already',
}, async () => {
  serveFailedJobs(aFailedJob())
  const { user } = open()
  const button = await findRetryButton()
  onPost('operations/failed-jobs/retry', respondWithError(404, 'NOT_FOUND', 'Finns inte.'))
  serveFailedJobs()
  await user.click(button)
  expect(await screen.findByText('Finns inte kvar bland de misslyckade. Nu stämmer listan.')).toBeTruthy()
  expect(await screen.findByText('Inga jobb har misslyckats.')).toBeTruthy()
})

test('a rejected retry keeps the job and shows the reason', async () => {
  serveFailedJobs(aFailedJob())
  const { user } = open()
  onPost('operations/failed-jobs/retry', respondWithError(503, 'UNAVAILABLE', 'Kom tillbaka om en stund.'))
  await user.click(await findRetryButton())
  expect(await screen.findByText('Kom tillbaka om en stund.')).toBeTruthy()
  expect((await findRetryButton()).getAttribute('aria-busy')).toBeNull()
})

test('the result of a retry that arrives after a logout is not shown to the next member on the device', async () => {
  open()
  const response = createDeferred()
  const requests = onPost('operations/failed-jobs/retry', () =>
    response.promise.then(respondWith(RetriedJobs, { retried: 1 })),
  )
  const retry = retryJobs({ queue: 'mail' })
  await waitFor(() => expect(requests).toHaveLength(1))
  act(() => {
    endSession('loggedOut')
    startSession({ ...mira, userName: 'Saga', sessionId: 'saga.session.token' })
  })
  response.resolve()
  await act(() => retry)
  expect(useToasts.getState().queue).toEqual([])
})

test('retrying a whole queue asks for confirmation', { tags: 'operations.page-retry-queue' }, async () => {
  serveFailedJobs(aFailedJob(), aFailedJob({ id: 'photo-1', queue: 'photos', name: 'process-photo' }))
  const { user } = open()
  const retryAllButton = await findRetryButton('Kör om alla i kön: Mejl')
  const requests = onPost('operations/failed-jobs/retry', respondWith(RetriedJobs, { retried: 12 }))
  await user.click(retryAllButton)
  const confirmation = within(await screen.findByRole('alertdialog', { name: 'Köra om alla i kön Mejl?' }))
  const cancel = confirmation.getByRole('button', { name: 'Avbryt' })
  expect(document.activeElement).toBe(cancel)
  await user.click(cancel)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(requests).toHaveLength(0)
  serveFailedJobs(aFailedJob({ id: 'photo-1', queue: 'photos', name: 'process-photo' }))
  await user.click(retryAllButton)
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Kör om alla i kön' }))
  expect(await screen.findByText('12 jobb körs igen')).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([{ queue: 'mail' }])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Kör om alla i kön: Mejl' })).toBeNull())
  expect(document.activeElement?.textContent).toBe('Misslyckade jobb')
})

test('failed jobs beyond the list are counted, and each queue with failed jobs can be retried', {
  tags: 'operations.page-failed-jobs',
}, async () => {
  const jobs = Array.from({ length: FAILED_JOBS_LIST_MAX }, (_, index) => aFailedJob({ id: `mail-${index}` }))
  serveFailedJobs(...jobs)
  serveOperations(withFailed(...Array(1_234).fill('mail'), 'photos'))
  open()
  const mailRegion = within(await screen.findByRole('region', { name: 'Mejl' }))
  expect(mailRegion.getByText('De 20 nyaste av 1 234 visas.')).toBeTruthy()
  const photoRegion = within(screen.getByRole('region', { name: 'Foton' }))
  expect(photoRegion.getByRole('button', { name: 'Kör om alla i kön: Foton' })).toBeTruthy()
  expect(photoRegion.queryByText(/nyaste av/)).toBeNull()
})

test('failed jobs that cannot be reloaded stay, and are marked as stale', async () => {
  serveFailedJobs(aFailedJob())
  open()
  await findRetryButton()
  expect(screen.queryByText(/kan vara gammal/)).toBeNull()
  onGet('operations/failed-jobs', respondWithError(429, 'TOO_MANY_REQUESTS', 'Vänta lite.'))
  act(onOperationsChanged)
  expect(await screen.findByText(/kan vara gammal/)).toBeTruthy()
  expect(await findRetryButton()).toBeTruthy()
  serveFailedJobs(aFailedJob())
  act(onOperationsChanged)
  await waitFor(() => expect(screen.queryByText(/kan vara gammal/)).toBeNull())
})

test('a member who is not on the team sees the not-found page, and requests no metrics', {
  tags: 'operations.page-team-only',
}, async () => {
  startSession(mira)
  const requests = serveOperations()
  open()
  expect(await screen.findByRole('heading', { name: 'Sidan finns inte.' })).toBeTruthy()
  expect(requests).toHaveLength(0)
})
