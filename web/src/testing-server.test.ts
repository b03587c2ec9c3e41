import { expect, onTestFinished, test, vi } from 'vitest'
import { get } from './lib/http/http.ts'
import * as retryDelay from './lib/http/retry-delay.ts'
import { getSession, startSession } from './lib/http/session.ts'
import { mira, onGet, respondWithError, respondWithText } from './testing.tsx'
import { setUpFreshDevice } from './testing-hooks.ts'
import { endRequests } from './testing-server.ts'

setUpFreshDevice()

test('a retry of a request of an ended test neither reaches the next test nor ends its session', async () => {
  const delay = vi.spyOn(retryDelay, 'computeRetryDelayMs').mockReturnValue(200)
  const fetch = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => {
    delay.mockRestore()
    fetch.mockRestore()
  })
  startSession(mira)
  const requests = onGet('chats', respondWithError(500, 'UNKNOWN', 'Okänt fel.'))
  void get('chats').catch(() => undefined)
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  await endRequests()
  startSession(mira)
  const nextRequests = onGet('chats', respondWithText('next'))
  await vi.waitFor(() => expect(fetch.mock.calls.length).toBeGreaterThan(1))
  expect(await get('chats')).toBe('next')
  expect(nextRequests).toHaveLength(1)
  expect(getSession()).toEqual(mira)
})
