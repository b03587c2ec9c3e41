import { expect, test } from 'vitest'
import { resolveStart } from './event-start.ts'

const now = new Date('2027-01-15T11:00:00.000Z')

test('resolves a start in the future to its instant', () => {
  expect(resolveStart({ date: '2027-01-15', time: '12:01' }, now)).toEqual({ instant: '2027-01-15T11:01:00.000Z' })
})

test.each(['0000-01-01', '0202-05-04', '0999-12-31', '1600-02-29', '1879-01-01', '2020-03-29', '2027-01-14'])(
  'rejects the date %s, regardless of the time',
  (date) => {
    for (const time of ['00:00', '02:30', '23:59', ''])
      expect(resolveStart({ date, time }, now)).toEqual({ path: 'date', problem: 'event.passed' })
  },
)

test.each([
  ['2027-01-15', '12:00', 'event.passed'],
  ['2027-01-15', '00:00', 'event.passed'],
  ['2027-03-28', '02:30', 'event.noSuchTime'],
])('rejects the time of %s %s: %s', (date, time, problem) => {
  expect(resolveStart({ date, time }, now)).toEqual({ path: 'time', problem })
})
