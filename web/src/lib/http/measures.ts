import type { ErrorResponse } from '@app/contract/errors'
import { create } from 'zustand'
import { getLanguage, localeOf } from '../text/language.ts'
import { getTexts } from '../text/texts.ts'
import { errorTexts } from './error-texts.ts'

/** The last rejection by a restriction of the account, for the link to the decision; `count` tells them apart. */
export const useRestriction = create<{ message: string; count: number }>(() => ({ message: '', count: 0 }))

/** The longest measure that ends by itself. The suspension of a ban has no end to show. */
const MEASURE_DAYS_MAX = 180

/** Returns the message of an error; that of a restriction or suspension says when it ends, `retryAfter` seconds from now. */
export function messageOf({ code, message }: ErrorResponse, retryAfter: number | undefined): string {
  if (code !== 'RESTRICTED' && code !== 'SUSPENDED') return message
  const t = getTexts(errorTexts)
  if (retryAfter === undefined || retryAfter > MEASURE_DAYS_MAX * 86_400) return t(code)
  const format = new Intl.DateTimeFormat(localeOf(getLanguage()), { day: 'numeric', month: 'long', year: 'numeric' })
  return t(`${code}_UNTIL`, { date: format.format(Date.now() + retryAfter * 1_000) })
}
