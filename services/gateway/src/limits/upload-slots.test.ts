import { CONCURRENT_UPLOADS_MAX } from '@app/contract/limits'
import { afterEach, expect, test } from 'vitest'
import { createUploadSlots, type UploadSlot } from './upload-slots.ts'

const MB = 1_000_000
const SPACE_BYTES = 240 * MB
const SECOND_MS = 1_000
const rejection = { code: 'UNAVAILABLE', retryAfter: expect.any(Number) }

let nowMs = 0
const createSlots = (bytesMax = SPACE_BYTES) => createUploadSlots(bytesMax, () => nowMs)

const runningUploads: (() => Promise<void>)[] = []
afterEach(async () => void (await Promise.all(runningUploads.splice(0).map((finishUpload) => finishUpload()))))

/** Begins an upload that occupies its slot until the test ends. */
function beginUpload({ withSlot }: ReturnType<typeof createUploadSlots>, memberId: string): UploadSlot {
  let slot: UploadSlot | undefined
  let finishUpload = () => {}
  const upload = withSlot(memberId, async (ownSlot) => {
    slot = ownSlot
    await new Promise<void>((resolve) => {
      finishUpload = resolve
    })
  })
  runningUploads.push(() => {
    finishUpload()
    return upload
  })
  if (!slot) throw new Error('the upload got no slot')
  return slot
}

/** Begins as many uploads as one member may have in progress, with these bytes in total. */
function beginUploads(slots: ReturnType<typeof createUploadSlots>, memberId: string, bytes: number): UploadSlot[] {
  const uploads = Array.from({ length: CONCURRENT_UPLOADS_MAX }, () => beginUpload(slots, memberId))
  for (const upload of uploads) upload.add(bytes / CONCURRENT_UPLOADS_MAX)
  return uploads
}

test('accepts any number of slow uploads, and a normal one alongside them', () => {
  const slots = createSlots()
  const slowUploads = Array.from({ length: 100 }, (_, index) => beginUploads(slots, `slow-${index}`, 1_000))
  const normalUpload = beginUpload(slots, 'ann')
  for (let megabytes = 0; megabytes < 15; megabytes += 1) normalUpload.add(MB)
  expect(slowUploads.flat().filter(({ signal }) => signal.aborted)).toEqual([])
})

test('aborts as few uploads as necessary, of the members who occupy the most space', () => {
  const slots = createSlots()
  const uploads = Array.from({ length: 8 }, (_, index) => beginUploads(slots, `flood-${index}`, 30 * MB)).flat()
  const normalUpload = beginUpload(slots, 'ann')
  for (let megabytes = 0; megabytes < 15; megabytes += 1) normalUpload.add(MB)
  expect(normalUpload.signal.aborted).toBe(false)
  const abortedUploads = uploads.filter(({ signal }) => signal.aborted)
  expect(abortedUploads).toHaveLength(1)
  expect(() => abortedUploads[0]?.add(1)).toThrow(expect.objectContaining(rejection))
})

test('accepts a normal upload alongside many large uploads of a few accounts', () => {
  const slots = createSlots()
  const normalUpload = beginUpload(slots, 'ann')
  for (let megabytes = 0; megabytes < 10; megabytes += 1) {
    normalUpload.add(MB)
    for (let account = 0; account < 2; account += 1) beginUploads(slots, `flood-${megabytes}-${account}`, 28 * MB)
  }
  expect(normalUpload.signal.aborted).toBe(false)
})

test('accepts a fresh upload of the largest size alongside slow uploads that fill the space', () => {
  const slots = createSlots()
  const slowUploads = Array.from({ length: 20 }, (_, index) => beginUploads(slots, `slow-${index}`, 12 * MB)).flat()
  nowMs += 10 * SECOND_MS
  const freshUpload = beginUpload(slots, 'ann')
  for (let megabytes = 0; megabytes < 15; megabytes += 1) {
    freshUpload.add(MB)
    nowMs += 100
  }
  expect(freshUpload.signal.aborted).toBe(false)
  expect(slowUploads.filter(({ signal }) => signal.aborted)).toHaveLength(3)
})

test('aborts no small slow upload when large fresh ones of a few accounts fill the space', () => {
  const slots = createSlots()
  const slowUpload = beginUpload(slots, 'ann')
  for (let seconds = 0; seconds < 20; seconds += 1) {
    slowUpload.add(0.15 * MB)
    nowMs += SECOND_MS
  }
  const freshUploads = Array.from({ length: 20 }, (_, index) => beginUploads(slots, `flood-${index}`, 14 * MB)).flat()
  expect(slowUpload.signal.aborted).toBe(false)
  expect(freshUploads.filter(({ signal }) => signal.aborted).length).toBeGreaterThan(0)
})

test('never aborts a complete upload, and rejects a new one if complete ones fill the space', () => {
  const slots = createSlots(30 * MB)
  const completeUploads = beginUploads(slots, 'bo', 28 * MB)
  for (const upload of completeUploads) upload.complete()
  const normalUpload = beginUpload(slots, 'ann')
  expect(() => normalUpload.add(5 * MB)).toThrow(expect.objectContaining(rejection))
  expect(completeUploads.filter(({ signal }) => signal.aborted)).toEqual([])
})

test('frees the slot of an upload that fails', async () => {
  const { withSlot } = createSlots()
  const fail = () => withSlot('ann', () => Promise.reject(new Error('aborted')))
  for (let count = 0; count < 5; count += 1) await expect(fail()).rejects.toThrow('aborted')
})

test('frees the space of a finished upload', async () => {
  const { withSlot } = createSlots(MB)
  for (let count = 0; count < 5; count += 1) await withSlot('ann', async (slot) => slot.add(MB))
})
