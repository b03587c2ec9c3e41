/**
 * Returns the instant this many calendar months later, in UTC. A day that the month does not have becomes its last one:
 * six months after 31 August is 28 or 29 February.
 */
export function addMonths(instant: Date, months: number): Date {
  const result = new Date(instant)
  result.setUTCDate(1)
  result.setUTCMonth(result.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate()
  result.setUTCDate(Math.min(instant.getUTCDate(), lastDay))
  return result
}
