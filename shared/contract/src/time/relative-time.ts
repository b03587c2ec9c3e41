import type { Instant } from '../base.ts'
import { HOUR_MS } from '../limits.ts'
import type { Language } from '../text/language.ts'

const MINUTE_MS = 60_000

/** Returns the number of calendar days between two times in the reader's time zone. */
function countCalendarDays(start: Date, end: Date): number {
  const toUtcMidnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return Math.round((toUtcMidnight(end) - toUtcMidnight(start)) / (24 * HOUR_MS))
}

const WORDS = {
  SWEDISH: { locale: 'sv-SE', now: 'nu', minutes: 'min', hours: 'tim', yesterday: 'i går', days: 'dagar' },
  ENGLISH: { locale: 'en-GB', now: 'now', minutes: 'min', hours: 'h', yesterday: 'yesterday', days: 'days' },
} as const

/** Formats the day and the month, with the year if it is not the current one. */
export function formatShortDate(date: Date, now: Date, language: Language): string {
  const isSameYear = date.getFullYear() === now.getFullYear()
  return new Intl.DateTimeFormat(WORDS[language].locale, {
    day: 'numeric',
    month: 'short',
    ...(isSameYear ? {} : { year: 'numeric' }),
  })
    .format(date)
    .replace('.', '')
}

/**
 * Formats how long ago a time was, for lists: now, minutes, steps of ten minutes, hours, yesterday, days up to a week,
 * then as `formatShortDate`. Days are calendar days in the reader's time zone. Future times are formatted as now.
 */
export function formatRelativeTime(instant: Instant, now: Date, language: Language): string {
  const words = WORDS[language]
  const date = new Date(instant)
  const ageMs = now.getTime() - date.getTime()
  if (ageMs < MINUTE_MS) return words.now
  if (ageMs < 10 * MINUTE_MS) return `${Math.floor(ageMs / MINUTE_MS)} ${words.minutes}`
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / (10 * MINUTE_MS)) * 10} ${words.minutes}`
  const days = countCalendarDays(date, now)
  if (days === 0) return `${Math.floor(ageMs / HOUR_MS)} ${words.hours}`
  if (days === 1) return words.yesterday
  if (days < 7) return `${days} ${words.days}`
  return formatShortDate(date, now, language)
}
