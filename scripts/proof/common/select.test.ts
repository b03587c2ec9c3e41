import { expect, test } from 'vitest'
import { selectItems } from './select.ts'

test('an option selects the matching items, and is rejected if none matches', () => {
  const select = (value: string) => selectItems('only', value, ['/chats', '/movie'], (path) => path === value)
  expect(select('/movie')).toEqual(['/movie'])
  expect(() => select('/film')).toThrow('--only /film selects nothing.')
})
