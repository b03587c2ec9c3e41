import type { Id } from '@app/contract/base'
import type { Event, ParticipantsShownTo, SaveEvent } from '@app/contract/events'
import { EVENT_CAPACITY_MAX } from '@app/contract/limits'
import type { Problem } from '@app/contract/text/problems'
import { fromStockholmTime, isCalendarDate, toStockholmTime } from '@app/contract/time/stockholm-time'

/** The form's fields as typed. */
export type EventValues = {
  audience: 'everybody' | 'group'
  groupId: Id
  title: string
  description: string
  place: string
  date: string
  time: string
  paidEvent: boolean
  capacity: string
  participantsShownTo: ParticipantsShownTo
}

export const newValues = (groupId: Id | null): EventValues => ({
  audience: groupId ? 'group' : 'everybody',
  groupId: groupId ?? '',
  title: '',
  description: '',
  place: '',
  date: '',
  time: '',
  paidEvent: false,
  capacity: '',
  participantsShownTo: 'ALL',
})

export const valuesOf = (event: Event): EventValues => ({
  audience: event.groupId ? 'group' : 'everybody',
  groupId: event.groupId ?? '',
  title: event.title,
  description: event.description,
  place: event.place,
  ...toStockholmTime(event.eventTime),
  paidEvent: event.paidEvent,
  capacity: event.capacity === null ? '' : String(event.capacity),
  participantsShownTo: event.participantsShownTo,
})

export const asSaved = ({ title, description, place, date, time, paidEvent, ...rest }: EventValues): SaveEvent => ({
  title: title.trim(),
  description: description.trim(),
  place: place.trim(),
  date,
  time,
  paidEvent,
  capacity: rest.capacity.trim() === '' ? null : Number(rest.capacity),
  participantsShownTo: rest.participantsShownTo,
})

/** A validation error of a field: a missing value has a text of the form, every other problem the server's text. */
export type FieldProblem = { missing: true } | { problem: Problem }

const NEEDED = ['title', 'description', 'place', 'date', 'time'] as const
export type NeededField = (typeof NEEDED)[number]

function capacityProblem(capacity: string): boolean {
  const text = capacity.trim()
  return text !== '' && !(/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= EVENT_CAPACITY_MAX)
}

/** Returns the current validation errors, by field. */
export function problemsIn(values: EventValues, now: Date): Partial<Record<keyof EventValues, FieldProblem>> {
  const problems: Partial<Record<keyof EventValues, FieldProblem>> = {}
  for (const name of NEEDED) if (values[name].trim() === '') problems[name] = { missing: true }
  if (values.audience === 'group' && values.groupId === '') problems.groupId = { missing: true }
  if (capacityProblem(values.capacity)) problems.capacity = { problem: 'event.capacity' }
  if (!problems.date && !isCalendarDate(values.date)) problems.date = { problem: 'event.noSuchDate' }
  if (problems.date || problems.time) return problems
  const instant = fromStockholmTime(values.date, values.time)
  if (instant === null) problems.time = { problem: 'event.noSuchTime' }
  else if (Date.parse(instant) <= now.getTime())
    problems[values.date < toStockholmTime(now).date ? 'date' : 'time'] = { problem: 'event.passed' }
  return problems
}
