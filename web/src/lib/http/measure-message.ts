import { getLanguage, localeOf } from '../text/language.ts'
import { getTexts } from '../text/texts.ts'
import { measureTexts } from './measure-texts.ts'

/**
 * The maximum duration of a measure that ends by itself, in days. Only the suspension of a ban is longer, and has no
 * end to show.
 */
const MEASURE_DAYS_MAX = 180

/** Returns the message of a restriction or suspension with its end, `retryAfter` seconds from now. */
export function measureMessageOf(code: 'RESTRICTED' | 'SUSPENDED', retryAfter: number | undefined): string {
  const t = getTexts(measureTexts)
  if (retryAfter === undefined || retryAfter > MEASURE_DAYS_MAX * 86_400) return t(code)
  const format = new Intl.DateTimeFormat(localeOf(getLanguage()), { day: 'numeric', month: 'long', year: 'numeric' })
  return t(`${code}_UNTIL`, { date: format.format(Date.now() + retryAfter * 1_000) })
}
