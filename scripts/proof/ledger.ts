// `npm run ledger`: verifies that no message is lost, duplicated or out of order while processes are killed.
// `-- --quick` is a short run.
import { stopAllChildren, stopOnSignals } from '../child-process.mjs'
import { exitWithError } from '../stack/progress.mjs'
import { parseOptions } from './ledger/options.ts'
import { isAsExpected, printLedger } from './ledger/print.ts'
import { runLedger } from './ledger/run.ts'

stopOnSignals()
try {
  const lines = await runLedger(parseOptions(process.argv.slice(2)))
  printLedger(lines)
  const mismatchCount = lines.filter((line) => !isAsExpected(line)).length
  console.log(
    mismatchCount === 0 ? '\nNothing lost, duplicated or out of order.' : `\n${mismatchCount} lines do not match.`,
  )
  process.exitCode = mismatchCount === 0 ? 0 : 1
  await stopAllChildren()
} catch (error) {
  await exitWithError(error)
}
