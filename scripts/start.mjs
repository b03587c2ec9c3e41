// `npm start`: runs every step from a fresh clone to the running product, and prints its URL; Ctrl-C stops
// everything.
import './stack/node-version.mjs'
import { stopOnSignals } from './child-process.mjs'
import { installMissing } from './stack/install.mjs'
import { choosePublicPort } from './stack/port.mjs'
import { exitWithError } from './stack/progress.mjs'

stopOnSignals(0)
try {
  const port = await choosePublicPort()
  await installMissing()
  const { serve } = await import('./stack/serve.mjs')
  await serve(port)
} catch (error) {
  await exitWithError(error)
}
