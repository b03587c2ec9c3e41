import { printTable } from '../common/print-table.ts'

/** The value of the product, that of the baseline in the same run, and the target. */
export type Measurement = {
  label: string
  unit: string
  product: number
  baseline?: number
  /**
   * The minimum or maximum of `product`: as a ratio to `baseline`, or as an absolute value if `baseline` is missing.
   */
  atLeast?: number
  atMost?: number
}

export const percentile = (values: number[], quantile: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * quantile))] ?? 0

/** Measures product and baseline in alternating rounds, so that other load on the machine affects both. */
export async function alternate<Result>(
  rounds: number,
  product: () => Promise<Result>,
  baseline: () => Promise<Result>,
): Promise<{ product: Result[]; baseline: Result[] }> {
  const results: { product: Result[]; baseline: Result[] } = { product: [], baseline: [] }
  for (let round = 0; round < rounds; round++) {
    results.baseline.push(await baseline())
    results.product.push(await product())
  }
  return results
}

export const computeRatio = ({ product, baseline }: Measurement): number | undefined =>
  baseline ? product / baseline : undefined

/** Returns whether a measurement meets its target, or undefined if it has none. */
export function isWithinTarget(measurement: Measurement): boolean | undefined {
  const { product, atLeast, atMost } = measurement
  const value = computeRatio(measurement) ?? product
  if (atLeast !== undefined) return value >= atLeast
  return atMost === undefined ? undefined : value <= atMost
}

export const formatValue = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2)

export const formatTarget = ({ atLeast, atMost, baseline }: Measurement): string => {
  if (atLeast === undefined && atMost === undefined) return ''
  const unit = baseline === undefined ? '' : ' × baseline'
  return atLeast === undefined ? `at most ${atMost}${unit}` : `at least ${atLeast}${unit}`
}

export function printMeasurements(measurements: Measurement[]): void {
  const rows = measurements.map((measurement) => {
    const ratio = computeRatio(measurement)
    const mark = { true: '✓', false: '✗', undefined: ' ' }[
      String(isWithinTarget(measurement)) as 'true' | 'false' | 'undefined'
    ]
    return [
      `${mark} ${measurement.label}`,
      `${formatValue(measurement.product)} ${measurement.unit}`,
      measurement.baseline === undefined ? '' : `${formatValue(measurement.baseline)} ${measurement.unit}`,
      ratio === undefined ? '' : ratio.toFixed(2),
      formatTarget(measurement),
    ]
  })
  printTable([['  Measurement', 'Salong', 'baseline', 'ratio', 'target'], ...rows])
}
