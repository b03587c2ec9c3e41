import { faultsOf } from './budgets.ts'
import { type Figure, isWithin, printFigures } from './figures.ts'
import { PARTS, type Wish } from './options.ts'
import { keepFigures } from './record.ts'
import { runBench } from './run.ts'

function tell(title: string, lines: string[]): void {
  if (lines.length > 0) console.log(`\n${title}\n${lines.map((line) => `  ${line}`).join('\n')}`)
}

/** Measures one part, or all of them, in this process. In a quick run figures are no reason to fail. */
export async function benchHere({ quick, only, out, options }: Wish): Promise<boolean> {
  const all: Figure[] = []
  const faults: string[] = []
  const complaints = await runBench(only ? [only] : PARTS, options, (part, figures) => {
    all.push(...figures)
    faults.push(...faultsOf(part, figures))
    if (out) keepFigures(out, part, figures, options)
  })
  printFigures(all)
  const broken = all.filter((figure) => isWithin(figure) === false).map(({ what }) => what)
  tell('Promises that are not kept', broken)
  tell('Missing', faults)
  tell('Errors in the logs', complaints)
  return faults.length === 0 && complaints.length === 0 && (quick || broken.length === 0)
}
