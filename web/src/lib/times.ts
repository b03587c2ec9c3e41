import type { Instant } from '@app/contract/base'
import { formatRelativeTime, formatShortDate } from '@app/contract/relative-time'
import { useNow } from './clock.ts'
import { localeOf, useLanguage } from './language.ts'

/** Makes 'nu', '8 min', 'i går' of an instant, and keeps it true while it is on the screen. */
export function useRelativeTime(): (instant: Instant) => string {
  const now = useNow()
  const language = useLanguage()
  return (instant) => formatRelativeTime(instant, now, language)
}

/** Makes '12 nov' of an instant, with the year when it is another one. */
export function useShortDate(): (instant: Instant) => string {
  const now = useNow()
  const language = useLanguage()
  return (instant) => formatShortDate(new Date(instant), now, language)
}

/** The whole date and time, for the title of a shortened one. */
export function useFullTime(): (instant: Instant) => string {
  const format = new Intl.DateTimeFormat(localeOf(useLanguage()), { dateStyle: 'long', timeStyle: 'short' })
  return (instant) => format.format(new Date(instant))
}
