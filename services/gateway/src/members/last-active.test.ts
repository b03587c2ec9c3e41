import { expect, test } from 'vitest'
import { getVisibleLastActive } from './last-active.ts'

const now = new Date('2026-03-20T12:00:00.000Z')
const activity = { lastActiveAt: '2026-03-20T11:44:59.999Z', presenceOff: false, lastActiveThen: null }

test('shows the last activity in steps of 15 minutes', () => {
  expect(getVisibleLastActive(activity, now)).toBe('2026-03-20T11:30:00.000Z')
})

test('shows a member who hides presence like one who has long been inactive', () => {
  expect(getVisibleLastActive({ ...activity, presenceOff: true }, now)).toBeNull()
  expect(getVisibleLastActive({ ...activity, lastActiveAt: '2026-02-18T11:59:59.999Z' }, now)).toBeNull()
  expect(getVisibleLastActive({ ...activity, lastActiveAt: '2026-02-18T12:00:00.000Z' }, now)).not.toBeNull()
})

test('hides activity from an ignored member since the member began to ignore them', () => {
  const lastActiveThen = '2026-03-19T09:10:00.000Z'
  expect(getVisibleLastActive({ ...activity, lastActiveThen }, now)).toBe('2026-03-19T09:00:00.000Z')
  expect(getVisibleLastActive({ ...activity, lastActiveThen: '2026-01-01T00:00:00.000Z' }, now)).toBeNull()
})
