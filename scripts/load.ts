// `npm run load`: many members connected, messages and calls at a steady rate, each begun when it is due; then more and more until
// it breaks. `-- --quick` is a first look; `--sockets`, `--messages`, `--calls` (a second), `--seconds`, `--step` (0: no growing rates)
// and `--out FILE` (JSON) say otherwise. Not zero when the steady rate already breaks something.
import { writeFileSync } from 'node:fs'
import { machine } from './bench/machine.ts'
import { stopAllChildren, stopOnSignals } from './child-process.mjs'
import { readOptions } from './load/options.ts'
import { printReport } from './load/print.ts'
import { runLoad } from './load/run.ts'
import { reportSummary } from './load/summary.ts'
import { exitWithError } from './stack/progress.mjs'

stopOnSignals()
try {
  const options = readOptions(process.argv.slice(2))
  const report = await runLoad(options)
  const summary = reportSummary(report)
  printReport(summary, report.complaints)
  const record = { takenAt: new Date().toISOString(), machine: machine(), options, ...summary }
  if (options.out) writeFileSync(options.out, `${JSON.stringify(record, null, 2)}\n`)
  process.exitCode = summary.main.broken ? 1 : 0
  await stopAllChildren()
} catch (error) {
  await exitWithError(error)
}
