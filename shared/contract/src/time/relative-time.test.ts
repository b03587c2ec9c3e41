import { expect, onTestFinished, test, vi } from 'vitest'
import { formatRelativeTime } from './relative-time.ts'

const NOW = new Date(2026, 10, 20, 15, 30, 0)
const MINUTE_MS = 60_000
const timeAgo = (ms: number): string => new Date(NOW.getTime() - ms).toISOString()
const localTime = (...date: [number, number, number, number, number]): string => new Date(...date).toISOString()

test.each([
  [timeAgo(-5 * MINUTE_MS), 'nu', 'now'],
  [timeAgo(59_999), 'nu', 'now'],
  [timeAgo(MINUTE_MS), '1 min', '1 min'],
  [timeAgo(9 * MINUTE_MS + 59_000), '9 min', '9 min'],
  [timeAgo(10 * MINUTE_MS), '10 min', '10 min'],
  [timeAgo(29 * MINUTE_MS), '20 min', '20 min'],
  [timeAgo(59 * MINUTE_MS), '50 min', '50 min'],
  [timeAgo(60 * MINUTE_MS), '1 tim', '1 h'],
  [timeAgo(15 * 60 * MINUTE_MS), '15 tim', '15 h'],
  [timeAgo(16 * 60 * MINUTE_MS), 'i går', 'yesterday'],
  [localTime(2026, 10, 18, 23, 59), '2 dagar', '2 days'],
  [localTime(2026, 10, 14, 0, 0), '6 dagar', '6 days'],
  [localTime(2026, 10, 13, 23, 59), '13 nov', '13 Nov'],
  [localTime(2026, 4, 8, 12, 0), '8 maj', '8 May'],
  [localTime(2024, 10, 8, 12, 0), '8 nov 2024', '8 Nov 2024'],
])('formats %s as %s and %s', { tags: 'contract.relative-time' }, (instant, swedish, english) => {
  expect(formatRelativeTime(instant, NOW, 'SWEDISH')).toBe(swedish)
  expect(formatRelativeTime(instant, NOW, 'ENGLISH')).toBe(english)
})

test.each([
  ['forward', '2027-03-28T10:00:00.000Z', '2027-03-29T07:00:00.000Z', 'i går'],
  ['back', '2026-10-24T22:30:00.000Z', '2026-10-25T22:45:00.000Z', '24 tim'],
])('counts calendar days when the clocks in Stockholm go %s', (_, instant, now, text) => {
  vi.stubEnv('TZ', 'Europe/Stockholm')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(new Date(instant).getHours()).not.toBe(new Date(instant).getUTCHours())
  expect(formatRelativeTime(instant, new Date(now), 'SWEDISH')).toBe(text)
})
