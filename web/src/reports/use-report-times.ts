import type { Instant } from '@app/contract/base'
import { useNow } from '../lib/text/clock.ts'
import { localeOf, useLanguage } from '../lib/text/language.ts'
import { useTexts } from '../lib/text/texts.ts'
import { reportTexts } from './texts.ts'

const DAYS = { [-1]: 'yesterday', 0: 'today', 1: 'tomorrow' } as const

/** Returns the number of calendar days from one day to another, in the reader's time zone. */
function countDays(from: Date, to: Date): number {
  const dayOf = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return (dayOf(to) - dayOf(from)) / 86_400_000
}

/** Returns formatters for the times of reports, past and future, in the reader's time zone. */
export function useReportTimes() {
  const t = useTexts(reportTexts)
  const locale = localeOf(useLanguage())
  const now = useNow()
  const format = (instant: Instant, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, options).format(new Date(instant))
  const clock = (instant: Instant) => format(instant, { hour: '2-digit', minute: '2-digit' })
  const date = (instant: Instant) => format(instant, { day: 'numeric', month: 'long' })
  const dayOf = (instant: Instant) => DAYS[countDays(now, new Date(instant)) as keyof typeof DAYS]
  return {
    date,
    /** 'i dag 21:31', 'i går 21:31', '12 november 21:31' */
    at: (instant: Instant) => {
      const day = dayOf(instant)
      return day ? t(`times.${day}`, { clock: clock(instant) }) : `${date(instant)} ${clock(instant)}`
    },
    /** 'kl. 22:34', 'i morgon kl. 22:34', 'söndag 29 november', after 'senast' */
    by: (instant: Instant) => {
      const day = dayOf(instant)
      return day
        ? t(`deadlines.${day}`, { clock: clock(instant) })
        : format(instant, { weekday: 'long', day: 'numeric', month: 'long' })
    },
  }
}
