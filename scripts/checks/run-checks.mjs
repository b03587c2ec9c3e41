import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isStopping, run, stopAllChildren } from '../child-process.mjs'
import { bin, root } from '../infra/paths.mjs'
import { startE2eStack } from '../test-infra/e2e-stack.mjs'
import { startTestInfra } from '../test-infra/test-infra.mjs'
import { readCounts } from './counts.mjs'
import { hasChangedBrowserTests, readOptions } from './options.mjs'

/**
 * @typedef {object} Check
 * @property {string} title
 * @property {string} command
 * @property {string[]} args
 * @property {string} [cwd]
 * @property {string} [report] the file with its test counts
 * @property {'INT'} [signal] the signal on which it cleans up
 * @property {boolean} [skipped] unless --only names it
 * @property {() => Promise<Record<string, string>>} [needs] starts dependencies, returns environment variables
 */

/**
 * @param {import('./options.mjs').Options} options
 * @param {string} reports a folder
 * @returns {Record<string, Check>} by the names that --only accepts, in the order that they run
 */
function checks({ filter, changed }, reports) {
  const vitestReport = join(reports, 'vitest.json')
  const e2eReport = join(reports, 'e2e.json')
  const vitestOut = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]
  const [passWithNoTests, passWithNoBrowserTests] =
    filter.length > 0 || changed ? [['--passWithNoTests'], ['--pass-with-no-tests']] : [[], []]
  return {
    lint: { title: 'Format and lint', command: bin('biome'), args: ['check', '--error-on-warnings', '.'] },
    types: { title: 'Types', command: bin('tsc'), args: ['-b'] },
    unused: { title: 'Unused code', command: bin('knip'), args: [] },
    vitest: {
      title: 'Unit and integration tests',
      command: bin('vitest'),
      args: ['run', ...vitestOut, ...passWithNoTests, ...(changed ? [`--changed=${changed}`] : []), ...filter],
      report: vitestReport,
      needs: async () => {
        const { databaseUrl, redisUrl } = await startTestInfra()
        return { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl }
      },
    },
    e2e: {
      title: 'Browser tests',
      command: bin('playwright'),
      args: ['test', ...passWithNoBrowserTests, ...(changed ? [`--only-changed=${changed}`] : []), ...filter],
      skipped: changed !== undefined && !hasChangedBrowserTests(changed),
      cwd: join(root, 'web'),
      report: e2eReport,
      needs: startE2eStack,
      signal: 'INT',
    },
  }
}

/**
 * Runs the checks in sequence, prints a summary, and ends with the line that counts all tests.
 * @param {string[]} args
 * @returns {Promise<boolean>} whether all checks passed
 */
export async function runChecks(args) {
  const options = readOptions(args)
  const { only } = options
  const reports = mkdtempSync(join(tmpdir(), 'salong-reports-'))
  try {
    const all = checks(options, reports)
    const unknown = only.find((name) => !(name in all))
    if (unknown) throw new Error(`--only accepts ${Object.keys(all).join(', ')}; not ${unknown}.`)
    const results = []
    for (const [name, check] of Object.entries(all)) {
      if (only.length === 0 ? !check.skipped : only.includes(name)) results.push(await runOne(check))
      if (isStopping()) return false
    }
    await stopAllChildren()
    return sumUp(results)
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

/** @param {Check} check */
async function runOne({ title, command, args, cwd = root, report, needs, signal }) {
  console.log(`\n── ${title}`)
  const start = performance.now()
  const ok = await succeeds(async () => {
    const env = { ...(await needs?.()), E2E_REPORT: report }
    return (await run(title, command, args, { cwd, output: 'inherit', env, signal })).code === 0
  })
  const seconds = (performance.now() - start) / 1000
  return { title, ok, seconds, counts: report ? readCounts(report, ok) : undefined }
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

/** @param {Awaited<ReturnType<typeof runOne>>[]} results */
function sumUp(results) {
  console.log('\n── Summary')
  for (const { title, ok, seconds, counts } of results) {
    const verdict = counts ? `${counts.passed} passed, ${counts.failed} failed` : ok ? 'ok' : 'failed'
    console.log(`${ok ? '✓' : '✗'} ${title.padEnd(28)}${`${seconds.toFixed(1)} s`.padStart(8)}   ${verdict}`)
  }
  const total = (/** @type {'passed' | 'failed'} */ kind) =>
    results.reduce((sum, { counts }) => sum + (counts?.[kind] ?? 0), 0)
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`)
  return results.every(({ ok }) => ok)
}
