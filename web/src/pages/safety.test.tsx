import { OwnReports, PastContact, type Report } from '@app/contract/safety/reports'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { setUpConversationDevice } from '../conversation/conversation-testing.ts'
import { enqueueReport } from '../conversation/outbox/outbox.ts'
import { startWriting } from '../conversation/writing.ts'
import { setOnline } from '../lib/device/online.ts'
import { startSession } from '../lib/http/session.ts'
import { useReportRequest } from '../lib/reporting/request-report.ts'
import { setLanguage } from '../lib/text/language.ts'
import { reportAdapter } from '../reports/adapter.ts'
import { aReport } from '../reports/fake-reports.ts'
import { onReportChanged } from '../reports/store.ts'
import { mira, onGet, onPost, renderInApp, respondEmpty, respondWith, respondWithError } from '../testing.tsx'
import { SafetyPage } from './SafetyPage.tsx'

setUpConversationDevice({
  modules: () => [import('../reports/sending.ts')],
  serve: () => () => undefined,
  start: () => startWriting('42', { report: reportAdapter }),
})

const ownReports = (...reports: Report[]) => respondWith(OwnReports, { reports, deferred: false })

beforeEach(() => {
  onGet('reports', ownReports())
  onGet('reports/past-contacts', respondWith(z.array(PastContact), []))
})

const open = (url = '/safety') => renderInApp(<SafetyPage />, url)
const findReport = async (kind: string) =>
  within((await screen.findByRole('heading', { name: kind })).closest('li') as HTMLElement)

test('a report shows its subject, the name of the reported member, its state and its outcome', {
  tags: 'reports.page-own',
}, async () => {
  onGet(
    'reports',
    ownReports(
      aReport({ id: '5', name: 'Vargen' }),
      aReport({ id: '4', kind: 'PHOTO', category: 'FAKE', state: 'ACTED', removed: true }),
      aReport({ id: '3', kind: 'GROUP', category: 'HATE', state: 'NO_BREACH', reason: 'NOT_FOUND' }),
      aReport({ id: '2', kind: 'AD', category: 'SPAM', state: 'OVERTURNED' }),
      aReport({ id: '1', kind: 'EVENT', category: 'OTHER', aimAt: '2025-01-01T10:00:00.000Z' }),
    ),
  )
  open()
  const message = await findReport('Ett meddelande')
  expect(message.getByText('Mottagen')).toBeTruthy()
  expect(message.getByText(/^Vargen · Hot eller våld · Anmält i dag/)).toBeTruthy()
  expect(message.getByText(/^Vi läser det senast (i morgon )?kl\.\s\d\d:\d\d\.$/)).toBeTruthy()
  const photo = await findReport('Ett foto')
  expect(photo.getByText(/^Falsk profil eller någon annans bilder · Anmält/)).toBeTruthy()
  expect(photo.getByText('Vi ingrep')).toBeTruthy()
  expect(photo.getByText(/Innehållet är borta\./)).toBeTruthy()
  expect((await findReport('En grupp')).getByText('Vi kunde inte hitta det du anmälde.')).toBeTruthy()
  expect((await findReport('En annons')).getByText('Beslutet ändrades')).toBeTruthy()
  expect((await findReport('Ett event')).getByText('Vi läser det så snart vi kan.')).toBeTruthy()
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(5)
})

test('a push reloads the reports, and a note explains that new reports wait longer', async () => {
  open()
  expect(await screen.findByText('Du har inte anmält något.')).toBeTruthy()
  onGet('reports', respondWith(OwnReports, { reports: [aReport({ state: 'ACTED' })], deferred: true }))
  act(onReportChanged)
  expect(await screen.findByText('Vi ingrep')).toBeTruthy()
  expect(screen.getByText(/så de nya väntar längre/)).toBeTruthy()
})

test("an answer to the team's question cannot be empty, and sends the words and the consent to share more of the chat", {
  tags: 'reports.page-answer',
}, async () => {
  onGet('reports', ownReports(aReport({ state: 'ASKED', question: 'Var sågs ni?', wider: true })))
  const answers = onPost('reports/1/answer', respondEmpty)
  const { user } = open()
  const report = await findReport('Ett meddelande')
  expect(report.getByText('Var sågs ni?')).toBeTruthy()
  await user.click(report.getByRole('button', { name: 'Skicka svaret' }))
  expect(await report.findByText('Fyll i det här.')).toBeTruthy()
  expect(answers).toEqual([])
  await user.click(report.getByRole('radio', { name: 'Ja, det går bra' }))
  await user.type(report.getByRole('textbox', { name: 'Ditt svar' }), 'På stan.')
  onGet('reports', ownReports(aReport()))
  await user.click(report.getByRole('button', { name: 'Skicka svaret' }))
  expect(await screen.findByText('Mottagen')).toBeTruthy()
  expect(answers.map(({ body }) => body)).toEqual([{ words: 'På stan.', wider: true }])
})

