import { expect, test } from 'vitest'
import { CITIES, CITIES_IN_PICKER_ORDER } from './cities.ts'

test('a picker lists each city once: the twelve largest, then the others in Swedish order', () => {
  const sortInSwedish = (names: readonly string[]) => names.toSorted(new Intl.Collator('sv').compare)
  expect(sortInSwedish(CITIES_IN_PICKER_ORDER)).toEqual(sortInSwedish(CITIES))
  expect(sortInSwedish(CITIES_IN_PICKER_ORDER.slice(0, 12)).join(' ')).toBe(
    'Göteborg Helsingborg Jönköping Linköping Lund Malmö Norrköping Stockholm Umeå Uppsala Västerås Örebro',
  )
  expect(CITIES_IN_PICKER_ORDER.slice(12)).toEqual(sortInSwedish(CITIES_IN_PICKER_ORDER.slice(12)))
})
