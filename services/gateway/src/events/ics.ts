import { PRODUCT_NAME } from '@app/contract/product'

/** An event as a calendar takes it. */
export type CalendarEvent = {
  id: string
  title: string
  description: string
  place: string
  eventTime: string
  sequence: number
  createdAt: string
  changedAt: string
  cancelled: boolean
  sessionResponse: 'YES' | 'MAYBE' | 'NO_ANSWER'
}

/** Octets of a line without its break. */
const LINE_MAX = 75

/** Long lines go on after a break and a blank, never in the middle of a character. */
function folded(line: string): string {
  let [text, octets] = ['', 0]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    const full = octets + size > LINE_MAX
    text += full ? `\r\n ${character}` : character
    octets = full ? 1 + size : octets + size
  }
  return text
}

const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')

/** In UTC, so that no calendar needs to know the clock changes of Stockholm. */
const utc = (instant: string): string => instant.replace(/[-:]|\.\d{3}/g, '')

function statusOf({ cancelled, sessionResponse }: CalendarEvent): string {
  if (cancelled) return 'CANCELLED'
  return sessionResponse === 'MAYBE' ? 'TENTATIVE' : 'CONFIRMED'
}

function linesOf(publicUrl: string, event: CalendarEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:event-${event.id}@${new URL(publicUrl).hostname}`,
    `DTSTAMP:${utc(event.changedAt)}`,
    `CREATED:${utc(event.createdAt)}`,
    `LAST-MODIFIED:${utc(event.changedAt)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTART:${utc(event.eventTime)}`,
    `SUMMARY:${escaped(event.title)}`,
    `LOCATION:${escaped(event.place)}`,
    `DESCRIPTION:${escaped(event.description)}`,
    `URL:${publicUrl}/events?id=${event.id}`,
    `STATUS:${statusOf(event)}`,
    'END:VEVENT',
  ]
}

/** A calendar of these events (RFC 5545). */
export function asCalendar(publicUrl: string, events: CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${PRODUCT_NAME}//Events//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${PRODUCT_NAME}`,
    ...events.flatMap((event) => linesOf(publicUrl, event)),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}
