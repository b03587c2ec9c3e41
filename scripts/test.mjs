// `npm test`: format, lint, types, unused code, tests, browser tests. `-- --only lint,types,unused,vitest,e2e` selects
// some of them; `-- --changed` (or `--changed=main`) runs the tests that import a changed file. Vitest and Playwright
// receive all other arguments, such as a file, or `-t` and a name.
import './stack/node-version.mjs'
import { stopOnSignals } from './child-process.mjs'
import { installMissing } from './stack/install.mjs'
import { exitWithError } from './stack/progress.mjs'

stopOnSignals()
try {
  await installMissing()
  const { runChecks } = await import('./checks/run-checks.mjs')
  process.exitCode = (await runChecks(process.argv.slice(2))) ? 0 : 1
} catch (error) {
  await exitWithError(error)
}
