import { expect, test } from 'vitest'
import { numberInWords } from './number-words.ts'

test.each([
  [2, 'två', 'two'],
  [3, 'tre', 'three'],
  [12, 'tolv', 'twelve'],
  [13, '13', '13'],
  [0, '0', '0'],
])('writes %i as %s in Swedish and %s in English', (count, swedish, english) => {
  expect([numberInWords(count, 'SWEDISH'), numberInWords(count, 'ENGLISH')]).toEqual([swedish, english])
})
