import { join } from 'node:path'
import { run } from '../child-process.mjs'
import { bin, root } from '../infra/paths.mjs'

/**
 * Returns Playwright's arguments for tests that differ from a commit or import a file that does, including files that git
 * does not track yet.
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
 * Returns whether Playwright would run a test with these arguments. It lists them without its global setup, so that the
 * services start only if needed. Tests that cannot be listed count as selected: running them shows the error.
 * @param {string[]} args
 */
export async function selectsTests(args, folder = join(root, 'web')) {
  const { code, out } = await run('playwright', bin('playwright'), [...args, '--list'], { cwd: folder })
  return code !== 0 || !/^Total: 0 tests/m.test(out)
}
