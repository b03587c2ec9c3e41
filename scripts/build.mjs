// `npm run build`: builds everything that has changed since the last build.
import { stopOnSignals } from './child-process.mjs'
import { build } from './stack/build.mjs'
import { exitWithError, step } from './stack/progress.mjs'

stopOnSignals()
await step('Building what has changed', () => build(['build', 'build:scripts'])).catch(exitWithError)