test('a reporter can object once to a decision that no rule was broken', { tags: 'reports.page-object' }, async () => {
  const objectBy = '2099-05-26T10:00:00.000Z'
  onGet('reports', ownReports(aReport({ state: 'NO_BREACH', reason: 'NO_BREACH', objectBy })))
  const objections = onPost('reports/1/object', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Håller du inte med?' }))
  const words = await screen.findByRole('textbox', { name: 'Vad har vi missat?' })
  await waitFor(() => expect(document.activeElement).toBe(words))
  expect(screen.getByText(/Kan ingen annan det läser samma person igen, men först efter ett dygn\./)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Skicka invändningen' }))
  expect(await screen.findByText('Skriv vad vi har missat.')).toBeTruthy()
  await user.type(words, 'Läs igen.')
  await user.click(screen.getByRole('button', { name: 'Skicka invändningen' }))
  expect(await screen.findByText('Det går inte just nu.')).toBeTruthy()
  expect(words.textContent).toBe('Läs igen.')
  onPost('reports/1/object', respondEmpty)
  onGet('reports', ownReports(aReport({ state: 'NO_BREACH', reason: 'NO_BREACH', objected: true })))
  await user.click(screen.getByRole('button', { name: 'Skicka invändningen' }))
  expect(await screen.findByText('Teamet läser din invändning.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Håller du inte med?' })).toBeNull()
  expect(objections.map(({ body }) => body)).toEqual([{ words: 'Läs igen.' }])
})

test('a report shows the answer to its objection', { tags: 'reports.page-object' }, async () => {
  const objected = { state: 'NO_BREACH', reason: 'NO_BREACH', objected: true } as const
  onGet(
    'reports',
    ownReports(aReport({ ...objected, objectionOutcome: 'UPHELD', objectionAnswer: 'Vi ser inget nytt.' })),
  )
  open()
  expect(await screen.findByText('Vi ser inget nytt.')).toBeTruthy()
  expect(screen.getByText(/Beslutet står fast/)).toBeTruthy()
  expect(screen.queryByText('Teamet läser din invändning.')).toBeNull()
})

test('a report waiting on this device is listed; once it is rejected, it shows the reason and its words, and can be discarded', {
  tags: 'reports.page-offline',
}, async () => {
  setOnline(false)
  const { user } = open()
  act(() => {
    enqueueReport(
      JSON.stringify({ subject: { kind: 'AD', id: '3' }, category: 'SPAM', words: 'Samma annons varje dag.' }),
    )
  })
  const report = await findReport('En annons')
  expect(report.getByText('Skickas när du är online.')).toBeTruthy()
  expect(report.getByText('Samma annons varje dag.')).toBeTruthy()
  const filed = onPost('reports', respondWithError(404, 'NOT_FOUND', 'Finns inte.'))
  act(() => setOnline(true))
  expect(await report.findByText(/^Den går inte längre att anmäla/)).toBeTruthy()
  expect(screen.getByText('Samma annons varje dag.')).toBeTruthy()
  expect(filed).toHaveLength(1)
  expect(screen.getByText(/^En anmälan gick inte att skicka\. Den finns kvar/)).toBeTruthy()
  await user.click(report.getByRole('button', { name: /^Släng/ }))
  await waitFor(() => expect(screen.queryByText('Samma annons varje dag.')).toBeNull())
})

test('chats that have vanished are listed, and their last message can be reported', {
  tags: 'reports.page-past',
}, async () => {
  const contact: PastContact = { chatId: '7', userName: 'Vargen 77', goneAt: '2025-11-20T10:00:00.000Z' }
  onGet('reports/past-contacts', respondWith(z.array(PastContact), [contact]))
  const { user } = open()
  await user.click(await screen.findByRole('tab', { name: 'Chattar som har försvunnit' }))
  expect(screen.getByTestId('search').textContent).toBe('?tab=past')
  expect(await screen.findByText(/^Försvann 20 november/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Anmäl det sista meddelandet från Vargen 77' }))
  expect(useReportRequest.getState().request).toEqual({
    subject: { kind: 'CHAT_MESSAGE', id: 'LATEST', parentId: '7' },
    name: 'Vargen 77',
  })
})

test('the page is in English for members who chose English, and does not exist for the team', {
  tags: 'reports.page-team',
}, async () => {
  act(() => setLanguage('ENGLISH'))
  const { unmount } = open('/safety?tab=past')
  expect(await screen.findByText('No chats have vanished.')).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'My reports' })).toBeTruthy()
  unmount()
  startSession({ ...mira, memberLevel: 'ADMIN' })
  open()
  expect(await screen.findByText('Page not found.')).toBeTruthy()
})
