import { expect, test } from 'vitest'
import { addMonths } from './months.ts'

test.each([
  ['2026-05-20T10:00:00.000Z', 6, '2026-11-20T10:00:00.000Z'],
  ['2026-08-31T23:30:00.000Z', 6, '2027-02-28T23:30:00.000Z'],
  ['2027-08-31T00:00:00.000Z', 6, '2028-02-29T00:00:00.000Z'],
  ['2026-11-30T12:00:00.000Z', 24, '2028-11-30T12:00:00.000Z'],
])('%s and %i months are %s', (instant, months, expected) => {
  expect(addMonths(new Date(instant), months).toISOString()).toBe(expected)
})
