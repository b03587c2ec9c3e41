import { expect, test } from 'vitest'
import { PAGES } from './pages.ts'
import { selectPages } from './run.ts'

test('--only selects one page or only the transitions, and is rejected if it is neither', () => {
  expect(selectPages(undefined)).toEqual(PAGES)
  expect(selectPages('/movie').map(({ path }) => path)).toEqual(['/movie'])
  expect(selectPages('transitions')).toEqual([])
  expect(() => selectPages('/film')).toThrow('--only /film selects nothing.')
})
