import type { Instant } from '@app/contract/base'
import { useMemo } from 'react'
import { useNow } from '../../lib/text/clock.ts'
import { localeOf, useLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { conversationTexts } from '../texts.ts'

/** Returns a key for the day of an instant in the reader's time zone. */
export const dayOf = (instant: Instant): string => {
  const date = new Date(instant)
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`
}

/** Returns a formatter such as '21:38', in the reader's time zone. */
export function useClockTime(): (instant: Instant) => string {
  const locale = localeOf(useLanguage())
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
    return (instant) => format.format(new Date(instant))
  }, [locale])
}

const DAY = 24 * 60 * 60_000

/** Returns a formatter such as 'I dag', 'I går', 'lördag 15 november', which updates at midnight without a reload. */
export function useDayName(): (instant: Instant) => string {
  const t = useTexts(conversationTexts)
  const locale = localeOf(useLanguage())
  const now = useNow()
  return (instant) => {
    const day = dayOf(instant)
    if (day === dayOf(now.toISOString())) return t('days.today')
    const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate(), 12).getTime() - DAY
    if (day === dayOf(new Date(yesterday).toISOString())) return t('days.yesterday')
    const date = new Date(instant)
    const sameYear = date.getFullYear() === now.getFullYear()
    return new Intl.DateTimeFormat(locale, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      ...(sameYear ? {} : { year: 'numeric' }),
    }).format(date)
  }
}
