// `npm run bench`: compares the product with the same libraries without its code, measured in the same run. Each part
// runs on its own stack, so that a failing part does not lose the results of the others. `-- --only chats`, `digests`,
// `blocks`, `feed`, `groups`, `lists`, `messages`, `notifications`, `pages`, `photos`, `safety` or `search` measures one
// part; `--out FILE` writes the measurements of each part to FILE as JSON as soon as it has finished, and leaves the other
// parts in the file unchanged. `--quick` measures small data sets on one stack and only checks that every part runs. Exits
// with a nonzero code if an expected measurement is missing, something fails, a service logs an error or, without
// `--quick`, a target is missed.

import { stopAllChildren, stopOnSignals } from '../child-process.mjs'
import { exitWithError } from '../stack/progress.mjs'
import { readOptions } from './bench/options.ts'
import { runEachPart } from './bench/run-each-part.ts'
import { runParts } from './bench/run-parts.ts'

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
