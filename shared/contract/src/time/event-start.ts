import { fromStockholmTime, toStockholmTime } from './stockholm-time.ts'

type WallTime = { date: string; time: string }

/** Why an event cannot begin at a wall time, and the field to correct. */
export type StartProblem =
  | { path: 'date'; problem: 'event.passed' }
  | { path: 'time'; problem: 'event.passed' | 'event.noSuchTime' }

/**
 * Returns the instant of an event's start, given as a calendar date and a wall time in Stockholm, or why it is rejected.
 * The date comes first, because a past date is wrong at any time, and so is the one that browsers report while a year
 * is being typed (0202).
 */
export function resolveStart({ date, time }: WallTime, now: Date): { instant: string } | StartProblem {
  if (date < toStockholmTime(now).date) return { path: 'date', problem: 'event.passed' }
  const instant = fromStockholmTime(date, time)
  if (!instant) return { path: 'time', problem: 'event.noSuchTime' }
  return Date.parse(instant) > now.getTime() ? { instant } : { path: 'time', problem: 'event.passed' }
}
