import type { Instant } from '@app/contract/base'
import { useNow } from '../lib/text/clock.ts'
import { useTexts } from '../lib/text/texts.ts'
import { queueTexts } from './queue/queue-texts.ts'

const MINUTE_MS = 60_000
const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES
/** An aim is marked as urgent when less time than this is left. */
const SOON_MS = 30 * MINUTE_MS

type Durations = {
  /** '41 min', since an instant */
  since: (instant: Instant) => string
  /** '24 min', until an instant */
  until: (instant: Instant) => string
  /** 'kvar 48 min' or 'försenat 2 tim' */
  aim: (dueAt: Instant) => { text: string; isUrgent: boolean }
  msUntil: (instant: Instant) => number
}

/** Returns formatters for the time since and until an instant. The component rerenders as time passes. */
export function useDurations(): Durations {
  const t = useTexts(queueTexts)
  const now = useNow()
  const msUntil = (instant: Instant): number => Date.parse(instant) - now.getTime()
  function format(ms: number): string {
    const minutes = Math.max(Math.round(Math.abs(ms) / MINUTE_MS), 1)
    if (minutes < HOUR_MINUTES) return t('time.minutes', { count: minutes })
    if (minutes < DAY_MINUTES) return t('time.hours', { count: Math.floor(minutes / HOUR_MINUTES) })
    return t('time.days', { count: Math.floor(minutes / DAY_MINUTES) })
  }
  return {
    msUntil,
    since: (instant) => format(msUntil(instant)),
    until: (instant) => format(msUntil(instant)),
    aim: (dueAt) => {
      const left = msUntil(dueAt)
      return { text: t(left > 0 ? 'left' : 'late', { time: format(left) }), isUrgent: left < SOON_MS }
    },
  }
}
