import { readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number }} Counts */

/**
 * Returns the test counts of a vitest or Playwright report. A run that failed without a failed test (a file that does
 * not load, a server that does not start) counts as one failure.
 * @param {string} report
 * @param {boolean} ok whether the run exited successfully
 * @returns {Counts}
 */
export function readCounts(report, ok) {
  const { passed, failed } = readReport(report)
  return { passed, failed: ok ? failed : Math.max(failed, 1) }
}

/** @param {string} report @returns {Counts} */
function readReport(report) {
  try {
    const { stats, numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
    if (stats) return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
    return { passed: numPassedTests, failed: numFailedTests }
  } catch {
    return { passed: 0, failed: 0 }
  }
}
