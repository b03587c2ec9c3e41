// `npm run bench`: figures of the product beside the limits of bare libraries, taken in the same run; `-- --quick` is small and only
// shows that everything can be measured, `--only chats`, `digests`, `feed`, `groups`, `lists`, `photos`, `plates` or `search` measures a
// part, `--out FILE` keeps the figures as JSON, beside those of other parts that it holds.
import { printFigures } from './bench/figures.ts'
import { readOptions } from './bench/options.ts'
import { keepFigures } from './bench/record.ts'
import { runBench } from './bench/run.ts'
import { stopOnSignals, unleashAll } from './leash.mjs'
import { giveUp } from './stack/say.mjs'

stopOnSignals()
try {
  const options = readOptions(process.argv.slice(2))
  const figures = await runBench(options)
  printFigures([...figures.values()].flat())
  if (options.out) keepFigures(options.out, figures, options)
  await unleashAll()
} catch (error) {
  await giveUp(error)
}
