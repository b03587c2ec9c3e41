import type { Instant } from '@app/contract/base'
import type { OperationsRange } from '@app/contract/operations'
import { localeOf, useLanguage } from '../lib/text/language.ts'

const CLOCK = { hour: '2-digit', minute: '2-digit' } as const
const DAY_AND_CLOCK = { ...CLOCK, day: 'numeric', month: 'short' } as const

/** Returns a function that formats times: '14:05' for the hour range, '12 nov. 14:05' for longer ranges. */
export function useTimeFormat(range: OperationsRange): (instant: Instant) => string {
  const language = useLanguage()
  const format = new Intl.DateTimeFormat(localeOf(language), range === 'HOUR' ? CLOCK : DAY_AND_CLOCK)
  return (instant) => format.format(new Date(instant))
}
