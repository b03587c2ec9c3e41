import { findFaults } from './budgets.ts'
import { type Figure, isWithinTarget, printFigures } from './figures.ts'
import { type BenchArguments, PARTS } from './options.ts'
import { writeFigures } from './record.ts'
import { runBench } from './run.ts'

function printSection(title: string, lines: string[]): void {
  if (lines.length > 0) console.log(`\n${title}\n${lines.map((line) => `  ${line}`).join('\n')}`)
}

/** Measures one part, or all of them, in this process. In a quick run, missed targets do not cause a failure. */
export async function runParts({ quick, only, out, options }: BenchArguments): Promise<boolean> {
  const all: Figure[] = []
  const faults: string[] = []
  const complaints = await runBench(only ? [only] : PARTS, options, (part, figures) => {
    all.push(...figures)
    faults.push(...findFaults(part, figures))
    if (out) writeFigures(out, part, figures, options)
  })
  printFigures(all)
  const broken = all.filter((figure) => isWithinTarget(figure) === false).map(({ what }) => what)
  printSection('Missed targets', broken)
  printSection('Missing', faults)
  printSection('Errors in the logs', complaints)
  return faults.length === 0 && complaints.length === 0 && (quick || broken.length === 0)
}
