import { PRODUCT_NAME } from '@app/contract/product'

/** An event with the fields that a calendar file contains. */
export type CalendarEvent = {
  id: string
  title: string
  description: string
  venue: string
  eventTime: string
  sequence: number
  createdAt: string
  changedAt: string
  canceled: boolean
  ownAnswer: 'YES' | 'MAYBE' | 'NO_ANSWER'
}

/** The limit of RFC 5545 on octets in a line, without its line break. */
const LINE_OCTETS_MAX = 75

/** Folds a long line: continues it after a line break and a space, never in the middle of a character. */
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

/** Formats a time in UTC, so that the file needs no description of Stockholm's time zone. */
const formatUtc = (instant: string): string => instant.replace(/[-:]|\.\d{3}/g, '')

function formatStatus({ canceled, ownAnswer }: CalendarEvent): string {
  if (canceled) return 'CANCELLED'
  return ownAnswer === 'MAYBE' ? 'TENTATIVE' : 'CONFIRMED'
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
    `LOCATION:${escapeText(event.venue)}`,
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
