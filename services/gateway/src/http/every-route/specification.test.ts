import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listOperations, operationOf, setUpTestGateway } from '../../testing.ts'

const { app } = await setUpTestGateway()

const docs = join(import.meta.dirname, '../../../../../docs')

/** Every row of every table: the promise, its code, and its tests. */
const rows = readFileSync(join(docs, 'specification.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.endsWith('| Test |'))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
  .map(([, promise = '', where = '', proof = '']) => ({ promise, where: parseLinks(where), proof: parseLinks(proof) }))

function parseLinks(cell: string): { words: string; file: string }[] {
  const links = cell.matchAll(/\[((?:\\.|[^\]\\])+)\]\(([^)]+)\)/g)
  return [...links].map(([, words = '', file = '']) => ({ words: words.replaceAll(/\\(.)/g, '$1'), file }))
}

const QUOTED = ["'", '"', '`']
/** Returns whether a file has a test with this title, or a group of tests and one in it. */
const hasTest = (source: string, title: string): boolean =>
  title.split(' › ').every((part) => QUOTED.some((quote) => source.includes(`${quote}${part}${quote}`)))

const sources = new Map<string, string>()
function readSource(file: string): string {
  const known = sources.get(file) ?? (existsSync(join(docs, file)) ? readFileSync(join(docs, file), 'utf8') : '')
  sources.set(file, known)
  return known
}

test('every point of the specification links to its code and a test', () => {
  expect(rows.length).toBeGreaterThan(400)
  const incomplete = rows.filter(({ where, proof }) => where.length !== 1 || proof.length === 0)
  expect(incomplete.map(({ promise }) => promise)).toEqual([])
})

test('every linked test and source file exists', () => {
  const missing = rows.flatMap(({ promise, where, proof }) => [
    ...where.filter(({ file }) => !existsSync(join(docs, file))).map(({ file }) => `${promise}: ${file}`),
    ...proof
      .filter(({ words, file }) => !/\.(?:test\.tsx?|e2e\.ts)$/.test(file) || !hasTest(readSource(file), words))
      .map(({ words, file }) => `${promise}: ${words} in ${file}`),
  ])
  expect(missing).toEqual([])
})

test('every call of the API is in the list of calls, and no others', () => {
  const documented = rows.flatMap(
    ({ promise }) => /^`((?:GET|POST) [^`]+)`/.exec(promise)?.[1]?.replace(/\?.*/, '') ?? [],
  )
  expect(documented.map(operationOf).toSorted()).toEqual(listOperations(app).toSorted())
})
