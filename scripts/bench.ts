// `npm run bench`: figures of the product beside the limits of bare libraries, taken in the same run; `-- --quick` is smaller,
// `--only chats`, `digests`, `feed`, `groups`, `lists`, `photos`, `plates` or `search` measures a part, `--out FILE` also writes the figures as JSON.
import { writeFileSync } from 'node:fs'
import { printFigures } from './bench/figures.ts'
import { machine } from './bench/machine.ts'
import { readOptions } from './bench/options.ts'
import { runBench } from './bench/run.ts'
import { stopOnSignals, unleashAll } from './leash.mjs'
import { giveUp } from './stack/say.mjs'

stopOnSignals()
try {
  const options = readOptions(process.argv.slice(2))
  const figures = await runBench(options)
  printFigures(figures)
  if (options.out) writeFileSync(options.out, `${JSON.stringify({ machine: machine(), options, figures }, null, 2)}\n`)
  await unleashAll()
} catch (error) {
  await giveUp(error)
}
