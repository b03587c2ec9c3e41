import type { StageSummary } from './summary.ts'

type Spread = StageSummary['heard']

const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`
const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

/** Formats median, p99, maximum and number of samples. */
const spreadCells = ({ p50, p99, most, count }: Spread): string[] => [ms(p50), ms(p99), ms(most), String(count)]

export const timeRows = ({ acknowledged, heard, calls }: StageSummary): string[][] =>
  Object.entries({ 'message acknowledged': acknowledged, 'message received by recipient': heard, ...calls }).map(
    ([what, spread]) => [what, ...spreadCells(spread)],
  )

export const TIME_HEAD = ['Operation', 'p50', 'p99', 'slowest', 'samples']

export const useRows = ({ uses }: StageSummary): string[][] =>
  Object.entries(uses).map(([part, { cores, before, after }]) => [
    part,
    cores.toFixed(2),
    megabytes(before),
    megabytes(after),
  ])

export const USE_HEAD = ['Process', 'cores', 'memory at the start', 'memory at the end']

export const formatFaults = ({ errors, lost, heardTwice }: StageSummary): string => {
  const faults = [
    ...Object.entries(errors).map(([what, count]) => `${count} × ${what}`),
    ...(lost > 0 ? [`${lost} lost`] : []),
    ...(heardTwice > 0 ? [`${heardTwice} received twice`] : []),
  ]
  return faults.length > 0 ? faults.join(', ') : 'none'
}

export const slowestHundredths = ({ acknowledged, heard }: StageSummary): string[] => [
  ms(acknowledged.p99),
  ms(heard.p99),
]
