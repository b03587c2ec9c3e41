// `npm run vitals`: measures how fast ten pages appear in Chromium on a slow phone: slow 4G and a processor slowed four
// times, first with an empty cache, then with a full one. `-- --rounds N` repeats each visit and prints the medians;
// `-- --url URL` measures a running installation with the demo members instead of starting one; `-- --only PATH` measures
// one page, `-- --only moves` the changes between pages. Exits with a nonzero code if a target is missed, unless
// `-- --observe` is given.
import { parseArgs } from 'node:util'
import { stopAllChildren, stopOnSignals } from '../child-process.mjs'
import { exitWithError } from '../stack/progress.mjs'
import { parseWholeNumber } from './common/whole-number.ts'
import { printMoves } from './vitals/moves.ts'
import { printVitals } from './vitals/print.ts'
import { runVitals } from './vitals/run.ts'

stopOnSignals()
try {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string' },
      url: { type: 'string' },
      only: { type: 'string' },
      observe: { type: 'boolean', default: false },
    },
  })
  const { pages, moves } = await runVitals({
    rounds: parseWholeNumber('rounds', values.rounds, 3, 1),
    url: values.url,
    only: values.only,
  })
  const arePagesFast = pages.length === 0 || printVitals(pages)
  const areMovesSmooth = moves.length === 0 || printMoves(moves)
  process.exitCode = (arePagesFast && areMovesSmooth) || values.observe ? 0 : 1
  await stopAllChildren()
} catch (error) {
  await exitWithError(error)
}
