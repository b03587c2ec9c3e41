import { CaseRow } from '@app/contract/safety/cases'
import { PasskeyEntry } from '@app/contract/safety/passkeys'
import { act, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startSession } from '../../lib/http/session.ts'
import { closeReport, requestReport, useReportRequest } from '../../lib/reporting/request-report.ts'
import { aRowHeldByMe } from '../../moderation/fake-cases.ts'
import { mira, onGet, onPost, renderInApp, respondEmpty, respondWith, respondWithError } from '../../testing.tsx'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { ReportOutlet } from './ReportOutlet.tsx'

setUpFreshDevice()

const session = { ...mira, memberLevel: 'ADMIN', duties: ['MODERATE'], passkey: true } as const
const subject = { kind: 'AD', id: '7' } as const

beforeAll(async () => {
  await Promise.all([import('./OpenCaseOutlet.tsx'), import('../../ui/overlays/DialogBody.tsx')])
}, 60_000)

beforeEach(() => {
  startSession({ ...session, duties: [...session.duties] })
  closeReport()
})

async function open() {
  const { user } = renderInApp(<ReportOutlet />, '/ads?id=7')
  act(() => requestReport({ subject, name: 'Siv och Tor' }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Öppna ett ärende' })) }
}

test('choosing a category opens a case, and its page', {
  tags: 'moderation.open-from-menu',
}, async () => {
  const requests = onPost('moderation/cases', respondWith(CaseRow, aRowHeldByMe({ id: '1077' })))
  const { user, dialog } = await open()
  await user.click(dialog.getByRole('radio', { name: 'Hot eller våld' }))
  await expect.poll(() => screen.getByTestId('search').textContent).toBe('?case=1077')
  expect(requests.map(({ body }) => body)).toEqual([
    { subject, category: 'THREAT', source: 'OWN', clientId: expect.any(String) },
  ])
  expect(useReportRequest.getState().request).toBeNull()
})

test.each([
  ['NOT_FOUND', 404, 'Innehållet finns inte längre, eller så rör det någon du känner.'],
  ['CLAIMED', 409, 'Någon annan i Teamet har ärendet just nu.'],
] as const)(
  'the dialog stays open and shows the reason if the server rejects the case with %s',
  async (code, status, text) => {
    onPost('moderation/cases', respondWithError(status, code, 'Någon annan i Teamet har ärendet just nu.'))
    const { user, dialog } = await open()
    await user.click(dialog.getByRole('radio', { name: 'Hot eller våld' }))
    expect(await dialog.findByText(text)).toBeTruthy()
    expect(dialog.getByRole('radio', { name: 'Hot eller våld' })).toBeTruthy()
  },
)

test('a second attempt after a failure has the same id, so that it opens the case once', {
  tags: 'moderation.open-from-menu',
}, async () => {
  const failed = onPost('moderation/cases', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  const { user, dialog } = await open()
  await user.click(dialog.getByRole('radio', { name: 'Hot eller våld' }))
  expect(await dialog.findByText('Det går inte just nu.')).toBeTruthy()
  const requests = onPost('moderation/cases', respondWith(CaseRow, aRowHeldByMe({ id: '1077' })))
  await user.click(dialog.getByRole('radio', { name: 'Hot eller våld' }))
  await expect.poll(() => screen.getByTestId('search').textContent).toBe('?case=1077')
  expect(requests.map(({ body }) => body)).toEqual(failed.map(({ body }) => body))
})

test('in a session that began without a passkey, a link opens the login with one', {
  tags: 'moderation.page-passkey',
}, async () => {
  const passkey = { id: '1', name: 'Mobilen', createdAt: '2026-11-01T10:00:00.000Z', usedAt: null, current: false }
  onGet('passkeys', respondWith(z.array(PasskeyEntry), [passkey]))
  startSession({ ...session, duties: [...session.duties], passkey: false })
  const { dialog } = await open()
  const login = await dialog.findByRole('link', { name: 'Logga in med passkey' })
  expect(login.getAttribute('href')).toBe('/passkey')
  expect(dialog.queryByRole('radio')).toBeNull()
})

test('a link leads an admin without a passkey to the settings', async () => {
  onGet('passkeys', respondWith(z.array(PasskeyEntry), []))
  onPost('moderation/cases', respondWithError(401, 'PASSKEY_REQUIRED', 'Logga in med en passkey.'))
  const { user, dialog } = await open()
  await user.click(dialog.getByRole('radio', { name: 'Hot eller våld' }))
  const link = await dialog.findByRole('link', { name: 'Lägg till en passkey' })
  expect(link.getAttribute('href')).toBe('/myprofile?tab=settings&section=login')
})

test('a case that an authority ordered is sent with that source and its reference', {
  tags: 'moderation.open-for-authority',
}, async () => {
  const requests = onPost('moderation/cases', respondWith(CaseRow, aRowHeldByMe({ id: '1078', source: 'AUTHORITY' })))
  const { user, dialog } = await open()
  await user.click(dialog.getByRole('radio', { name: 'En myndighet' }))
  await user.type(dialog.getByLabelText('Myndighetens beteckning'), ' K 123-26 ')
  await user.click(dialog.getByRole('radio', { name: 'Hot eller våld' }))
  await expect.poll(() => screen.getByTestId('search').textContent).toBe('?case=1078')
  expect(requests.map(({ body }) => body)).toEqual([
    { subject, category: 'THREAT', source: 'AUTHORITY', reference: 'K 123-26', clientId: expect.any(String) },
  ])
})

test('the content is attached to a notice by the number of its case', { tags: 'moderation.attach' }, async () => {
  onPost('moderation/cases/42/claim', respondWith(CaseRow, aRowHeldByMe({ id: '42', kind: 'NOTICE', version: 5 })))
  const requests = onPost('moderation/cases/42/find', respondWith(CaseRow, aRowHeldByMe({ id: '42', kind: 'AD' })))
  const { user, dialog } = await open()
  await user.click(dialog.getByRole('radio', { name: 'Anmält utifrån' }))
  expect(dialog.queryByRole('radio', { name: 'Hot eller våld' })).toBeNull()
  await user.type(dialog.getByLabelText('Anmälans ärendenummer'), 'x')
  await user.click(dialog.getByRole('button', { name: 'Koppla till ärendet' }))
  expect(await dialog.findByText('Skriv numret på ett ärende.')).toBeTruthy()
  await user.clear(dialog.getByLabelText('Anmälans ärendenummer'))
  await user.type(dialog.getByLabelText('Anmälans ärendenummer'), '42{Enter}')
  await expect.poll(() => screen.getByTestId('search').textContent).toBe('?case=42')
  expect(requests.map(({ body }) => body)).toEqual([{ version: 5, subject }])
})

test('the case of a notice is released again if the content cannot be attached to it', {
  tags: 'moderation.attach',
}, async () => {
  onPost('moderation/cases/42/claim', respondWith(CaseRow, aRowHeldByMe({ id: '42', kind: 'NOTICE', version: 5 })))
  onPost('moderation/cases/42/find', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  const releases = onPost('moderation/cases/42/release', respondEmpty)
  const { user, dialog } = await open()
  await user.click(dialog.getByRole('radio', { name: 'Anmält utifrån' }))
  await user.type(dialog.getByLabelText('Anmälans ärendenummer'), '42{Enter}')
  expect(await dialog.findByText('Det går inte just nu.')).toBeTruthy()
  expect(releases).toHaveLength(1)
})

test('a case that is not about a notice is released again, and the reason is shown', {
  tags: 'moderation.attach',
}, async () => {
  onPost('moderation/cases/43/claim', respondWith(CaseRow, aRowHeldByMe({ id: '43', kind: 'EVENT' })))
  const releases = onPost('moderation/cases/43/release', respondEmpty)
  const { user, dialog } = await open()
  await user.click(dialog.getByRole('radio', { name: 'Anmält utifrån' }))
  await user.type(dialog.getByLabelText('Anmälans ärendenummer'), '43{Enter}')
  expect(await dialog.findByText(/^Ärendet är ingen anmälan utifrån/)).toBeTruthy()
  expect(releases).toHaveLength(1)
})
