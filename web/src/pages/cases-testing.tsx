import type { Session } from '@app/contract/members/members'
import type { Decided } from '@app/contract/safety/decisions'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { startSession } from '../lib/http/session.ts'
import { aRow, serveQueue } from '../moderation/fake-cases.ts'
import { mira, renderInApp, WithHeader } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { ModerationPage } from './ModerationPage.tsx'

const session: Session = { ...mira, userName: 'Vera', memberLevel: 'ADMIN', duties: ['MODERATE'], passkey: true }
export const decided: Decided = { caseId: '1042', decisionId: '5', version: 4, secondLook: false }

export const simulatePhone = () =>
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))

export const open = (url = '/moderation') =>
  renderInApp(
    <WithHeader>
      <ModerationPage />
    </WithHeader>,
    url,
  )

export const openCase = () => open('/moderation?case=1042')

/** Sets up each test with a logged-in moderator and a queue with one case. */
export function setUpCases(): void {
  setUpFreshDevice()
  beforeAll(async () => {
    await import('../ui/overlays/DialogBody.tsx')
  }, 60_000)
  beforeEach(() => {
    startSession(session)
    serveQueue([aRow()])
    URL.createObjectURL = () => 'blob:picture'
    URL.revokeObjectURL = () => undefined
  })
  afterEach(() => vi.unstubAllGlobals())
}
