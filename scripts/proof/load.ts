// `npm run load`: connects many members, and sends messages and calls at a steady rate, each at its scheduled time;
// then raises the rates until a step fails. `-- --quick` is a short run; `--sockets`, `--messages`, `--calls` (a
// second), `--seconds`, `--step` (seconds per step, 0 for none) and `--out FILE` (JSON) override the defaults. Exits
// with a nonzero code if the steady rate fails.
import { writeFileSync } from 'node:fs'
import { stopAllChildren, stopOnSignals } from '../child-process.mjs'
import { exitWithError } from '../stack/progress.mjs'
import { machine } from './bench/machine.ts'
import { readOptions } from './load/options.ts'
import { printReport } from './load/print.ts'
import { runLoad } from './load/run.ts'
import { reportSummary } from './load/summary.ts'

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
