import { expect, test } from 'vitest'
import { parseWholeNumber } from './whole-number.ts'

test('a missing option has its default, and others must be whole numbers of at least the minimum', () => {
  expect(parseWholeNumber('rounds', undefined, 5)).toBe(5)
  expect(parseWholeNumber('rounds', '0', 5)).toBe(0)
  for (const given of ['', ' ', 'many', '1.5', '-1'])
    expect(() => parseWholeNumber('rounds', given, 5), given).toThrow('--rounds must be a whole number of at least 0.')
  expect(() => parseWholeNumber('rounds', '1', 5, 2)).toThrow('at least 2')
})
