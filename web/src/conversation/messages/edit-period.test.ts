import { EDIT_PERIOD_MS } from '@app/contract/limits'
import { expect, test } from 'vitest'
import { minutesToEdit } from './edit-period.ts'

const now = Date.parse('2026-11-20T12:00:00.000Z')
const sent = (ageMs: number, changes = {}) => ({
  mine: true,
  message: 'hej' as string | null,
  deleted: false,
  sendTime: new Date(now - ageMs).toISOString(),
  ...changes,
})

test.each([
  ['a new message', 15, sent(0)],
  ['a message sent after the last tick of the clock', 15, sent(-40_000)],
  ['a message four and a half minutes old', 11, sent(4.5 * 60_000)],
  ['a message in its last second', 1, sent(EDIT_PERIOD_MS - 1_000)],
  ['a message that is too old', 0, sent(EDIT_PERIOD_MS)],
  ["another member's message", 0, sent(0, { mine: false })],
  ['a deleted message', 0, sent(0, { deleted: true })],
  ['a photo without text', 0, sent(0, { message: null })],
])('%s can be edited for %i minutes', (_, minutes, message) => {
  expect(minutesToEdit(message, now)).toBe(minutes)
})
