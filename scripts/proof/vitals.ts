// `npm run vitals`: measures how fast ten pages load in Chromium on an emulated slow phone (slow 4G, CPU slowed 4×),
// with a cold and then a warm cache, and how smooth the transitions between pages are (slowed CPU, fast network).
// `-- --rounds N` repeats each visit and prints the medians; `-- --url URL` measures a running installation with the
// demo members instead of starting one; `-- --only PATH` measures one page, `-- --only transitions` only the
// transitions. Exits with a nonzero code if a target is missed, unless `-- --observe` is given.
import { parseArgs } from 'node:util'
import { stopAllChildren, stopOnSignals } from '../child-process.mjs'
import { exitWithError } from '../stack/progress.mjs'
import { parseWholeNumber } from './common/whole-number.ts'
import { printVitals } from './vitals/print.ts'
import { runVitals } from './vitals/run.ts'
import { printTransitions } from './vitals/transitions.ts'

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
  const { pages, transitions } = await runVitals({
    rounds: parseWholeNumber('rounds', values.rounds, 3, 1),
    url: values.url,
    only: values.only,
  })
  const arePagesFast = pages.length === 0 || printVitals(pages)
  const areTransitionsSmooth = transitions.length === 0 || printTransitions(transitions)
  process.exitCode = (arePagesFast && areTransitionsSmooth) || values.observe ? 0 : 1
  await stopAllChildren()
} catch (error) {
  await exitWithError(error)
}
