import { expect, test } from 'vitest'
import { singleLineText } from './single-line-text.ts'

const Title = singleLineText(20)

test.each([
  ['  Picknick i parken ', 'Picknick i parken'],
  ['A\u030Ake 👍', 'Åke 👍'],
  ['x'.repeat(20), 'x'.repeat(20)],
])('accepts %j as %j', (input, stored) => {
  expect(Title.parse(input)).toBe(stored)
})

test.each([
  ['', 'field.required'],
  [' \u200b ', 'field.required'],
  ['x'.repeat(21), 'text.long'],
  ['two\nlines', 'text.characters'],
  ['two\rlines', 'text.characters'],
  ['two\u2028lines', 'text.characters'],
  ['two\u2029paragraphs', 'text.characters'],
  ['two\tcolumns', 'text.characters'],
  ['right\u202Eto left', 'text.characters'],
  ['isolated\u2067', 'text.characters'],
])('rejects %j with the problem %s', (input, problem) => {
  expect(Title.safeParse(input).error?.issues[0]?.message).toBe(problem)
})
