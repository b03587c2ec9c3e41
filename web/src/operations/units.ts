import type { Language } from '@app/contract/text/language'
import { localeOf, useLanguage } from '../lib/text/language.ts'

/** The unit of a metric. */
export type Unit = 'count' | 'bytes' | 'milliseconds' | 'seconds'

type Scale = readonly (readonly [size: number, swedish: string, english: string])[]

const TIMES: Scale = [
  [1, 's', 's'],
  [60, 'min', 'min'],
  [3_600, 'tim', 'h'],
  [86_400, 'dygn', 'd'],
]

/** Smallest first; a value uses the largest unit in which it is at least 1. */
const SCALES: Record<Unit, Scale> = {
  count: [[1, '', '']],
  bytes: [
    [1, 'B', 'B'],
    [1e3, 'kB', 'kB'],
    [1e6, 'MB', 'MB'],
    [1e9, 'GB', 'GB'],
    [1e12, 'TB', 'TB'],
  ],
  milliseconds: [[1, 'ms', 'ms'], ...TIMES.map(([size, ...names]) => [size * 1_000, ...names] as const)],
  seconds: TIMES,
}

/** Formats a value with its unit, such as '12 MB' or '1,5 min' in Swedish. Values below ten have up to one decimal. */
export function formatMetricIn(language: Language, value: number, unit: Unit): string {
  const [size, swedish, english] = SCALES[unit].findLast(([minimum]) => value >= minimum) ??
    SCALES[unit][0] ?? [1, '', '']
  const scaled = value / size
  const digits = scaled < 10 ? 1 : 0
  const number = new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: digits }).format(scaled)
  const name = language === 'ENGLISH' ? english : swedish
  return name ? `${number}\u00a0${name}` : number
}

export type FormatMetric = (value: number, unit?: Unit) => string

export function useFormatMetric(): FormatMetric {
  const language = useLanguage()
  return (value, unit = 'count') => formatMetricIn(language, value, unit)
}
