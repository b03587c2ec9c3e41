// `npm run bench`: figures of the product beside the limits of bare libraries, taken in the same run, each part on a stack of its
// own, so that a part that fails leaves the others their figures. `-- --only chats`, `digests`, `feed`, `groups`, `lists`, `photos`,
// `plates` or `search` measures a part; `--divide N` makes everything so many times smaller; `--out FILE` keeps the figures of each
// part as soon as they are there as JSON, beside those of other parts that it holds. `--quick` is small, measures all parts on one
// stack and only shows that everything can be measured. Not zero when a line is missing, anything fails or a service complains; without
// `--quick` also when a promise is not kept.

import { readOptions } from './bench/options.ts'
import { runEachPart } from './bench/run-each-part.ts'
import { runParts } from './bench/run-parts.ts'
import { stopAllChildren, stopOnSignals } from './child-process.mjs'
import { exitWithError } from './stack/progress.mjs'

stopOnSignals()
try {
  const args = process.argv.slice(2)
  const parsed = readOptions(args)
  const isSuccessful = parsed.quick || parsed.only ? await runParts(parsed) : await runEachPart(args)
  process.exitCode = isSuccessful ? 0 : 1
  await stopAllChildren()
} catch (error) {
  await exitWithError(error)
}
