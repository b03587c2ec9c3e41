import { expect, test } from 'vitest'
import { faultsOf } from './budgets.ts'
import type { Figure } from './figures.ts'

const PROMISED: Figure[] = [
  { what: 'photos a second a core, 12 megapixels', unit: 'a second', ours: 2.4, bare: 2.6, atLeast: 0.83 },
  { what: 'memory of the worker at most, drawing on every core', unit: 'MB', ours: 345, atMost: 600 },
]

test('a part whose promises all have their lines is complete, kept or not', () => {
  expect(faultsOf('photos', PROMISED)).toEqual([])
  expect(faultsOf('photos', [{ ...PROMISED[0], ours: 0.1 } as Figure, ...PROMISED.slice(1)])).toEqual([])
})

test('a promise whose line has vanished, or no longer says what is promised, is a fault', () => {
  for (const gone of PROMISED) {
    const others = PROMISED.filter((figure) => figure !== gone)
    expect(faultsOf('photos', others)).toEqual([expect.stringContaining(gone.what.slice(0, 20))])
    const { what, unit, ours } = gone
    expect(faultsOf('photos', [...others, { what, unit, ours }])).toHaveLength(1)
  }
})

test('a part without any figures, or with one that is no number, is a fault', () => {
  expect(faultsOf('groups', [])).toHaveLength(1)
  expect(faultsOf('photos', [...PROMISED, { what: 'photos seen', unit: '', ours: Number.NaN }])).toHaveLength(1)
  expect(faultsOf('photos', [...PROMISED, { what: 'photos seen', unit: '', ours: 1, bare: 0 }])).toHaveLength(1)
})
