/** Wall time in Stockholm: events are held there, whatever clock the reader has. */

const PARTS = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Stockholm',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** What the clocks in Stockholm show at an instant: `date` as yyyy-mm-dd, `time` as hh:mm. */
export function toStockholmTime(instant: string | Date): { date: string; time: string } {
  const parts = Object.fromEntries(PARTS.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))
  return { date: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` }
}

/** Whether a calendar has this day, yyyy-mm-dd. */
export const isCalendarDate = (date: string): boolean => {
  const instant = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date)
}

/** Hours that Stockholm is ahead of UTC: in summer, which an hour that comes twice belongs to first, and in winter. */
const OFFSETS = ['+02:00', '+01:00']

/** The instant, ISO 8601 in UTC, at which the clocks in Stockholm show this; null where they never do. */
export function fromStockholmTime(date: string, time: string): string | null {
  for (const offset of OFFSETS) {
    const instant = new Date(`${date}T${time}:00${offset}`)
    if (Number.isNaN(instant.getTime())) continue
    const clock = toStockholmTime(instant)
    if (clock.date === date && clock.time === time) return instant.toISOString()
  }
  return null
}
