import { expect, test } from 'vitest'
import { findTaggedTests, findTags, readRequirements } from './specification.mjs'

const requirements = readRequirements()
const requiredTags = new Set(requirements.flatMap(({ tags }) => tags))
const testTags = new Set(findTaggedTests().map(({ tag }) => tag))

test('every row of the specification names a test', () => {
  expect(requirements.length).toBeGreaterThan(400)
  expect(requirements.filter(({ tags }) => tags.length === 0)).toEqual([])
})

test('every tag in the specification is on a test', () => {
  expect([...requiredTags].filter((tag) => !testTags.has(tag))).toEqual([])
})

test('every tag on a test is in the specification', () => {
  expect([...testTags].filter((tag) => !requiredTags.has(tag))).toEqual([])
})

test('finds tests with one or several tags, in vitest and in Playwright', () => {
  // % stands for `tag`, and %s for `tags`: the search would count lines with the words themselves as tagged tests.
  const source = [
    "test('has one', { %s: 'a.one' }, run)",
    "test('has two', {",
    "  %s: ['a.two', 'a.three'],",
    '}, run)',
    "test(`has one in a browser`, { %: '@b.one' }, run)",
    "test('has two in a browser', { %: ['@b.two', '@b.three'] }, run)",
    "test('has none', { timeout: 1 }, run)",
  ]
  expect(findTags(source.join('\n').replaceAll('%', 'tag'))).toEqual([
    { tag: 'a.one', title: 'has one', line: 1 },
    { tag: 'a.two', title: 'has two', line: 2 },
    { tag: 'a.three', title: 'has two', line: 2 },
    { tag: 'b.one', title: 'has one in a browser', line: 5 },
    { tag: 'b.two', title: 'has two in a browser', line: 6 },
    { tag: 'b.three', title: 'has two in a browser', line: 6 },
  ])
})
