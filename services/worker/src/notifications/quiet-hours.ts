import { HOUR_MS } from '@app/contract/limits'
import type { QuietHours } from '@app/contract/notifications'
import { toStockholmTime } from '@app/contract/time/stockholm-time'

function isQuietAt(time: Date, { from, to }: QuietHours): boolean {
  const hour = Number(toStockholmTime(time).time.slice(0, 2))
  return from < to ? hour >= from && hour < to : hour >= from || hour < to
}

/** Returns the end of the quiet hours in which a time lies, or null if it lies outside them. */
export function getQuietEnd(time: Date, quietHours: QuietHours | null): Date | null {
  if (!quietHours || !isQuietAt(time, quietHours)) return null
  // The clocks change by whole hours, so full hours in Stockholm are full hours everywhere.
  let end = new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS)
  while (isQuietAt(end, quietHours)) end = new Date(end.getTime() + HOUR_MS)
  return end
}
