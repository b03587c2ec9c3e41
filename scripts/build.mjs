// `npm run build`: everything that has changed since the last time.
import { stopOnSignals } from './leash.mjs'
import { build } from './stack/build.mjs'
import { giveUp, step } from './stack/say.mjs'

stopOnSignals()
await step('Building what has changed', () => build(['build', 'build:scripts'])).catch(giveUp)
