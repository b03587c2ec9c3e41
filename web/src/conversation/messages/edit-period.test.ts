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
  ['a new message', sent(0), 15],
  ['a message four and a half minutes old', sent(4.5 * 60_000), 11],
  ['a message in its last second', sent(EDIT_PERIOD_MS - 1_000), 1],
  ['a message that is too old', sent(EDIT_PERIOD_MS), 0],
  ["another member's message", sent(0, { mine: false }), 0],
  ['a deleted message', sent(0, { deleted: true }), 0],
  ['a photo without text', sent(0, { message: null }), 0],
])('for %s, the right number of minutes is left', (_, message, minutes) => {
  expect(minutesToEdit(message, now)).toBe(minutes)
})
