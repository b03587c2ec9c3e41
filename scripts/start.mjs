// `npm start`: everything, from what a clone lacks to the printed address; Ctrl-C stops it all.
import './stack/node-version.mjs'
import { stopOnSignals } from './child-process.mjs'
import { installMissing } from './stack/install.mjs'
import { publicPort } from './stack/port.mjs'
import { exitWithError } from './stack/progress.mjs'

stopOnSignals(0)
try {
  const port = await publicPort()
  await installMissing()
  const { serve } = await import('./stack/serve.mjs')
  await serve(port)
} catch (error) {
  await exitWithError(error)
}
