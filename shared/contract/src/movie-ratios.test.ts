import { expect, test } from 'vitest'
import { movieRatioOf } from './movie-ratios.ts'

test.each([
  ['a phone held upright', 3_024, 4_032, 4 / 5],
  ['a phone held upright, in full height', 1_080, 1_920, 4 / 5],
  ['a portrait of exactly 4:5', 800, 1_000, 4 / 5],
  ['a square', 640, 640, 1],
  ['nearly a square', 1_100, 1_000, 1],
  ['a phone held sideways', 4_032, 3_024, 3 / 2],
  ['a camera', 1_500, 1_000, 3 / 2],
  ['a panorama', 9_000, 1_000, 3 / 2],
])('crops %s to the nearest shape', (_, width, height, ratio) => {
  expect(movieRatioOf({ width, height })).toBe(ratio)
})

test('a rounded crop keeps its shape when it is measured again', () => {
  for (const [width, height] of [
    [1_600, 1_067],
    [1_280, 1_600],
    [133, 89],
    [1_600, 1_600],
  ] as const) {
    const ratio = movieRatioOf({ width, height })
    expect(Math.abs(width / height - ratio)).toBeLessThan(0.02)
  }
})
