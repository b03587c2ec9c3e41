// `npm run load`: connects many members, and sends messages and other requests at a steady rate, each at its scheduled
// time; then raises the rates until a step fails. `-- --quick` is a short run; `--sockets`, `--messages` and
// `--requests` (both per second), `--seconds`, `--step` (seconds per step, 0 for no ramp) and `--out FILE` (JSON)
// override the defaults. Exits with a nonzero code if the steady rate fails.
import { writeFileSync } from 'node:fs'
import { stopAllChildren, stopOnSignals } from '../child-process.mjs'
import { exitWithError } from '../stack/progress.mjs'
import { describeMachine } from './bench/machine.ts'
import { parseOptions } from './load/options.ts'
import { printReport } from './load/print.ts'
import { runLoad } from './load/run.ts'
import { summarizeReport } from './load/summary.ts'

stopOnSignals()
try {
  const options = parseOptions(process.argv.slice(2))
  const report = await runLoad(options)
  const summary = summarizeReport(report)
  printReport(summary, report.errorLines)
  const record = { measuredAt: new Date().toISOString(), machine: describeMachine(), options, ...summary }
  if (options.out) writeFileSync(options.out, `${JSON.stringify(record, null, 2)}\n`)
  process.exitCode = summary.main.failed ? 1 : 0
  await stopAllChildren()
} catch (error) {
  await exitWithError(error)
}
