import type { Instant } from '@app/contract/base'
import { useMemo } from 'react'
import { useNow } from '../../lib/text/clock.ts'
import { localeOf, useLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { conversationTexts } from '../texts.ts'

/** Returns a key for the day of an instant in the reader's time zone. */
export const dayKeyOf = (instant: Instant): string => {
  const date = new Date(instant)
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`
}

/** Returns a formatter for times such as '21:38', in the reader's time zone. */
export function useClockTime(): (instant: Instant) => string {
  const locale = localeOf(useLanguage())
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
    return (instant) => format.format(new Date(instant))
  }, [locale])
}

/** Returns a formatter for days: 'I dag', 'I går', 'lördag 15 november'. It updates at midnight without a reload. */
export function useDayName(): (instant: Instant) => string {
  const t = useTexts(conversationTexts)
  const locale = localeOf(useLanguage())
  const now = useNow()
  return (instant) => {
    const day = dayKeyOf(instant)
    if (day === dayKeyOf(now.toISOString())) return t('days.today')
    const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
    if (day === dayKeyOf(yesterday.toISOString())) return t('days.yesterday')
    const date = new Date(instant)
    const isSameYear = date.getFullYear() === now.getFullYear()
    return new Intl.DateTimeFormat(locale, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      ...(isSameYear ? {} : { year: 'numeric' }),
    }).format(date)
  }
}
