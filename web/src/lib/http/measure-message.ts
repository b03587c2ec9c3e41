import { getLanguage, localeOf } from '../text/language.ts'
import { getTexts } from '../text/texts.ts'
import { measureTexts } from './measure-texts.ts'

/** The longest measure that ends by itself. The suspension of a ban has no end to show. */
const MEASURE_DAYS_MAX = 180

/** Returns the message of a restriction or suspension, which says when it ends: `retryAfter` seconds from now. */
export function measureMessageOf(code: 'RESTRICTED' | 'SUSPENDED', retryAfter: number | undefined): string {
  const t = getTexts(measureTexts)
  if (retryAfter === undefined || retryAfter > MEASURE_DAYS_MAX * 86_400) return t(code)
  const format = new Intl.DateTimeFormat(localeOf(getLanguage()), { day: 'numeric', month: 'long', year: 'numeric' })
  return t(`${code}_UNTIL`, { date: format.format(Date.now() + retryAfter * 1_000) })
}
