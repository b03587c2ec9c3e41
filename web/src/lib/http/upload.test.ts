import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mira, onPost, respondEmpty } from '../../testing.tsx'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { type FakeUpload, stubUploads } from './fake-upload.ts'
import { getSession, startSession } from './session.ts'
import { upload } from './upload.ts'

setUpFreshDevice()
let uploads: FakeUpload[] = []
beforeEach(() => {
  uploads = stubUploads()
  startSession(mira)
  onPost('client-logs', respondEmpty)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const startUpload = (signal?: AbortSignal) => {
  const percents: number[] = []
  const uploading = upload('photos/store', new FormData(), { onPercent: (percent) => percents.push(percent), signal })
  return { uploading, percents, fakeUpload: uploads[0]! }
}

test('an upload sends the session, reports its progress and returns the response', async () => {
  const { uploading, percents, fakeUpload } = startUpload()
  fakeUpload.reportProgress(1, 3)
  fakeUpload.reportProgress(3, 3)
  fakeUpload.respond(202, { id: 'a' })
  expect(await uploading).toEqual({ id: 'a' })
  expect(percents).toEqual([33, 100])
  expect(fakeUpload.headers.Authorization).toBe(`Bearer ${mira.sessionId}`)
})

test("the error of a rejected upload has the server's message, and an expired session ends", async () => {
  const { uploading, fakeUpload } = startUpload()
  fakeUpload.respond(401, { code: 'PLEASE_LOGIN', message: 'Logga in' })
  await expect(uploading).rejects.toMatchObject({ code: 'PLEASE_LOGIN', message: 'Logga in' })
  expect(getSession()).toBeNull()
})

test.each([
  ['the server', { code: 'UNAVAILABLE', message: 'Snart igen.' }],
  ['a proxy', '<html>'],
])('an upload that %s rejects with `Retry-After` is repeated after that time', async (_, body) => {
  vi.useFakeTimers()
  const { uploading, fakeUpload } = startUpload()
  fakeUpload.respond(503, body, { 'retry-after': '2' })
  await vi.advanceTimersByTimeAsync(1_900)
  expect(uploads).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_200)
  expect(uploads).toHaveLength(2)
  uploads[1]!.respond(202, { id: 'a' })
  expect(await uploading).toEqual({ id: 'a' })
})

test('an upload that is canceled while it waits for a retry is not repeated', async () => {
  vi.useFakeTimers()
  const controller = new AbortController()
  const { uploading, fakeUpload } = startUpload(controller.signal)
  fakeUpload.respond(503, { code: 'UNAVAILABLE', message: 'Snart igen.' }, { 'retry-after': '2' })
  await vi.advanceTimersByTimeAsync(500)
  controller.abort()
  await expect(uploading).rejects.toMatchObject({ name: 'AbortError' })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(uploads).toHaveLength(1)
})

test('an upload that is canceled as the server rejects it does not wait for the retry', async () => {
  vi.useFakeTimers()
  const controller = new AbortController()
  const { uploading, fakeUpload } = startUpload(controller.signal)
  fakeUpload.respond(503, { code: 'UNAVAILABLE', message: 'Snart igen.' }, { 'retry-after': '2' })
  controller.abort()
  const onSettled = vi.fn()
  uploading.catch(onSettled)
  await vi.advanceTimersByTimeAsync(100)
  expect(onSettled).toHaveBeenCalledWith(expect.objectContaining({ name: 'AbortError' }))
})

test.each([
  [502, '<html>'],
  [200, 'not json'],
])('an upload fails if the response %i cannot be parsed', async (status, body) => {
  const { uploading, fakeUpload } = startUpload()
  fakeUpload.respond(status, body)
  await expect(uploading).rejects.toMatchObject({ code: 'BAD_ANSWER' })
})

test('an upload fails without a network, and when it makes no progress', async () => {
  const { uploading, fakeUpload } = startUpload()
  fakeUpload.failNetwork()
  await expect(uploading).rejects.toMatchObject({ code: 'NETWORK' })
  vi.useFakeTimers()
  const stalled = upload('photos/store', new FormData(), { onPercent: () => undefined })
  const failure = expect(stalled).rejects.toMatchObject({ code: 'TIMEOUT' })
  await vi.advanceTimersByTimeAsync(29_000)
  uploads[1]!.reportProgress(1, 2)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(uploads[1]!.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(uploads[1]!.aborted).toBe(true)
  await failure
})

test('an upload is aborted immediately when canceled, and not started if it was canceled before', async () => {
  const controller = new AbortController()
  const { uploading, fakeUpload } = startUpload(controller.signal)
  controller.abort()
  await expect(uploading).rejects.toMatchObject({ name: 'AbortError' })
  expect(fakeUpload.aborted).toBe(true)
  await expect(
    upload('photos/store', new FormData(), { onPercent: () => undefined, signal: controller.signal }),
  ).rejects.toMatchObject({ name: 'AbortError' })
  expect(uploads).toHaveLength(1)
})
