import { join } from 'node:path'
import { run } from '../child-process.mjs'
import { bin, root } from '../infra/paths.mjs'

/**
 * Returns the Playwright arguments that select the test files changed since a commit, and those that import a changed
 * file. Untracked files count as changed.
 * @param {string} commit
 * @param {string[]} filter
 */
export const changedTestArgs = (commit, filter) => [
  'test',
  '--pass-with-no-tests',
  `--only-changed=${commit}`,
  ...filter,
]

/**
 * Returns whether these arguments select any test. Playwright lists the tests without its global setup, so that the
 * services start only if needed. Tests that cannot be listed count as selected: running them shows the error.
 * @param {string[]} args
 */
export async function selectsTests(args, folder = join(root, 'web')) {
  const { code, out } = await run('playwright', bin('playwright'), [...args, '--list'], { cwd: folder })
  return code !== 0 || !/^Total: 0 tests/m.test(out)
}
