import { act, screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { showErrorToast, useToasts } from '../lib/feedback/toasts.ts'
import { post } from '../lib/http/http.ts'
import { endSession, startSession } from '../lib/http/session.ts'
import { mira, onPost, renderInApp, respondEmpty } from '../testing.tsx'
import { createDeferred } from '../testing-deferred.ts'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { useRestrictionToast } from './use-restriction-toast.ts'

setUpFreshDevice()

beforeEach(() => {
  onPost('client-logs', respondEmpty)
  startSession(mira)
})

function Restricted() {
  useRestrictionToast()
  return null
}

const respondWithMeasure = (code: string, days: number) => () =>
  HttpResponse.json({ code, message: '' }, { status: 403, headers: { 'retry-after': String(days * 86_400) } })

test('a request rejected by a restriction shows a single toast, with its end and a link to the decisions', {
  tags: 'decisions.page-restricted',
}, async () => {
  renderInApp(<Restricted />)
  onPost('ads', respondWithMeasure('RESTRICTED', 7))
  const day = new Intl.DateTimeFormat('sv', { day: 'numeric', month: 'long', year: 'numeric' }).format(
    Date.now() + 7 * 86_400_000,
  )
  const error = await post('ads', {}).catch((thrown: unknown) => thrown)
  showErrorToast(error)
  expect(useToasts.getState().queue.map(({ text, action }) => [text, action?.label])).toEqual([
    [`Ett beslut begränsar ditt konto till ${day}, så det här går inte just nu.`, 'Läs beslutet'],
  ])
  act(() => useToasts.getState().queue[0]?.action?.run())
  expect(screen.getByTestId('path').textContent).toBe('/safety')
})

test('a restriction that is reported after a logout is not shown to the next member on the device', async () => {
  renderInApp(<Restricted />)
  const response = createDeferred()
  const requests = onPost('ads', () => response.promise.then(respondWithMeasure('RESTRICTED', 7)))
  const sent = post('ads', {}).catch(() => undefined)
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  act(() => {
    endSession('loggedOut')
    startSession({ ...mira, userName: 'Saga', sessionId: 'saga.session.token' })
  })
  response.resolve()
  await sent
  expect(useToasts.getState().queue).toEqual([])
})

test.each([
  [30, /^Ditt konto är avstängt till .*Länken i mejlet/],
  [36_500, /^Ditt konto är avstängt\. .*Länken i mejlet/],
])(
  'a suspension of %i days refers to the emailed link, and shows its end unless it is a hundred years away',
  {
    tags: 'decisions.page-suspended',
  },
  async (days, text) => {
    onPost('members/login', respondWithMeasure('SUSPENDED', days))
    await expect(post('members/login', {})).rejects.toMatchObject({
      code: 'SUSPENDED',
      message: expect.stringMatching(text),
    })
  },
)
