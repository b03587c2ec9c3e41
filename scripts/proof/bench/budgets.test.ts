import { expect, test } from 'vitest'
import { findFaults } from './budgets.ts'
import type { Figure } from './figures.ts'

const COMPLETE: Figure[] = [
  { what: 'photos a second a core, 12 megapixels', unit: 'a second', ours: 2.4, bare: 2.6, atLeast: 0.83 },
  { what: 'peak memory of the worker, processing on every core', unit: 'MB', ours: 345, atMost: 600 },
]

test('accepts a part whose targets all have a figure, met or missed', () => {
  expect(findFaults('photos', COMPLETE)).toEqual([])
  expect(findFaults('photos', [{ ...COMPLETE[0], ours: 0.1 } as Figure, ...COMPLETE.slice(1)])).toEqual([])
})

test('reports a target whose figure is missing or no longer has a target', () => {
  for (const missing of COMPLETE) {
    const others = COMPLETE.filter((figure) => figure !== missing)
    expect(findFaults('photos', others)).toEqual([expect.stringContaining(missing.what.slice(0, 20))])
    const { what, unit, ours } = missing
    expect(findFaults('photos', [...others, { what, unit, ours }])).toHaveLength(1)
  }
})

test('reports a part without figures, and a figure that is not a number', () => {
  expect(findFaults('groups', [])).toHaveLength(1)
  expect(findFaults('photos', [...COMPLETE, { what: 'photos seen', unit: '', ours: Number.NaN }])).toHaveLength(1)
  expect(findFaults('photos', [...COMPLETE, { what: 'photos seen', unit: '', ours: 1, bare: 0 }])).toHaveLength(1)
})
