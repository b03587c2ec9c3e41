import { PHOTO_BYTES_MAX, UPLOADS_BYTES_MAX } from '@app/contract/limits'
import { expect, test } from 'vitest'
import { createUploadSlots } from './upload-slots.ts'

test('refuses an upload that may not fit the temporary space beside those under way', async () => {
  const { hold } = createUploadSlots()
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const fitting = Math.floor(UPLOADS_BYTES_MAX / PHOTO_BYTES_MAX)
  const running = Array.from({ length: fitting }, (_, index) => hold(String(index), PHOTO_BYTES_MAX, () => finished))
  const next = () => hold('next', PHOTO_BYTES_MAX, async () => 'stored')
  await expect(next()).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: expect.any(Number) })
  finish()
  await Promise.all(running)
  expect(await next()).toBe('stored')
})

test('frees the slot of an upload that fails', async () => {
  const { hold } = createUploadSlots()
  const fail = () => hold('ann', 1, () => Promise.reject(new Error('broken off')))
  for (let count = 0; count < 5; count += 1) await expect(fail()).rejects.toThrow('broken off')
})
