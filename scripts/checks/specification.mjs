import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../infra/paths.mjs'

const FOLDERS_WITH_TESTS = ['shared', 'services', 'web', 'scripts']
const IS_TEST = /\.(?:test\.tsx?|e2e\.ts)$/
/**
 * The title of a test and its tags, a string or an array, which come first in its options: `tags` in vitest, `tag` with
 * an @ in Playwright.
 */
const TAGGED_TITLE = /(['"`])((?:\\.|(?!\1).)*)\1,\s*\{\s*tags?: ('[^']*'|\[[^\]]*\])/g
const TAG = /'@?([\w.-]+)'/g

/**
 * Returns the rows of docs/specification.md, with the tags of the tests that prove each.
 * @returns {{ requirement: string, tags: string[] }[]}
 */
export function readRequirements() {
  return readFileSync(join(root, 'docs/specification.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.endsWith('| Tests |'))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .map(([, requirement = '', tests = '']) => ({
      requirement,
      tags: [...tests.matchAll(/`([^`]+)`/g)].map(([, tag = '']) => tag),
    }))
}

/**
 * Finds every test with a tag in the source of a file, once for each of its tags.
 * @param {string} source
 * @returns {{ tag: string, title: string, line: number }[]}
 */
export function findTags(source) {
  return [...source.matchAll(TAGGED_TITLE)].flatMap(({ index, 2: title = '', 3: tags = '' }) =>
    [...tags.matchAll(TAG)].map(([, tag = '']) => ({ tag, title, line: source.slice(0, index).split('\n').length })),
  )
}

/**
 * Finds every test with a tag, once for each of its tags.
 * @returns {{ tag: string, title: string, file: string, line: number }[]}
 */
export function findTaggedTests() {
  return FOLDERS_WITH_TESTS.flatMap(listTestFiles).flatMap((file) =>
    findTags(readFileSync(join(root, file), 'utf8')).map((test) => ({ ...test, file })),
  )
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
