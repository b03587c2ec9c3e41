import { testConfig } from '@app/server/testing/context'
import { expect, test } from 'vitest'
import { findDigestDay } from './today.ts'

const config = testConfig('postgres://localhost/unused', { REFERENCE_YEAR: '2025' })
const findDayAt = (now: string) => findDigestDay({ config, now: () => new Date(now) })

test.each([
  ['2026-10-24T06:00:00.000Z', '2026-10-24', '2026-10-24T22:00:00.000Z'],
  ['2026-10-25T07:00:00.000Z', '2026-10-25', '2026-10-25T23:00:00.000Z'],
  ['2027-03-27T07:00:00.000Z', '2027-03-27', '2027-03-27T23:00:00.000Z'],
  ['2027-03-28T06:00:00.000Z', '2027-03-28', '2027-03-28T22:00:00.000Z'],
])('finds at %s the day %s, which ends at %s, even when the clocks change', (now, day, midnight) => {
  expect(findDayAt(now)).toEqual({ day, now: new Date(now), midnight: new Date(midnight), referenceYear: 2025 })
})

test.each([
  ['2026-10-25T06:59:59.999Z', 'before eight'],
  ['2027-03-28T05:59:59.999Z', 'before eight'],
  ['2026-10-25T19:00:00.000Z', 'in the evening'],
  ['2027-03-28T18:00:00.000Z', 'in the evening'],
  ['2026-10-25T01:30:00.000Z', 'in the repeated hour'],
])('finds no day for digests at %s (%s)', (now) => {
  expect(findDayAt(now)).toBeNull()
})
