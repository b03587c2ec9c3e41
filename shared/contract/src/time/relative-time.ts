import type { Instant } from '../base.ts'
import type { Language } from '../text/language.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Returns the number of calendar days between two instants in the reader's time zone. */
function countCalendarDays(from: Date, to: Date): number {
  const day = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return Math.round((day(to) - day(from)) / (24 * HOUR))
}

const WORDS = {
  SWEDISH: { locale: 'sv-SE', now: 'nu', minutes: 'min', hours: 'tim', yesterday: 'i går', days: 'dagar' },
  ENGLISH: { locale: 'en-GB', now: 'now', minutes: 'min', hours: 'h', yesterday: 'yesterday', days: 'days' },
} as const

/** Formats day and month, with the year if it is not the current one. */
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
 * Formats how long ago an instant was, as lists show it: now, minutes, steps of ten minutes, hours, yesterday, days up
 * to a week, then day and month, with the year if it is not the current one. Days are calendar days of the reader.
 * Future times read as now.
 */
export function formatRelativeTime(instant: Instant, now: Date, language: Language): string {
  const words = WORDS[language]
  const date = new Date(instant)
  const age = now.getTime() - date.getTime()
  if (age < MINUTE) return words.now
  if (age < 10 * MINUTE) return `${Math.floor(age / MINUTE)} ${words.minutes}`
  if (age < HOUR) return `${Math.floor(age / (10 * MINUTE)) * 10} ${words.minutes}`
  const days = countCalendarDays(date, now)
  if (days === 0) return `${Math.floor(age / HOUR)} ${words.hours}`
  if (days === 1) return words.yesterday
  if (days < 7) return `${days} ${words.days}`
  return formatShortDate(date, now, language)
}
