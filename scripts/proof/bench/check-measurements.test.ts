import { expect, test } from 'vitest'
import { findProblems } from './check-measurements.ts'
import type { Measurement } from './measurements.ts'

const COMPLETE: Measurement[] = [
  { label: 'photos per second per core, 12 megapixels', unit: '/s', product: 2.4, baseline: 2.6, atLeast: 0.83 },
  { label: 'peak memory of the worker, processing on every core', unit: 'MB', product: 345, atMost: 600 },
]

test('accepts a part with all expected measurements, whether they meet or miss their targets', () => {
  expect(findProblems('photos', COMPLETE)).toEqual([])
  expect(findProblems('photos', [{ ...COMPLETE[0], product: 0.1 } as Measurement, ...COMPLETE.slice(1)])).toEqual([])
})

test('reports an expected measurement that is missing or has no target', () => {
  for (const expected of COMPLETE) {
    const others = COMPLETE.filter((measurement) => measurement !== expected)
    expect(findProblems('photos', others)).toEqual([expect.stringContaining(expected.label.slice(0, 20))])
    const { label, unit, product } = expected
    expect(findProblems('photos', [...others, { label, unit, product }])).toHaveLength(1)
  }
})

test('reports a part without measurements, a value that is not a number, and a baseline of zero', () => {
  expect(findProblems('groups', [])).toHaveLength(1)
  expect(findProblems('photos', [...COMPLETE, { label: 'photos seen', unit: '', product: Number.NaN }])).toHaveLength(1)
  expect(
    findProblems('photos', [...COMPLETE, { label: 'photos seen', unit: '', product: 1, baseline: 0 }]),
  ).toHaveLength(1)
})
