import { UPLOADS_AT_ONCE } from '@app/contract/limits'
import { afterEach, expect, test } from 'vitest'
import { createUploadSlots, type UploadSlot } from './upload-slots.ts'

const MB = 1_000_000
const SPACE = 240 * MB
const refusal = { code: 'UNAVAILABLE', retryAfter: expect.any(Number) }

const running: (() => Promise<void>)[] = []
afterEach(async () => void (await Promise.all(running.splice(0).map((finish) => finish()))))

/** An upload that holds its slot until the test ends. */
function begin({ hold }: ReturnType<typeof createUploadSlots>, memberId: string): UploadSlot {
  let slot: UploadSlot | undefined
  let finish = () => {}
  const held = hold(memberId, async (own) => {
    slot = own
    await new Promise<void>((resolve) => {
      finish = resolve
    })
  })
  running.push(() => {
    finish()
    return held
  })
  if (!slot) throw new Error('the upload has not begun')
  return slot
}

/** As many uploads as one member may have under way, with these bytes in all. */
function flood(slots: ReturnType<typeof createUploadSlots>, memberId: string, bytes: number): UploadSlot[] {
  const own = Array.from({ length: UPLOADS_AT_ONCE }, () => begin(slots, memberId))
  for (const slot of own) slot.add(bytes / UPLOADS_AT_ONCE)
  return own
}

test('accepts any number of uploads of which little has arrived', () => {
  const slots = createUploadSlots(SPACE)
  const slow = Array.from({ length: 100 }, (_, index) => flood(slots, `slow-${index}`, 1_000))
  const normal = begin(slots, 'ann')
  for (let sent = 0; sent < 15; sent += 1) normal.add(MB)
  expect(slow.flat().filter(({ signal }) => signal.aborted)).toEqual([])
})

test('aborts uploads of the members who occupy most of the space, as few as necessary', () => {
  const slots = createUploadSlots(SPACE)
  const floods = Array.from({ length: 8 }, (_, index) => flood(slots, `flood-${index}`, 30 * MB)).flat()
  const normal = begin(slots, 'ann')
  for (let sent = 0; sent < 15; sent += 1) normal.add(MB)
  expect(normal.signal.aborted).toBe(false)
  const aborted = floods.filter(({ signal }) => signal.aborted)
  expect(aborted).toHaveLength(1)
  expect(() => aborted[0]?.add(1)).toThrow(expect.objectContaining(refusal))
})

test('serves a normal upload whatever a few accounts send again and again', () => {
  const slots = createUploadSlots(SPACE)
  const normal = begin(slots, 'ann')
  for (let sent = 0; sent < 10; sent += 1) {
    normal.add(MB)
    for (let account = 0; account < 2; account += 1) flood(slots, `flood-${sent}-${account}`, 28 * MB)
  }
  expect(normal.signal.aborted).toBe(false)
})

test('aborts no upload that has arrived, and the new one where no other is left', () => {
  const slots = createUploadSlots(30 * MB)
  const arrived = flood(slots, 'bo', 28 * MB)
  for (const slot of arrived) slot.complete()
  const normal = begin(slots, 'ann')
  expect(() => normal.add(5 * MB)).toThrow(expect.objectContaining(refusal))
  expect(arrived.filter(({ signal }) => signal.aborted)).toEqual([])
})

test('frees the slot of an upload that fails', async () => {
  const { hold } = createUploadSlots()
  const fail = () => hold('ann', () => Promise.reject(new Error('broken off')))
  for (let count = 0; count < 5; count += 1) await expect(fail()).rejects.toThrow('broken off')
})

test('frees the space of an upload that has ended', async () => {
  const { hold } = createUploadSlots(MB)
  for (let count = 0; count < 5; count += 1) await hold('ann', async (slot) => slot.add(MB))
})
