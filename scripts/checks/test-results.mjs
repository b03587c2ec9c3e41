import { readFileSync, writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** @typedef {{ title: string, message: string }} Failure a test, or an error outside of all tests */
/**
 * @typedef {object} TestResults
 * @property {number} passed includes the unstable tests
 * @property {Failure[]} failures
 * @property {Failure[]} unstable the tests that failed first and passed in their second attempt
 */

/** The variable with the file to which the reporters of both test runners write their results. */
const FILE = 'TEST_RESULTS'
const MESSAGE_LINES = 12

/** Returns the environment of a test run that writes its results to this file. @param {string} file */
export const resultsEnv = (file) => ({ [FILE]: file })

/** @param {TestResults} results */
export function writeResults(results) {
  const file = process.env[FILE]
  if (file) writeFileSync(file, JSON.stringify(results))
}

/**
 * Returns the results that a run wrote. A run that failed without a failure in them (its servers did not start, say)
 * counts as one.
 * @param {string} file
 * @param {boolean} ok whether the run exited successfully
 * @returns {TestResults}
 */
export function readResults(file, ok) {
  const results = readFile(file)
  if (ok || results.failures.length > 0) return results
  return { ...results, failures: [{ title: 'The run failed outside of its tests', message: 'See its output above.' }] }
}

/** @param {string} file @returns {TestResults} */
function readFile(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, failures: [], unstable: [] }
  }
}

/**
 * Returns a failure with the beginnings of its errors' messages.
 * @param {string} title
 * @param {readonly { message?: string, stack?: string }[]} errors
 * @returns {Failure}
 */
export function describeFailure(title, errors) {
  const lines = errors.flatMap(({ message, stack }) => stripVTControlCharacters(stack ?? message ?? '').split('\n'))
  return { title, message: lines.slice(0, MESSAGE_LINES).join('\n') }
}
