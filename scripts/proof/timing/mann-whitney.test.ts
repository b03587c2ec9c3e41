import { expect, test } from 'vitest'
import { mannWhitney } from './mann-whitney.ts'

const range = (count: number, map: (index: number) => number): number[] =>
  Array.from({ length: count }, (_, index) => map(index))

test('finds no difference between samples of the same values', () => {
  expect(
    mannWhitney(
      range(100, (index) => index),
      range(100, (index) => index),
    ),
  ).toBeCloseTo(1, 2)
  expect(
    mannWhitney(
      range(50, () => 3),
      range(50, () => 3),
    ),
  ).toBe(1)
})

// Of the 400 pairs, the first value is the larger one in 105, so that z = (200 - 105 - 0.5) / sqrt(400 / 12 * 41) = 2.556.
test('computes the p value of the normal distribution', () => {
  expect(
    mannWhitney(
      range(20, (index) => 2 * index),
      range(20, (index) => 2 * index + 11),
    ),
  ).toBeCloseTo(0.01058, 4)
})

test('finds a shift that is small compared with the spread in samples of 2,000 values, in both directions', () => {
  const slow = range(2_000, (index) => (index % 1_000) / 1_000 + 0.06)
  const fast = range(2_000, (index) => (index % 1_000) / 1_000)
  expect(mannWhitney(slow, fast)).toBeLessThan(0.001)
  expect(mannWhitney(fast, slow)).toBeLessThan(0.001)
})
