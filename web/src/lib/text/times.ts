import type { Instant } from '@app/contract/base'
import { formatRelativeTime, formatShortDate } from '@app/contract/time/relative-time'
import { useNow } from './clock.ts'
import { localeOf, useLanguage } from './language.ts'

/** Returns a formatter with results such as 'nu', '8 min' and 'i går'. The component rerenders as time passes. */
export function useRelativeTime(): (instant: Instant) => string {
  const now = useNow()
  const language = useLanguage()
  return (instant) => formatRelativeTime(instant, now, language)
}

/** Returns a formatter with results such as '12 nov', with the year if it is not the current one. */
export function useShortDate(): (instant: Instant) => string {
  const now = useNow()
  const language = useLanguage()
  return (instant) => formatShortDate(new Date(instant), now, language)
}

/** Returns a formatter of the full date and time, for the tooltips of short ones. */
export function useFullTime(): (instant: Instant) => string {
  const format = new Intl.DateTimeFormat(localeOf(useLanguage()), { dateStyle: 'long', timeStyle: 'short' })
  return (instant) => format.format(new Date(instant))
}
