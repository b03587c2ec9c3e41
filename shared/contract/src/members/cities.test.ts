import { expect, test } from 'vitest'
import { CITIES, CITIES_IN_PICKER_ORDER } from './cities.ts'

test('a picker lists each city once: the twelve largest, then the rest in Swedish order', () => {
  const inSwedishOrder = (names: readonly string[]) => names.toSorted((a, b) => a.localeCompare(b, 'sv'))
  expect(inSwedishOrder(CITIES_IN_PICKER_ORDER)).toEqual(inSwedishOrder(CITIES))
  expect(CITIES_IN_PICKER_ORDER.slice(0, 12)).toContain('Umeå')
  expect(CITIES_IN_PICKER_ORDER.slice(12)).toEqual(inSwedishOrder(CITIES_IN_PICKER_ORDER.slice(12)))
})
