import { expect, test } from 'vitest'
import { median } from './median.ts'

test('the median is the middle value, the mean of the two middle values of an even number, or 0 without values', () => {
  expect([[], [3], [10, 9, 100], [4, 1, 10, 2]].map(median)).toEqual([0, 3, 10, 3])
})
