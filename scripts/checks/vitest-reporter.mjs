import { relative } from 'node:path'
import { describeFailure, writeResults } from './test-results.mjs'

/** @import { Reporter, TestCase, TestModule } from 'vitest/node' */

/**
 * Writes the results of a vitest run.
 * @implements {Reporter}
 */
export default class VitestReporter {
  /**
   * @param {readonly TestModule[]} modules
   * @param {readonly { message: string, stack?: string }[]} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const children = modules.map((module) => module.children)
    const tests = children.flatMap((child) => [...child.allTests()])
    const suites = [...modules, ...children.flatMap((child) => [...child.allSuites()])]
    writeResults({
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failures: [
        ...tests.filter((test) => test.result().state === 'failed').map(describeTest),
        ...suites
          .filter((suite) => suite.errors().length > 0)
          .map((suite) =>
            describeFailure(
              suite.type === 'module' ? pathOf(suite) : `${pathOf(suite.module)} > ${suite.fullName}`,
              suite.errors(),
            ),
          ),
        ...unhandledErrors.map((error) => describeFailure('An error outside of all tests', [error])),
      ],
      unstable: tests.filter((test) => test.diagnostic()?.flaky).map(describeTest),
    })
  }
}

/** @param {TestModule} module */
const pathOf = ({ moduleId }) => relative(process.cwd(), moduleId)

/** @param {TestCase} test */
const describeTest = (test) => describeFailure(`${pathOf(test.module)} > ${test.fullName}`, test.result().errors ?? [])
