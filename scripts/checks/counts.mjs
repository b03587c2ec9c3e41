import { readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number }} Counts */

/**
 * What a run of vitest or Playwright has counted. A run that failed without a failed test (a file that does not load, a
 * server that does not start) counts as one.
 * @param {string} report
 * @param {boolean} ok whether the run itself was well
 * @returns {Counts}
 */
export function readCounts(report, ok) {
  const { passed, failed } = read(report)
  return { passed, failed: ok ? failed : Math.max(failed, 1) }
}

/** @param {string} report @returns {Counts} */
function read(report) {
  try {
    const { stats, numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
    if (stats) return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
    return { passed: numPassedTests, failed: numFailedTests }
  } catch {
    return { passed: 0, failed: 0 }
  }
}
