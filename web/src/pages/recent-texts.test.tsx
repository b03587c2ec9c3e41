import type { Session } from '@app/contract/members/members'
import { Decided } from '@app/contract/safety/decisions'
import { act, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startSession } from '../lib/http/session.ts'
import { serveCase, serveQueue } from '../moderation/fake-cases.ts'
import { mira, onPost, renderInApp, respondWith, WithHeader } from '../testing.tsx'
import { createDeferred } from '../testing-deferred.ts'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { ModerationPage } from './ModerationPage.tsx'

setUpFreshDevice()
beforeAll(() => import('../ui/overlays/DialogBody.tsx'), 60_000)

const aSession = (userName: string, sessionId: string): Session => ({
  ...mira,
  ...{ userName, sessionId, memberLevel: 'ADMIN', duties: ['MODERATE'], passkey: true },
})

beforeEach(() => {
  startSession(aSession('Vera', '1'))
  serveCase()
})

/** Opens a case as the admin who is logged in, and the dialog that dismisses it. */
async function openDismissal() {
  const { user, unmount } = renderInApp(
    <WithHeader>
      <ModerationPage />
    </WithHeader>,
    '/moderation?case=1042',
  )
  await user.click(await screen.findByRole('button', { name: 'Avskriv' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Avskriv ärendet' }))
  const dismiss = async (text: string) => {
    await user.type(dialog.getByRole('textbox', { name: 'Varför' }), text)
    await user.click(dialog.getByRole('button', { name: 'Avskriv' }))
  }
  return { dialog, dismiss, unmount }
}

test('an admin is offered the texts of their own dismissals, not those of the admin who was logged in before', async () => {
  const response = createDeferred()
  const decided = respondWith(Decided, { caseId: '1042', decisionId: '5', version: 4, secondLook: false })
  onPost('moderation/cases/1042/decide', () => response.promise.then(decided))
  serveQueue([])
  const first = await openDismissal()
  await first.dismiss('Inget hot.')
  act(() => startSession(aSession('Karin', '2')))
  response.resolve()
  first.unmount()

  const second = await openDismissal()
  expect(second.dialog.queryByRole('button', { name: 'Inget hot.' })).toBeNull()
  await second.dismiss('Bara en tvist.')
  await screen.findByText('Ärendet är avskrivet.')
  second.unmount()

  const third = await openDismissal()
  expect(third.dialog.getByRole('button', { name: 'Bara en tvist.' })).toBeTruthy()
})
