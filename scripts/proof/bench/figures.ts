import { printTable } from './print-table.ts'

/** A measurement: the product's value, the bare limit of the same run, and the target. */
export type Figure = {
  what: string
  unit: string
  ours: number
  bare?: number
  /** The minimum or maximum of `ours`: as a ratio to `bare`, or as an absolute value if `bare` is missing. */
  atLeast?: number
  atMost?: number
}

export const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2
}

export const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

/** Measures both in alternating rounds, so that other load on the machine affects both. */
export async function alternate<Result>(
  rounds: number,
  ours: () => Promise<Result>,
  bare: () => Promise<Result>,
): Promise<{ ours: Result[]; bare: Result[] }> {
  const results: { ours: Result[]; bare: Result[] } = { ours: [], bare: [] }
  for (let round = 0; round < rounds; round++) {
    results.bare.push(await bare())
    results.ours.push(await ours())
  }
  return results
}

export const computeRatio = ({ ours, bare }: Figure): number | undefined => (bare ? ours / bare : undefined)

/** Returns undefined if the figure has no target. */
export function isWithinTarget(figure: Figure): boolean | undefined {
  const { ours, atLeast, atMost } = figure
  const value = computeRatio(figure) ?? ours
  if (atLeast !== undefined) return value >= atLeast
  return atMost === undefined ? undefined : value <= atMost
}

export const formatValue = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2)

export const formatTarget = ({ atLeast, atMost, bare }: Figure): string => {
  if (atLeast === undefined && atMost === undefined) return ''
  const of = bare === undefined ? '' : ' × baseline'
  return atLeast === undefined ? `at most ${atMost}${of}` : `at least ${atLeast}${of}`
}

export function printFigures(figures: Figure[]): void {
  const rows = figures.map((figure) => {
    const ratio = computeRatio(figure)
    const mark = { true: '✓', false: '✗', undefined: ' ' }[
      String(isWithinTarget(figure)) as 'true' | 'false' | 'undefined'
    ]
    return [
      `${mark} ${figure.what}`,
      `${formatValue(figure.ours)} ${figure.unit}`,
      figure.bare === undefined ? '' : `${formatValue(figure.bare)} ${figure.unit}`,
      ratio === undefined ? '' : ratio.toFixed(2),
      formatTarget(figure),
    ]
  })
  printTable([['  Measurement', 'Salong', 'baseline', 'ratio', 'target'], ...rows])
}
