import type { Instant } from '@app/contract/base'
import { toStockholmTime } from '@app/contract/time/stockholm-time'
import { localeOf, useLanguage } from './language.ts'

const TIME_ZONE = 'Europe/Stockholm'

const upperFirst = (text: string): string => text.charAt(0).toLocaleUpperCase('sv') + text.slice(1)

/** Shows the year only if it is not the current one. */
const yearOf = (instant: Instant): 'numeric' | undefined =>
  toStockholmTime(instant).date.slice(0, 4) === toStockholmTime(new Date()).date.slice(0, 4) ? undefined : 'numeric'

/** Returns formatters for the times of events in Stockholm time, whatever the reader's time zone. */
export function useEventTimes() {
  const locale = localeOf(useLanguage())
  const part = (instant: Instant, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { timeZone: TIME_ZONE, ...options }).format(new Date(instant))
  return {
    month: (instant: Instant, length: 'short' | 'long') => part(instant, { month: length }).replace('.', ''),
    weekday: (instant: Instant, length: 'short' | 'long') => part(instant, { weekday: length }).replace('.', ''),
    day: (instant: Instant) => String(Number(toStockholmTime(instant).date.slice(8))),
    time: (instant: Instant) => toStockholmTime(instant).time,
    /** 'Lördag 22 november, 18:30' */
    whole: (instant: Instant) => {
      const weekday = part(instant, { weekday: 'long' })
      const date = part(instant, { day: 'numeric', month: 'long', year: yearOf(instant) })
      return `${upperFirst(weekday)} ${date}, ${toStockholmTime(instant).time}`
    },
  }
}
