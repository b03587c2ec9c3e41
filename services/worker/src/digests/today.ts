import { fromStockholmTime, toStockholmTime } from '@app/contract/stockholm-time'

/** From here until there digests go out, by the clock of Stockholm; one that could not go by then never does. */
const FIRST = '08:00'
const LAST = '20:00'

/** The day that it is in Stockholm, now, and the moment at which it ends. */
export type Today = { day: string; now: Date; midnight: Date }

const DAY = 24 * 60 * 60 * 1_000

/** From noon to noon in UTC it is one day in Stockholm, also when the clocks are put forward or back. */
function midnightAfter(day: string): Date {
  const { date } = toStockholmTime(new Date(Date.parse(`${day}T12:00:00.000Z`) + DAY))
  return new Date(fromStockholmTime(date, '00:00') ?? 0)
}

/** Null in the hours in which nobody is written to. */
export function digestDay(now: Date): Today | null {
  const { date: day, time } = toStockholmTime(now)
  return time >= FIRST && time < LAST ? { day, now, midnight: midnightAfter(day) } : null
}
