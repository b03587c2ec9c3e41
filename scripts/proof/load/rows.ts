import type { StageSummary } from './summary.ts'

type TimesSummary = StageSummary['received']

const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`
const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

/** Formats the median, the p99, the maximum and the number of samples. */
const formatTimesSummary = ({ p50, p99, max, count }: TimesSummary): string[] => [
  ms(p50),
  ms(p99),
  ms(max),
  String(count),
]

export const formatTimes = ({ acknowledged, received, requests }: StageSummary): string[][] =>
  Object.entries({ 'message acknowledged': acknowledged, 'message received by recipient': received, ...requests }).map(
    ([label, summary]) => [label, ...formatTimesSummary(summary)],
  )

export const TIMES_HEADER = ['Operation', 'p50', 'p99', 'slowest', 'samples']

export const formatUsage = ({ usageByProcess }: StageSummary): string[][] =>
  Object.entries(usageByProcess).map(([name, { cores, bytesBefore, bytesAfter }]) => [
    name,
    cores.toFixed(2),
    megabytes(bytesBefore),
    megabytes(bytesAfter),
  ])

export const USAGE_HEADER = ['Process', 'cores', 'memory at the start', 'memory at the end']

export const formatErrors = ({ errors, lost, duplicates }: StageSummary): string => {
  const descriptions = [
    ...Object.entries(errors).map(([label, count]) => `${count} × ${label}`),
    ...(lost > 0 ? [`${lost} lost`] : []),
    ...(duplicates > 0 ? [`${duplicates} received more than once`] : []),
  ]
  return descriptions.length > 0 ? descriptions.join(', ') : 'none'
}

export const formatP99s = ({ acknowledged, received }: StageSummary): string[] => [
  ms(acknowledged.p99),
  ms(received.p99),
]
