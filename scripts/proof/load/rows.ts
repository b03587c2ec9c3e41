import type { StageSummary } from './summary.ts'

type Spread = StageSummary['received']

const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`
const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

/** Formats median, p99, maximum and number of samples. */
const spreadCells = ({ p50, p99, most, count }: Spread): string[] => [ms(p50), ms(p99), ms(most), String(count)]

export const timeRows = ({ acknowledged, received, calls }: StageSummary): string[][] =>
  Object.entries({ 'message acknowledged': acknowledged, 'message received by recipient': received, ...calls }).map(
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

export const formatFaults = ({ errors, lost, receivedTwice }: StageSummary): string => {
  const faults = [
    ...Object.entries(errors).map(([what, count]) => `${count} × ${what}`),
    ...(lost > 0 ? [`${lost} lost`] : []),
    ...(receivedTwice > 0 ? [`${receivedTwice} received twice`] : []),
  ]
  return faults.length > 0 ? faults.join(', ') : 'none'
}

export const slowestHundredths = ({ acknowledged, received }: StageSummary): string[] => [
  ms(acknowledged.p99),
  ms(received.p99),
]
