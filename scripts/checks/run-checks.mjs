import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isStopping, run, stopAllChildren } from '../child-process.mjs'
import { bin, root } from '../infra/paths.mjs'
import { startE2eStack } from '../test-infra/e2e-stack.mjs'
import { startTestInfra } from '../test-infra/test-infra.mjs'
import { changedTestArgs, selectsTests } from './browser-tests.mjs'
import { parseOptions } from './options.mjs'
import { readResults, resultsEnv } from './test-results.mjs'

/**
 * @typedef {object} Check
 * @property {string} title
 * @property {string} command
 * @property {string[]} args
 * @property {string} [cwd]
 * @property {string} [results] the file to which it writes its test results; undefined for a check without tests
 * @property {'INT'} [signal] the signal that makes the check clean up and exit; TERM if undefined
 * @property {() => Promise<boolean>} [isNeeded] called before the dependencies start; always needed if undefined
 * @property {() => Promise<Record<string, string>>} [needs] starts dependencies, returns environment variables
 */

/**
 * The number of type checkers per project. Each repeats the work on the types that it shares with others, so more than
 * one saves time only if the other projects and checks leave processors idle.
 */
const TYPE_CHECKERS = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)))

/**
 * A test that fails in a run of whole projects gets a second attempt. If it passes then, the summary shows it as unstable.
 * @param {import('./options.mjs').Options} options
 * @param {string} folder for the test results
 * @returns {Record<string, Check>} by the names that --only accepts, in the order of the summary
 */
function createChecks({ filter, changed }, folder) {
  const vitestReporters = ['--reporter=default', `--reporter=${join(import.meta.dirname, 'vitest-reporter.mjs')}`]
  const isFiltered = filter.length > 0 || changed !== undefined
  const selectsWholeProjects = changed === undefined && filter.every((arg) => arg.startsWith('--project='))
  /** Leaves out the slow tests of `npm run proof` unless arguments select tests. @param {string[]} projects */
  const select = (projects, /** @type {string} */ allowNone) =>
    isFiltered ? [allowNone, ...filter] : projects.map((project) => `--project=${project}`)
  const changedBrowserTests = changed === undefined ? null : changedTestArgs(changed, filter)
  return {
    lint: { title: 'Format and lint', command: bin('biome'), args: ['check', '--error-on-warnings', '.'] },
    types: { title: 'Types', command: bin('tsc'), args: ['-b', '--checkers', String(TYPE_CHECKERS)] },
    unused: { title: 'Unused code', command: bin('knip'), args: [] },
    vitest: {
      title: 'Unit and integration tests',
      command: bin('vitest'),
      args: [
        'run',
        ...vitestReporters,
        ...(changed ? [`--changed=${changed}`] : []),
        ...select(['!operation'], '--passWithNoTests'),
        ...(selectsWholeProjects ? ['--retry=1'] : []),
      ],
      results: join(folder, 'vitest.json'),
      needs: async () => {
        const { databaseUrl, redisUrl } = await startTestInfra()
        return { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl }
      },
    },
    e2e: {
      title: 'Browser tests',
      command: bin('playwright'),
      args: changedBrowserTests ?? [
        'test',
        ...select(['pages', 'crashes'], '--pass-with-no-tests'),
        ...(selectsWholeProjects ? ['--retries=1'] : []),
      ],
      ...(changedBrowserTests && { isNeeded: () => selectsTests(changedBrowserTests) }),
      cwd: join(root, 'web'),
      results: join(folder, 'e2e.json'),
      needs: startE2eStack,
      signal: 'INT',
    },
  }
}

/**
 * Runs the checks, prints a summary, and ends with the line that counts all tests. Checks without tests run
 * concurrently, since each of them leaves processors idle; then the tests run one kind after the other, since each kind
 * keeps all processors busy.
 * @param {string[]} args
 * @returns {Promise<boolean>} whether all checks passed
 */
export async function runChecks(args) {
  const options = parseOptions(args)
  const { only } = options
  const folder = mkdtempSync(join(tmpdir(), 'salong-results-'))
  try {
    const all = createChecks(options, folder)
    const unknown = only.find((name) => !(name in all))
    if (unknown) throw new Error(`--only accepts ${Object.keys(all).join(', ')}; not ${unknown}.`)
    const selected = Object.entries(all)
      .filter(([name]) => only.length === 0 || only.includes(name))
      .map(([, check]) => check)
    const results = await Promise.all(selected.filter((check) => !check.results).map(runQuietly))
    const tests = selected.filter((check) => check.results)
    for (const check of tests) {
      results.push(await runTests(check))
      if (isStopping()) return false
    }
    await stopAllChildren()
    return printSummary(results)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Prints the output of a check when it has ended. @param {Check} check */
async function runQuietly({ title, command, args }) {
  let output = ''
  const result = await measure(title, async () => {
    const { code, out, err } = await run(title, command, args, { cwd: root })
    output = out + err
    return code === 0
  })
  console.log(`\n── ${title}\n${output}`.trimEnd())
  return result
}

/** @param {Check} check */
async function runTests({ title, command, args, cwd = root, results, isNeeded, needs, signal }) {
  console.log(`\n── ${title}`)
  const result = await measure(title, async () => {
    if (isNeeded && !(await isNeeded())) {
      console.log('No test imports a changed file.')
      return true
    }
    const env = { ...(await needs?.()), ...(results && resultsEnv(results)) }
    return (await run(title, command, args, { cwd, output: 'inherit', env, signal })).code === 0
  })
  return { ...result, tests: results ? readResults(results, result.ok) : undefined }
}

/**
 * @typedef {object} Result
 * @property {string} title
 * @property {boolean} ok
 * @property {number} seconds
 * @property {import('./test-results.mjs').TestResults} [tests]
 */

/** @param {string} title @param {() => Promise<boolean>} check @returns {Promise<Result>} */
async function measure(title, check) {
  const start = performance.now()
  const ok = await succeeds(check)
  return { title, ok, seconds: (performance.now() - start) / 1000 }
}

/** @param {() => Promise<boolean>} check */
async function succeeds(check) {
  try {
    return await check()
  } catch (error) {
    if (!isStopping()) console.error(error instanceof Error ? error.message : error)
    return false
  }
}

/** @param {Result[]} results */
function printSummary(results) {
  console.log('\n── Summary')
  for (const { title, ok, seconds, tests } of results) {
    const verdict = tests ? `${tests.passed} passed, ${tests.failures.length} failed` : ok ? 'ok' : 'failed'
    console.log(`${ok ? '✓' : '✗'} ${title.padEnd(28)}${`${seconds.toFixed(1)} s`.padStart(8)}   ${verdict}`)
  }
  const unstable = results.flatMap(({ tests }) => tests?.unstable ?? [])
  for (const { title, message } of unstable) console.log(`\n↻ passed in its second attempt: ${title}\n${message}`)
  const failures = results.flatMap(({ tests }) => tests?.failures ?? [])
  for (const { title, message } of failures) console.log(`\n✗ ${title}\n${message}`)
  const passed = results.reduce((sum, { tests }) => sum + (tests?.passed ?? 0), 0)
  console.log(`\n${passed} passed, ${failures.length} failed`)
  return results.every(({ ok }) => ok)
}
