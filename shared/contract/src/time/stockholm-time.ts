/**
 * Converts between instants and wall time in Stockholm, in which event times are given regardless of the reader's time
 * zone.
 */

const STOCKHOLM_FORMAT = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Stockholm',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** Returns the wall time in Stockholm at an instant: `date` as yyyy-mm-dd, `time` as hh:mm. */
export function toStockholmTime(instant: string | Date): { date: string; time: string } {
  const parts = Object.fromEntries(
    STOCKHOLM_FORMAT.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]),
  )
  const year = parts.year?.padStart(4, '0')
  return { date: `${year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` }
}

/** Returns whether a yyyy-mm-dd date exists in the calendar. */
export const isCalendarDate = (date: string): boolean => {
  const instant = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date)
}

/** Stockholm's UTC offsets. Daylight saving time is first, since the first pass of a repeated hour belongs to it. */
const UTC_OFFSETS = ['+02:00', '+01:00']

/**
 * Returns the instant (ISO 8601, UTC) of a wall time in Stockholm. Returns null if there is no such time, for example
 * because a clock change skips it.
 */
export function fromStockholmTime(date: string, time: string): string | null {
  for (const offset of UTC_OFFSETS) {
    const instant = new Date(`${date}T${time}:00${offset}`)
    if (Number.isNaN(instant.getTime())) continue
    const wallTime = toStockholmTime(instant)
    if (wallTime.date === date && wallTime.time === time) return instant.toISOString()
  }
  return null
}
