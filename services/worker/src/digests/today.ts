import { DAY_MS } from '@app/contract/limits'
import { fromStockholmTime, toStockholmTime } from '@app/contract/time/stockholm-time'
import type { Ctx } from '@app/server/context'
import { getCurrentReferenceYear } from '@app/server/members/reference-year'

/**
 * Workers write and send digests only between these times in Stockholm. Writing the digests of a day drops the unsent
 * ones of earlier days.
 */
const FIRST_TIME = '08:00'
const LAST_TIME = '20:00'

/**
 * The current day in Stockholm as YYYY-MM-DD, the current time, the end of the day, and the reference year for ages.
 */
export type Today = { day: string; now: Date; midnight: Date; referenceYear: number }

/**
 * Returns the midnight that ends a day. 24 hours after noon UTC it is the next day in Stockholm, even when the clocks
 * change.
 */
function midnightAfter(day: string): Date {
  const { date } = toStockholmTime(new Date(Date.parse(`${day}T12:00:00.000Z`) + DAY_MS))
  return new Date(fromStockholmTime(date, '00:00') ?? 0)
}

/** Returns the current day, or null outside the hours in which digests are sent. */
export function findDigestDay(ctx: Pick<Ctx, 'config' | 'now'>): Today | null {
  const now = ctx.now()
  const { date: day, time } = toStockholmTime(now)
  if (time < FIRST_TIME || time >= LAST_TIME) return null
  return { day, now, midnight: midnightAfter(day), referenceYear: getCurrentReferenceYear(ctx) }
}
