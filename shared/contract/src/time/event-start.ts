import { fromStockholmTime, toStockholmTime } from './stockholm-time.ts'

type WallTime = { date: string; time: string }

/** The reason why an event cannot begin at a wall time, and the field to correct. */
export type StartProblem =
  | { path: 'date'; problem: 'event.passed' }
  | { path: 'time'; problem: 'event.passed' | 'event.noSuchTime' }

/**
 * Returns the instant of an event's start, given as a calendar date and a wall time in Stockholm, or why it is
 * rejected. Checks the date first: a past date is wrong at any time, such as the year 0202 that a browser reports while
 * 2027 is being typed.
 */
export function resolveStart({ date, time }: WallTime, now: Date): { instant: string } | StartProblem {
  if (date < toStockholmTime(now).date) return { path: 'date', problem: 'event.passed' }
  const instant = fromStockholmTime(date, time)
  if (!instant) return { path: 'time', problem: 'event.noSuchTime' }
  return Date.parse(instant) > now.getTime() ? { instant } : { path: 'time', problem: 'event.passed' }
}
