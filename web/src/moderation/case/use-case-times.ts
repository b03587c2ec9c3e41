import type { Instant } from '@app/contract/base'
import { localeOf, useLanguage } from '../../lib/text/language.ts'

/** Returns formatters with results such as '12 nov. 21:31' and '12 november 2025'. */
export function useCaseTimes() {
  const locale = localeOf(useLanguage())
  const time = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' })
  return {
    at: (instant: Instant) => time.format(new Date(instant)),
    date: (instant: Instant) => date.format(new Date(instant)),
  }
}
