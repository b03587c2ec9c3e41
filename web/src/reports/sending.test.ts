import { OwnReports, Report } from '@app/contract/safety/reports'
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useToasts } from '../lib/feedback/toasts.ts'
import { startSession } from '../lib/http/session.ts'
import { mira, onGet, onPost, respondWith } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { aReport } from './fake-reports.ts'
import { sendReport } from './sending.ts'
import { loadReports, useReports } from './store.ts'

setUpFreshDevice()

test('a report whose response arrives after a logout is not shown to the next member on the device', async () => {
  let respond = (): void => undefined
  const responded = new Promise<void>((resolve) => (respond = resolve))
  const requests = onPost('reports', () => responded.then(respondWith(Report, aReport(), 201)))
  startSession(mira)
  const message = { clientId: '00000000-0000-4000-8000-000000000001', message: '' }
  const sending = sendReport(message, JSON.stringify({ subject: { kind: 'AD', id: '3' }, category: 'SPAM' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  startSession({ ...mira, sessionId: 'second.session.token', userName: 'Nora' })
  onGet('reports', respondWith(OwnReports, { reports: [], deferred: false }))
  await loadReports()
  respond()
  await sending
  expect(useReports.getState().own.data?.reports).toEqual([])
  expect(useToasts.getState().queue).toEqual([])
})
