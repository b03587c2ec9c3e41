// `npm run ledger`: verifies that no message is lost, duplicated or out of order while processes are killed; `--
// --quick` is a short run.
import { stopAllChildren, stopOnSignals } from '../child-process.mjs'
import { exitWithError } from '../stack/progress.mjs'
import { readOptions } from './ledger/options.ts'
import { isRight, printLedger } from './ledger/print.ts'
import { runLedger } from './ledger/run.ts'

stopOnSignals()
try {
  const lines = await runLedger(readOptions(process.argv.slice(2)))
  printLedger(lines)
  const wrong = lines.filter((line) => !isRight(line)).length
  console.log(wrong === 0 ? '\nNothing lost, duplicated or out of order.' : `\n${wrong} lines have faults.`)
  process.exitCode = wrong === 0 ? 0 : 1
  await stopAllChildren()
} catch (error) {
  await exitWithError(error)
}
