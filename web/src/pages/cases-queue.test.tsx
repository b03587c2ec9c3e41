import { CaseQueue, CaseRow } from '@app/contract/safety/cases'
import { Decided } from '@app/contract/safety/decisions'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aCase, aRow, aRowHeldByKarin, aRowHeldByMe, serveCase, serveQueue } from '../moderation/fake-cases.ts'
import { onCaseChanged } from '../moderation/queue/queue.ts'
import { onGet, onPost, respondWith, respondWithError } from '../testing.tsx'
import { createDeferred } from '../testing-deferred.ts'
import { decided, open, setUpCases, simulatePhone } from './cases-testing.tsx'

setUpCases()

const listCells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('the queue shows each case with its severity, content, reports, age, aim and holder', {
  tags: 'moderation.page-queue',
}, async () => {
  serveQueue([
    aRowHeldByKarin({ id: '1', category: 'MINOR', kind: 'PROFILE', author: 'Lilla_My', reports: 1 }),
    aRow(),
    aRowHeldByMe({
      id: '3',
      severity: 'MEDIUM',
      category: 'FAKE',
      dueAt: new Date(Date.now() - 2 * 3_600_000).toISOString(),
    }),
  ])
  open()
  const [, first, second, third] = within(await screen.findByRole('table', { name: 'Ärenden' })).getAllByRole('row')
  expect(listCells(first!).slice(0, 3)).toEqual(['Akut', 'Någon verkar vara under 18 årProfil · Lilla_My', '1'])
  expect(listCells(first!).at(-1)).toBe('KKarin24 min kvar')
  expect(listCells(second!)).toEqual([
    'Akut',
    'Hot eller våldKommentar · Vargen 77',
    '2',
    '12 min',
    'kvar 48 min',
    'Ledigt',
  ])
  expect(listCells(third!).slice(4)).toEqual(['försenat 2 tim', 'VDu27 min kvar'])
  expect(within(first!).queryByRole('link')).toBeNull()
  expect(within(second!).getByRole('link').getAttribute('href')).toBe('/moderation?case=1042')
  expect(screen.getByText(/Inom mål de senaste 30 dagarna/).textContent).toContain('97 %')
})

test('the views of the queue show their counts, and load when they are chosen', {
  tags: 'moderation.page-queue',
}, async () => {
  const { user } = open()
  const view = await screen.findByRole('button', { name: 'Överklagade 3' })
  const requests = serveQueue([])
  await user.click(view)
  expect(await screen.findByText('Här är det tomt.')).toBeTruthy()
  expect(requests.map(({ path }) => path)).toEqual(['moderation/cases?view=APPEALED&limit=50'])
  expect(screen.getByTestId('search').textContent).toBe('?view=APPEALED')
})

test('on a phone the cases are a list', { tags: 'moderation.page-queue' }, async () => {
  simulatePhone()
  open()
  const [card] = within(await screen.findByRole('list', { name: 'Ärenden' })).getAllByRole('listitem')
  expect(card?.textContent).toBe('Akut12 minkvar 48 minHot eller våldKommentar · Vargen 77Ledigt')
})

