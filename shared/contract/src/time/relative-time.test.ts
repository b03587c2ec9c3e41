import { expect, test } from 'vitest'
import { formatRelativeTime } from './relative-time.ts'

const NOW = new Date(2026, 10, 20, 15, 30, 0)
const MINUTE = 60_000
const ago = (ms: number): string => new Date(NOW.getTime() - ms).toISOString()
const at = (...date: [number, number, number, number, number]): string => new Date(...date).toISOString()

test.each([
  [ago(-5 * MINUTE), 'nu', 'now'],
  [ago(59_999), 'nu', 'now'],
  [ago(MINUTE), '1 min', '1 min'],
  [ago(9 * MINUTE + 59_000), '9 min', '9 min'],
  [ago(10 * MINUTE), '10 min', '10 min'],
  [ago(29 * MINUTE), '20 min', '20 min'],
  [ago(59 * MINUTE), '50 min', '50 min'],
  [ago(60 * MINUTE), '1 tim', '1 h'],
  [ago(15 * 60 * MINUTE), '15 tim', '15 h'],
  [ago(16 * 60 * MINUTE), 'i går', 'yesterday'],
  [at(2026, 10, 18, 23, 59), '2 dagar', '2 days'],
  [at(2026, 10, 14, 0, 0), '6 dagar', '6 days'],
  [at(2026, 10, 13, 23, 59), '13 nov', '13 Nov'],
  [at(2026, 4, 8, 12, 0), '8 maj', '8 May'],
  [at(2024, 10, 8, 12, 0), '8 nov 2024', '8 Nov 2024'],
])('formats %s as %s and %s', { tags: 'contract.relative-time' }, (instant, swedish, english) => {
  expect(formatRelativeTime(instant, NOW, 'SWEDISH')).toBe(swedish)
  expect(formatRelativeTime(instant, NOW, 'ENGLISH')).toBe(english)
})

test('counts calendar days, also across the end of summer time', () => {
  expect(formatRelativeTime(new Date(2026, 9, 24, 23, 0).toISOString(), new Date(2026, 9, 25, 22, 0), 'SWEDISH')).toBe(
    'i går',
  )
})
