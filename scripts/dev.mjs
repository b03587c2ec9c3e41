// `npm run dev`: like `npm start`, but services and pages reload when their sources change.
import './stack/node-version.mjs'
import { stopOnSignals } from './child-process.mjs'
import { installMissing } from './stack/install.mjs'
import { choosePublicPort } from './stack/port.mjs'
import { exitWithError } from './stack/progress.mjs'

stopOnSignals(0)
try {
  const port = await choosePublicPort()
  await installMissing()
  const { develop } = await import('./stack/develop.mjs')
  await develop(port)
} catch (error) {
  await exitWithError(error)
}
