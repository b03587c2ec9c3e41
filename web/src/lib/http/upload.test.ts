import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answersNothing, mira, onPost } from '../../testing.tsx'
import { freshDevice } from '../../testing-hooks.ts'
import { type FakeUpload, stubUploads } from './fake-upload.ts'
import { getSession, startSession } from './session.ts'
import { upload } from './upload.ts'

freshDevice()
let uploads: FakeUpload[] = []
beforeEach(() => {
  uploads = stubUploads()
  startSession(mira)
  onPost('client-logs', answersNothing)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const begin = (signal?: AbortSignal) => {
  const percents: number[] = []
  const done = upload('photos/store', new FormData(), { onPercent: (percent) => percents.push(percent), signal })
  return { done, percents, sent: uploads[0]! }
}

test('an upload sends the session, reports its progress and returns the response', async () => {
  const { done, percents, sent } = begin()
  sent.progress(1, 3)
  sent.progress(3, 3)
  sent.answer(202, { id: 'a' })
  expect(await done).toEqual({ id: 'a' })
  expect(percents).toEqual([33, 100])
  expect(sent.headers.Authorization).toBe(`Bearer ${mira.sessionId}`)
})

test("a refused upload has the server's message, and an expired session ends", async () => {
  const { done, sent } = begin()
  sent.answer(401, { code: 'PLEASE_LOGIN', message: 'Logga in' })
  await expect(done).rejects.toMatchObject({ code: 'PLEASE_LOGIN', message: 'Logga in' })
  expect(getSession()).toBeNull()
})

test.each([
  [502, '<html>'],
  [200, 'not json'],
])('a response %i that cannot be parsed is an error', async (status, body) => {
  const { done, sent } = begin()
  sent.answer(status, body)
  await expect(done).rejects.toMatchObject({ code: 'BAD_ANSWER' })
})

test('an upload fails without a network, and when it makes no progress', async () => {
  const { done, sent } = begin()
  sent.breakOff()
  await expect(done).rejects.toMatchObject({ code: 'NETWORK' })
  vi.useFakeTimers()
  const still = upload('photos/store', new FormData(), { onPercent: () => undefined })
  const failure = expect(still).rejects.toMatchObject({ code: 'TIMEOUT' })
  await vi.advanceTimersByTimeAsync(29_000)
  uploads[1]!.progress(1, 2)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(uploads[1]!.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(uploads[1]!.aborted).toBe(true)
  await failure
})

test('an upload is aborted at once when canceled, and not started if it was canceled before', async () => {
  const controller = new AbortController()
  const { done, sent } = begin(controller.signal)
  controller.abort()
  await expect(done).rejects.toMatchObject({ name: 'AbortError' })
  expect(sent.aborted).toBe(true)
  await expect(
    upload('photos/store', new FormData(), { onPercent: () => undefined, signal: controller.signal }),
  ).rejects.toMatchObject({ name: 'AbortError' })
  expect(uploads).toHaveLength(1)
})
