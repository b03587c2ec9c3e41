import { expect, test } from 'vitest'
import { layOutColumns } from './columns.ts'

test('each card goes to the shortest column, or to the first of several equally short ones', () => {
  expect(layOutColumns([300, 500, 400, 350, 200], 3, 18)).toEqual({
    positions: [
      { column: 0, top: 0 },
      { column: 1, top: 0 },
      { column: 2, top: 0 },
      { column: 0, top: 318 },
      { column: 2, top: 418 },
    ],
    height: 668,
  })
})

test('appended cards do not move the cards before them', () => {
  const heights = [310, 520, 405, 350, 260, 410, 390, 280]
  const { positions } = layOutColumns(heights, 3, 18)
  expect(layOutColumns([...heights, 300, 450, 270], 3, 18).positions.slice(0, heights.length)).toEqual(positions)
})

test('a single column stacks the cards, and a layout without cards has no height', () => {
  expect(layOutColumns([100, 50], 1, 10)).toEqual({
    positions: [
      { column: 0, top: 0 },
      { column: 0, top: 110 },
    ],
    height: 160,
  })
  expect(layOutColumns([], 3, 18).height).toBe(0)
})
