import { expect, test } from 'vitest'
import { fromStockholmTime, toStockholmTime } from './stockholm-time.ts'

test.each([
  ['2026-01-15', '18:30', '2026-01-15T17:30:00.000Z'],
  ['2026-07-15', '18:30', '2026-07-15T16:30:00.000Z'],
  // The day on which the clocks go forward: an hour before and after the gap.
  ['2027-03-28', '01:59', '2027-03-28T00:59:00.000Z'],
  ['2027-03-28', '03:00', '2027-03-28T01:00:00.000Z'],
  // The day on which they go back: the repeated hour resolves to its first pass.
  ['2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25', '03:00', '2026-10-25T02:00:00.000Z'],
  ['2028-02-29', '00:00', '2028-02-28T23:00:00.000Z'],
])('%s %s in Stockholm is %s', (date, time, instant) => {
  expect(fromStockholmTime(date, time)).toBe(instant)
  expect(toStockholmTime(instant)).toEqual({ date, time })
})

test.each([
  ['2027-03-28', '02:00'],
  ['2027-03-28', '02:59'],
  ['2026-02-30', '12:00'],
  ['2026-13-01', '12:00'],
  ['2026-11-22', '24:00'],
  ['2026-11-22', '12:60'],
  ['nonsense', '12:00'],
])('%s %s is not a time in Stockholm', (date, time) => {
  expect(fromStockholmTime(date, time)).toBeNull()
})

test('returns the same wall time for both passes of a repeated hour', () => {
  expect(toStockholmTime('2026-10-25T01:30:00.000Z')).toEqual({ date: '2026-10-25', time: '02:30' })
})

test('writes the year of a date before the year 1000 with four digits', () => {
  expect(toStockholmTime('0202-05-04T12:00:00.000Z').date).toBe('0202-05-04')
})
