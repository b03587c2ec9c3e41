import { findProblems } from './check-measurements.ts'
import { isWithinTarget, type Measurement, printMeasurements } from './measurements.ts'
import { type BenchArguments, PARTS } from './options.ts'
import { recordMeasurements } from './record.ts'
import { runBench } from './run.ts'

function printSection(title: string, lines: string[]): void {
  if (lines.length > 0) console.log(`\n${title}\n${lines.map((line) => `  ${line}`).join('\n')}`)
}

/** Measures one part or all parts in this process, and returns whether all succeeded. A quick run may miss targets. */
export async function runParts({ quick, only, out, options }: BenchArguments): Promise<boolean> {
  const all: Measurement[] = []
  const problems: string[] = []
  const errorLines = await runBench(only ? [only] : PARTS, options, (part, measurements) => {
    all.push(...measurements)
    problems.push(...findProblems(part, measurements))
    if (out) recordMeasurements(out, part, measurements, options)
  })
  printMeasurements(all)
  const missed = all.filter((measurement) => isWithinTarget(measurement) === false).map(({ label }) => label)
  printSection('Missed targets', missed)
  printSection('Missing or invalid measurements', problems)
  printSection('Errors in the logs', errorLines)
  return problems.length === 0 && errorLines.length === 0 && (quick || missed.length === 0)
}
