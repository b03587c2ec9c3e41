import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../infra/paths.mjs'

const FOLDERS_WITH_TESTS = ['shared', 'services', 'web', 'scripts']
const IS_TEST = /\.(?:test\.tsx?|e2e\.ts)$/
/** A title and, as its first option, the tag of its test: `tags` in vitest, `tag` with an @ in Playwright. */
const TAGGED_TITLE = /(['"`])((?:\\.|(?!\1).)*)\1,\s*\{\s*(?:tags: '|tag: '@)([\w.-]+)'/g

/**
 * Returns the rows of docs/specification.md, with the tags of the tests that prove each.
 * @returns {{ promise: string, tags: string[] }[]}
 */
export function readPromises() {
  return readFileSync(join(root, 'docs/specification.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.endsWith('| Tests |'))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .map(([, promise = '', tests = '']) => ({
      promise,
      tags: [...tests.matchAll(/`([^`]+)`/g)].map(([, tag = '']) => tag),
    }))
}

/**
 * Finds every test with a tag.
 * @returns {{ tag: string, title: string, file: string, line: number }[]}
 */
export function findTaggedTests() {
  return FOLDERS_WITH_TESTS.flatMap(listTestFiles).flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    return [...source.matchAll(TAGGED_TITLE)].map(({ index, 2: title = '', 3: tag = '' }) => ({
      tag,
      title,
      file,
      line: source.slice(0, index).split('\n').length,
    }))
  })
}

/** @param {string} folder @returns {string[]} */
function listTestFiles(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? listTestFiles(path) : IS_TEST.test(path) ? [path] : []
    })
}
