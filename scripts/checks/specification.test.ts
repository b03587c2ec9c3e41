import { expect, test } from 'vitest'
import { findTaggedTests, readPromises } from './specification.mjs'

const promises = readPromises()
const promisedTags = new Set(promises.flatMap(({ tags }) => tags))
const testTags = new Set(findTaggedTests().map(({ tag }) => tag))

test('every row of the specification names a test', () => {
  expect(promises.length).toBeGreaterThan(400)
  expect(promises.filter(({ tags }) => tags.length === 0)).toEqual([])
})

test('every tag in the specification is on a test', () => {
  expect([...promisedTags].filter((tag) => !testTags.has(tag))).toEqual([])
})

test('every tag on a test is in the specification', () => {
  expect([...testTags].filter((tag) => !promisedTags.has(tag))).toEqual([])
})