test('new cases appear only when a button is pressed, so that the rows do not move; changes appear immediately', {
  tags: 'moderation.page-new-cases',
}, async () => {
  const { user } = open()
  await screen.findByRole('table', { name: 'Ärenden' })
  serveQueue([aRow({ id: '9', category: 'SPAM', severity: 'MEDIUM' }), aRowHeldByKarin()])
  await act(onCaseChanged)
  expect(await screen.findByText('Karin')).toBeTruthy()
  expect(screen.queryByText('Reklam eller skräp')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Ett nytt ärende' }))
  expect(screen.getByText('Reklam eller skräp')).toBeTruthy()
})

test('a push while the next page loads drops neither that page nor its own changes', {
  tags: 'moderation.page-new-cases',
}, async () => {
  serveQueue([aRow()], { next: '1.1763110000000.1042' })
  const { user } = open()
  const more = await screen.findByRole('button', { name: 'Visa fler' })
  const nextPage: CaseQueue = {
    now: new Date().toISOString(),
    rows: [aRow({ id: '7', author: 'Lilla_My' })],
    next: null,
    counts: { open: 2, mine: 1, appealed: 3, asked: 4, secondLook: 0 },
    withinAim: 97,
  }
  const response = createDeferred()
  const requests = onGet('moderation/cases', () => response.promise.then(respondWith(CaseQueue, nextPage)))
  await user.click(more)
  await waitFor(() => expect(requests).toHaveLength(1))
  serveQueue([aRowHeldByKarin()], { next: '1.1763110000000.1042' })
  await act(onCaseChanged)
  response.resolve()
  expect(await screen.findByText(/Lilla_My/)).toBeTruthy()
  expect(screen.getByText('Karin')).toBeTruthy()
})

test('a button claims and opens the next case, or a toast reports that there is none', {
  tags: 'moderation.page-next',
}, async () => {
  onPost('moderation/cases/next', respondWithError(404, 'NOT_FOUND', 'Finns inte.'))
  const { user } = open()
  const next = await screen.findByRole('button', { name: 'Ta nästa ärende' })
  await user.click(next)
  expect(await screen.findByText('Inga ärenden. Bra jobbat.')).toBeTruthy()
  serveCase()
  onPost('moderation/cases/next', respondWith(CaseRow, aRowHeldByMe()))
  await user.click(screen.getByRole('button', { name: 'Ta nästa ärende' }))
  expect(await screen.findByRole('heading', { name: 'Bevis' })).toBeTruthy()
  expect(screen.getByTestId('search').textContent).toBe('?case=1042&series=1')
})

test('a decision in a series of cases opens the next case, and after the last one the queue', {
  tags: 'moderation.page-series',
}, async () => {
  serveCase()
  serveCase(aCase({ row: aRowHeldByMe({ id: '1043', version: 1 }) }))
  const decisions = [
    onPost('moderation/cases/1042/decide', respondWith(Decided, decided)),
    onPost('moderation/cases/1043/decide', respondWith(Decided, { ...decided, caseId: '1043' })),
  ]
  onPost('moderation/cases/next', respondWith(CaseRow, aRowHeldByMe({ id: '1043', version: 1 })))
  const { user } = open('/moderation?case=1042&series=1')
  await user.click(await screen.findByRole('button', { name: 'Varna' }))
  await user.type(screen.getByRole('textbox', { name: 'Vad som har hänt' }), 'Du hotade.{Control>}{Enter}{/Control}')
  expect(await screen.findByRole('heading', { name: 'Ärende 1043', level: 1 })).toBeTruthy()
  expect(await screen.findByText('Beslutet är fattat.')).toBeTruthy()
  expect((await screen.findByText(/^Nr 1043/)).closest('header')!.querySelector('h2')).toBe(document.activeElement)

  onPost('moderation/cases/next', respondWithError(404, 'NOT_FOUND', 'Finns inte.'))
  await user.click(await screen.findByRole('button', { name: 'Varna' }))
  await user.click(screen.getByRole('button', { name: 'Du hotade.' }))
  await user.click(screen.getByRole('button', { name: 'Fatta beslut' }))
  expect(await screen.findByRole('table', { name: 'Ärenden' })).toBeTruthy()
  expect(screen.getByTestId('search').textContent).toBe('')
  expect(decisions.map(([request]) => request?.body)).toMatchObject([
    { version: 3, facts: 'Du hotade.' },
    { version: 1, facts: 'Du hotade.' },
  ])
})

test('a failed queue is retried with a button', async () => {
  onGet('moderation/cases', respondWithError(400, 'VALIDATION', 'Det går inte att göra här.'))
  const { user } = open()
  expect(await screen.findByText('Ärendena kunde inte läsas in.')).toBeTruthy()
  serveQueue([])
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findByText('Inga ärenden. Bra jobbat.')).toBeTruthy()
})
