import type { Instant } from '@app/contract/base'
import { useNow } from '../lib/text/clock.ts'
import { localeOf, useLanguage } from '../lib/text/language.ts'

/** Returns a formatter with results such as 'september', with the year if it is not the current one. */
export function useSearchedMonth(): (instant: Instant) => string {
  const now = new Date(useNow())
  const locale = localeOf(useLanguage())
  return (instant) => {
    const time = new Date(instant)
    const isThisYear = time.getFullYear() === now.getFullYear()
    return new Intl.DateTimeFormat(locale, { month: 'long', ...(isThisYear ? {} : { year: 'numeric' }) }).format(time)
  }
}
