import { describeFailure, writeResults } from './test-results.mjs'

/** @import { FullConfig, Reporter, Suite, TestCase, TestError } from 'playwright/types/testReporter' */

/**
 * Writes the results of a Playwright run.
 * @implements {Reporter}
 */
export default class PlaywrightReporter {
  #suite = /** @type {Suite | undefined} */ (undefined)
  #errors = /** @type {TestError[]} */ ([])

  /** @param {FullConfig} _config @param {Suite} suite */
  onBegin(_config, suite) {
    this.#suite = suite
  }

  /** @param {TestError} error */
  onError(error) {
    this.#errors.push(error)
  }

  onEnd() {
    const tests = this.#suite?.allTests() ?? []
    writeResults({
      passed: tests.filter((test) => test.outcome() === 'expected' || test.outcome() === 'flaky').length,
      failures: [
        ...tests.filter((test) => test.outcome() === 'unexpected').map(describeTest),
        ...this.#errors.map((error) => describeFailure('An error outside of all tests', [error])),
      ],
      unstable: tests.filter((test) => test.outcome() === 'flaky').map(describeTest),
    })
  }
}

/** @param {TestCase} test */
const describeTest = (test) =>
  describeFailure(
    test.titlePath().filter(Boolean).join(' > '),
    test.results.flatMap(({ errors }) => errors),
  )
