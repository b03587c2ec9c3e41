import type { OperationsHistory, OperationsRange } from '@app/contract/operations'
import type { Unit } from '../units.ts'

export type SeriesName = Exclude<keyof OperationsHistory, 'at' | 'stepSeconds'>

/** The style of a line. The lines of one chart differ in both color and dashes. */
export type Line = 'first' | 'second' | 'third' | 'bad'

export type ChartName = 'online' | 'traffic' | 'lag' | 'jobs' | 'oldest' | 'mails' | 'storage'

export type Chart = { name: ChartName; unit: Unit; series: readonly { name: SeriesName; line: Line }[] }

export type ChartProps = { chart: Chart; range: OperationsRange; history: OperationsHistory }

/** Each chart has a single unit, and so a single scale. */
export const CHARTS: readonly Chart[] = [
  { name: 'online', unit: 'count', series: [{ name: 'membersOnline', line: 'first' }] },
  {
    name: 'traffic',
    unit: 'count',
    series: [
      { name: 'messages', line: 'first' },
      { name: 'pushes', line: 'second' },
    ],
  },
  {
    name: 'lag',
    unit: 'milliseconds',
    series: [
      { name: 'pushLagP50', line: 'first' },
      { name: 'pushLagP99', line: 'second' },
    ],
  },
  { name: 'oldest', unit: 'seconds', series: [{ name: 'oldestJobSeconds', line: 'first' }] },
  {
    name: 'jobs',
    unit: 'count',
    series: [
      { name: 'jobsWaiting', line: 'first' },
      { name: 'jobsFailed', line: 'bad' },
    ],
  },
  {
    name: 'mails',
    unit: 'count',
    series: [
      { name: 'mailsTaken', line: 'first' },
      { name: 'mailsRefused', line: 'bad' },
    ],
  },
  {
    name: 'storage',
    unit: 'bytes',
    series: [
      { name: 'databaseBytes', line: 'first' },
      { name: 'photoBytes', line: 'second' },
      { name: 'redisBytes', line: 'third' },
    ],
  },
]

export type Values = readonly (number | null)[]

const filterMeasured = (values: Values): number[] => values.filter((value) => value !== null)

/**
 * Returns the latest, lowest and highest value of a line. The latest is null if the last point is missing; the result
 * is null if nothing was measured.
 */
export function summaryOf(values: Values): { latest: number | null; lowest: number; highest: number } | null {
  const measuredValues = filterMeasured(values)
  if (measuredValues.length === 0) return null
  return { latest: values.at(-1) ?? null, lowest: Math.min(...measuredValues), highest: Math.max(...measuredValues) }
}
