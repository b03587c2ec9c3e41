import { expect, test } from 'vitest'
import { median } from './median.ts'

test('the median is the middle value, and between the two middle ones of an even number', () => {
  expect([[], [3], [10, 9, 100], [4, 1, 10, 2]].map(median)).toEqual([0, 3, 10, 3])
})
