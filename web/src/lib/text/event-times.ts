import type { Instant } from '@app/contract/base'
import { toStockholmTime } from '@app/contract/time/stockholm-time'
import { localeOf, useLanguage } from './language.ts'

const TIME_ZONE = 'Europe/Stockholm'

const capitalize = (text: string): string => text.charAt(0).toLocaleUpperCase('sv') + text.slice(1)

/** Returns the format of the year; undefined hides the current one. */
const yearFormatOf = (instant: Instant): 'numeric' | undefined =>
  toStockholmTime(instant).date.slice(0, 4) === toStockholmTime(new Date()).date.slice(0, 4) ? undefined : 'numeric'

/** Returns formatters for the times of events in Stockholm time, regardless of the reader's time zone. */
export function useEventTimes() {
  const locale = localeOf(useLanguage())
  const format = (instant: Instant, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { timeZone: TIME_ZONE, ...options }).format(new Date(instant))
  return {
    month: (instant: Instant, length: 'short' | 'long') => format(instant, { month: length }).replace('.', ''),
    weekday: (instant: Instant, length: 'short' | 'long') => format(instant, { weekday: length }).replace('.', ''),
    day: (instant: Instant) => String(Number(toStockholmTime(instant).date.slice(8))),
    time: (instant: Instant) => toStockholmTime(instant).time,
    /** 'Lördag 22 november, 18:30' */
    dateAndTime: (instant: Instant) => {
      const weekday = format(instant, { weekday: 'long' })
      const date = format(instant, { day: 'numeric', month: 'long', year: yearFormatOf(instant) })
      return `${capitalize(weekday)} ${date}, ${toStockholmTime(instant).time}`
    },
  }
}
