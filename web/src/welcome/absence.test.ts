import { renderHook, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { startSession } from '../lib/http/session.ts'
import { mira, onPost, respondWithError } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { useAbsenceCard } from './absence.ts'
import { serveAbsence, waitForAbsence } from './fake-welcome.ts'
import { rememberDeviceUse } from './start/request-absence.ts'

setUpFreshDevice()
// The card is shown at once only if its code arrives before the rows.
beforeAll(() => import('./start/AbsenceCard.tsx'), 60_000)

const nora = { ...mira, sessionId: 'nora.session.token', userName: 'Nora' }
const absence = { since: '2025-11-20T08:00:00.000Z', visits: 3, kisses: 1, invites: 0, newMembers: 0 }

test("a member's absence is requested even if another member has just used the device", async () => {
  startSession(mira)
  rememberDeviceUse()
  startSession(nora)
  const requests = serveAbsence(absence)
  renderHook(() => useAbsenceCard(true))
  await waitFor(() => expect(requests).toHaveLength(1))
})

test('an absence is shown although another member has closed one that began at the same time', async () => {
  waitForAbsence()
  startSession(mira)
  serveAbsence(absence)
  onPost('absence/close', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  const { result, unmount } = renderHook(() => useAbsenceCard(true))
  await waitFor(() => expect(result.current.card).not.toBeNull())
  result.current.close()
  unmount()
  startSession(nora)
  const next = renderHook(() => useAbsenceCard(true))
  await waitFor(() => expect(next.result.current.card).not.toBeNull())
})
