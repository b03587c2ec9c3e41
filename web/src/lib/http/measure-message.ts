import { DAY_MS } from '@app/contract/limits'
import { SUSPENSION_DAYS_MAX } from '@app/contract/safety/decision-rules'
import { getLanguage, localeOf } from '../text/language.ts'
import { getTexts } from '../text/texts.ts'
import { measureTexts } from './measure-texts.ts'

/**
 * Returns the message of a restriction or suspension with its end, `retryAfter` seconds from now. Only the suspension of
 * a ban is longer than the longest suspension, and has no end to show.
 */
export function measureMessageOf(code: 'RESTRICTED' | 'SUSPENDED', retryAfter: number | undefined): string {
  const t = getTexts(measureTexts)
  if (retryAfter === undefined || retryAfter * 1_000 > SUSPENSION_DAYS_MAX * DAY_MS) return t(code)
  const format = new Intl.DateTimeFormat(localeOf(getLanguage()), { day: 'numeric', month: 'long', year: 'numeric' })
  return t(`${code}_UNTIL`, { date: format.format(Date.now() + retryAfter * 1_000) })
}
