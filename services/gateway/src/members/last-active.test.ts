import { expect, test } from 'vitest'
import { getVisibleLastActive } from './last-active.ts'

const now = new Date('2026-03-20T12:00:00.000Z')
const activity = { lastActiveAt: '2026-03-20T11:44:59.999Z', presenceOff: false, lastActiveThen: null }

test('shows the last activity in steps of 15 minutes', () => {
  expect(getVisibleLastActive(activity, now)).toBe('2026-03-20T11:30:00.000Z')
})

test('shows no activity of a member who hides presence, or has been inactive for more than 30 days', () => {
  expect(getVisibleLastActive({ ...activity, presenceOff: true }, now)).toBeNull()
  expect(getVisibleLastActive({ ...activity, lastActiveAt: '2026-02-18T11:59:59.999Z' }, now)).toBeNull()
  expect(getVisibleLastActive({ ...activity, lastActiveAt: '2026-02-18T12:00:00.000Z' }, now)).not.toBeNull()
})

test('shows a viewer no activity after the member began to ignore the viewer', () => {
  const lastActiveThen = '2026-03-19T09:10:00.000Z'
  expect(getVisibleLastActive({ ...activity, lastActiveThen }, now)).toBe('2026-03-19T09:00:00.000Z')
  expect(getVisibleLastActive({ ...activity, lastActiveThen: '2026-01-01T00:00:00.000Z' }, now)).toBeNull()
})
