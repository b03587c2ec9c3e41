// `npm run bench`: compares the product with bare libraries, measured in the same run. Each part runs on its own stack,
// so a part that fails does not cost the others their figures. `-- --only chats`, `digests`, `feed`, `groups`, `lists`,
// `photos`, `plates` or `search` measures one part; `--out FILE` writes the figures of each part to FILE as JSON as soon
// as they are measured, and leaves the other parts in the file unchanged. `--quick` is small, measures all parts on one
// stack and only shows that everything can be measured. Exits with a nonzero code if a line is missing, something fails
// or a service logs an error; without `--quick` also if a target is missed.

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
