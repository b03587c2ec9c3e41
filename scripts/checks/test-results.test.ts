import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { run } from '../child-process.mjs'
import { bin, root } from '../infra/paths.mjs'
import { readResults, resultsEnv } from './test-results.mjs'

/** Each test starts a test runner, which takes seconds on a busy machine. */
const RUN_TIMEOUT_MS = 120_000

const ONE_OF_TWO_FAILS = `
test.describe('chats', () => {
  test('arrive', () => {})
  test('vanish', () => { throw new Error('no chat is left') })
})
`
const BEFORE_ALL_FAILS = `
test.describe('groups', () => {
  test.beforeAll(() => { throw new Error('no server') })
  test('start', () => {})
})
`

/** Runs the tests in these files with a real test runner, and returns the results that its reporter wrote. */
async function runTests(runner: 'vitest' | 'playwright', files: Record<string, string>, flags: string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'salong-results-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const reporter = join(root, `scripts/checks/${runner}-reporter.mjs`)
  const config =
    runner === 'vitest'
      ? { test: { include: ['*.e2e.ts'], reporters: [reporter] } }
      : { testMatch: '*.e2e.ts', reporter: [[reporter]] }
  const all = {
    'package.json': '{ "type": "module" }',
    [`${runner}.config.ts`]: `export default ${JSON.stringify(config)}`,
  }
  for (const [name, text] of Object.entries({ ...all, ...files })) writeFileSync(join(folder, name), text)
  const args = [runner === 'vitest' ? 'run' : 'test', ...flags]
  const out = join(folder, 'results.json')
  const { code } = await run(runner, bin(runner), args, { cwd: folder, env: resultsEnv(out) })
  return readResults(out, code === 0)
}

const VITEST = `import { beforeAll, describe, test as vitestTest } from 'vitest'
const test = Object.assign(vitestTest, { describe, beforeAll })
`
const PLAYWRIGHT = `import { test } from '@playwright/test'\n`

test.each([
  { runner: 'vitest', imports: VITEST },
  { runner: 'playwright', imports: PLAYWRIGHT },
] as const)(
  'counts the tests of $runner, and names each test, hook and file that failed with its error',
  {
    timeout: RUN_TIMEOUT_MS,
  },
  async ({ runner, imports }) => {
    const files = { 'chats.e2e.ts': imports + ONE_OF_TWO_FAILS, 'groups.e2e.ts': imports + BEFORE_ALL_FAILS }
    const { passed, failures } = await runTests(runner, files)
    expect(passed).toBe(1)
    expect(failures).toHaveLength(2)
    expect(failures).toContainEqual({
      title: 'chats.e2e.ts > chats > vanish',
      message: expect.stringContaining('no chat is left'),
    })
    expect(failures).toContainEqual({
      title: expect.stringContaining('groups.e2e.ts > groups'),
      message: expect.stringContaining('no server'),
    })
    const unloadable = await runTests(runner, { 'events.e2e.ts': `import './nowhere.ts'` })
    expect(unloadable.passed).toBe(0)
    expect(unloadable.failures.map(({ message }) => message)).toContainEqual(expect.stringContaining('nowhere'))
  },
)

test.each([
  { runner: 'vitest', imports: VITEST, flag: '--retry=1' },
  { runner: 'playwright', imports: PLAYWRIGHT, flag: '--retries=1' },
] as const)(
  'counts a test of $runner that passes in its second attempt, and names it with the error of its first',
  { timeout: RUN_TIMEOUT_MS },
  async ({ runner, imports, flag }) => {
    const unstable = `
      import { existsSync, writeFileSync } from 'node:fs'
      test('arrives late', () => {
        const isSecond = existsSync('attempted')
        writeFileSync('attempted', '')
        if (!isSecond) throw new Error('not there yet')
      })`
    expect(await runTests(runner, { 'late.e2e.ts': imports + unstable }, [flag])).toEqual({
      passed: 1,
      failures: [],
      unstable: [{ title: 'late.e2e.ts > arrives late', message: expect.stringContaining('not there yet') }],
    })
  },
)

test('names an error that vitest finds outside of all tests', { timeout: RUN_TIMEOUT_MS }, async () => {
  const late = `test('starts what fails unnoticed', async () => {
    void Promise.reject(new Error('too late'))
    await new Promise((resolve) => setImmediate(resolve))
  })`
  expect(await runTests('vitest', { 'late.e2e.ts': VITEST + late })).toEqual({
    passed: 1,
    failures: [{ title: 'An error outside of all tests', message: expect.stringContaining('too late') }],
    unstable: [],
  })
})

test('counts a run that fails without results as one failure', () => {
  expect(readResults('/nowhere/results.json', false)).toEqual({
    passed: 0,
    failures: [{ title: 'The run failed outside of its tests', message: expect.any(String) }],
    unstable: [],
  })
})
