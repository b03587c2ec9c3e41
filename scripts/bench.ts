// `npm run bench`: figures of the product beside the limits of bare libraries, taken in the same run, each part on a stack of its
// own, so that a part that fails leaves the others their figures. `-- --only chats`, `digests`, `feed`, `groups`, `lists`, `photos`,
// `plates` or `search` measures a part; `--divide N` makes everything so many times smaller; `--out FILE` keeps the figures of each
// part as soon as they are there as JSON, beside those of other parts that it holds. `--quick` is small, measures all parts on one
// stack and only shows that everything can be measured. Not zero when a line is missing, anything fails or a service complains; without
// `--quick` also when a promise is not kept.
import { benchEach } from './bench/each.ts'
import { benchHere } from './bench/here.ts'
import { readOptions } from './bench/options.ts'
import { stopOnSignals, unleashAll } from './leash.mjs'
import { giveUp } from './stack/say.mjs'

stopOnSignals()
try {
  const args = process.argv.slice(2)
  const wish = readOptions(args)
  const isWell = wish.quick || wish.only ? await benchHere(wish) : await benchEach(args)
  process.exitCode = isWell ? 0 : 1
  await unleashAll()
} catch (error) {
  await giveUp(error)
}
