import { printTable } from '../common/print-table.ts'
import type { Vitals } from './measure-page.ts'
import type { PageVitals } from './run.ts'

const FIRST_PAINT_MAX = 1_500
const LAYOUT_SHIFT_MAX = 0.02
const INTERACTION_MAX = 200

const formatTime = (milliseconds: number, max = Number.POSITIVE_INFINITY): string =>
  `${(milliseconds / 1_000).toFixed(2)} s${milliseconds > max ? ' !' : '  '}`

const formatVisit = (
  name: string,
  { firstPaint, largestPaint, layoutShift, interaction, scripts, kilobytes }: Vitals,
  largestPaintMax: number | undefined,
): string[] => [
  name,
  formatTime(firstPaint, FIRST_PAINT_MAX),
  formatTime(largestPaint, largestPaintMax),
  `${layoutShift.toFixed(3)}${layoutShift > LAYOUT_SHIFT_MAX ? ' !' : '  '}`,
  `${Math.round(interaction)} ms${interaction > INTERACTION_MAX ? ' !' : '  '}`,
  `${Math.round(scripts)} kB`,
  `${Math.round(kilobytes)} kB`,
]

const HEADINGS = ['', 'first paint', 'largest paint', 'shift', 'interaction', 'scripts', 'in all']

/** Prints the vitals, with '!' at each missed target; returns whether all targets are met. */
export function printVitals(vitals: PageVitals[]): boolean {
  const rows = vitals.flatMap(({ page, first, second }) => [
    formatVisit(`${page.path}, first visit`, first, page.firstVisitMax),
    formatVisit('  second visit', second, page.secondVisitMax),
  ])
  printTable([HEADINGS, ...rows])
  return rows.flat().every((cell) => !cell.endsWith('!'))
}
