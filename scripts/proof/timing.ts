// `npm run timing`: compares responses and response times for a member who has blocked the caller, one who has deleted
// the account, and an unknown name. Makes 2,000 calls per situation to each route that finds a member by name; `-- --calls N`
// changes the number, `-- --seed N` repeats an order, `-- --only TEXT` limits it to routes with this text.
import { parseArgs } from 'node:util'
import { stopAllChildren, stopOnSignals } from '../child-process.mjs'
import { exitWithError } from '../stack/progress.mjs'
import { printTable } from './common/print-table.ts'
import { parseWholeNumber } from './common/whole-number.ts'
import { measureTimings, SITUATIONS } from './timing/run.ts'

/** A route is reported if chance alone would produce such a difference less often than this. */
const SIGNIFICANCE = 0.001

stopOnSignals()
try {
  const { values } = parseArgs({
    options: { calls: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
  })
  const calls = parseWholeNumber('calls', values.calls, 2_000, 20)
  const seed = parseWholeNumber('seed', values.seed, 1)
  const results = await measureTimings({ calls, seed, only: values.only ?? '' })
  printTable([
    [
      'route',
      ...SITUATIONS.map((situation) => `${situation}, ms`),
      'p blocked/deleted',
      'blocked/unknown',
      'deleted/unknown',
      'responses',
    ],
    ...results.map(({ label, medians, pValues, responses }) => [
      label,
      ...SITUATIONS.map((situation) => medians[situation].toFixed(3)),
      ...pValues.map(({ p }) => p.toFixed(4)),
      String(responses.size),
    ]),
  ])
  const differentTimes = results
    .filter(({ pValues }) => pValues.some(({ p }) => p < SIGNIFICANCE))
    .map(({ label }) => label)
  const differentResponses = results.filter(({ responses }) => responses.size > 1).map(({ label }) => label)
  if (differentResponses.length > 0) console.log(`\nDifferent responses: ${differentResponses.join(', ')}`)
  if (differentTimes.length > 0) console.log(`\nDifferent times (p < ${SIGNIFICANCE}): ${differentTimes.join(', ')}`)
  if (differentResponses.length + differentTimes.length === 0)
    console.log('\nNeither responses nor times tell the situations apart.')
  process.exitCode = differentResponses.length + differentTimes.length === 0 ? 0 : 1
  await stopAllChildren()
} catch (error) {
  await exitWithError(error)
}
