import { PRODUCT_NAME } from '@app/contract/product'

/** An event with the fields that a calendar needs. */
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

/** The limit on octets in a line, without its line break. */
const LINE_OCTETS_MAX = 75

/** Folds long lines: continues them after a line break and a blank, never in the middle of a character. */
function foldLine(line: string): string {
  let [text, octets] = ['', 0]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    const isFull = octets + size > LINE_OCTETS_MAX
    text += isFull ? `\r\n ${character}` : character
    octets = isFull ? 1 + size : octets + size
  }
  return text
}

const escapeText = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')

/** Formats a time in UTC, so that no calendar needs the daylight saving rules of Stockholm. */
const formatUtc = (instant: string): string => instant.replace(/[-:]|\.\d{3}/g, '')

function formatStatus({ cancelled, sessionResponse }: CalendarEvent): string {
  if (cancelled) return 'CANCELLED'
  return sessionResponse === 'MAYBE' ? 'TENTATIVE' : 'CONFIRMED'
}

function formatEvent(publicUrl: string, event: CalendarEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:event-${event.id}@${new URL(publicUrl).hostname}`,
    `DTSTAMP:${formatUtc(event.changedAt)}`,
    `CREATED:${formatUtc(event.createdAt)}`,
    `LAST-MODIFIED:${formatUtc(event.changedAt)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTART:${formatUtc(event.eventTime)}`,
    `SUMMARY:${escapeText(event.title)}`,
    `LOCATION:${escapeText(event.place)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    `URL:${publicUrl}/events?id=${event.id}`,
    `STATUS:${formatStatus(event)}`,
    'END:VEVENT',
  ]
}

/** Renders a calendar of these events (RFC 5545). */
export function renderCalendar(publicUrl: string, events: CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${PRODUCT_NAME}//Events//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${PRODUCT_NAME}`,
    ...events.flatMap((event) => formatEvent(publicUrl, event)),
    'END:VCALENDAR',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
}
