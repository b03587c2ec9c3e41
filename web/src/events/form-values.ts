import type { Id } from '@app/contract/base'
import type { Event, ParticipantsShownTo, SaveEvent } from '@app/contract/events'
import { EVENT_CAPACITY_MAX } from '@app/contract/limits'
import type { Problem } from '@app/contract/text/problems'
import { resolveStart } from '@app/contract/time/event-start'
import { isCalendarDate, toStockholmTime } from '@app/contract/time/stockholm-time'

/** The form's fields as typed; date and time are Swedish time. */
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

export const emptyValues = (groupId: Id | null): EventValues => ({
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

export const toSaveEvent = ({
  title,
  description,
  place,
  date,
  time,
  paidEvent,
  capacity,
  participantsShownTo,
}: EventValues): SaveEvent => ({
  title: title.trim(),
  description: description.trim(),
  place: place.trim(),
  date,
  time,
  paidEvent,
  capacity: capacity.trim() === '' ? null : Number(capacity),
  participantsShownTo,
})

const REQUIRED_FIELDS = ['title', 'description', 'place', 'date', 'time'] as const

/** Returns the required fields without a value. */
export const listMissingFields = (values: EventValues): ((typeof REQUIRED_FIELDS)[number] | 'groupId')[] => [
  ...REQUIRED_FIELDS.filter((name) => values[name].trim() === ''),
  ...(values.audience === 'group' && values.groupId === '' ? (['groupId'] as const) : []),
]

function isInvalidCapacity(capacity: string): boolean {
  const text = capacity.trim()
  return text !== '' && !(/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= EVENT_CAPACITY_MAX)
}

/**
 * Returns the problems of the entered values by field. Reports a missing date as nonexistent; ignores other missing
 * values.
 */
export function findProblems(values: EventValues, now: Date): Partial<Record<keyof EventValues, Problem>> {
  const problems: Partial<Record<keyof EventValues, Problem>> = {}
  if (isInvalidCapacity(values.capacity)) problems.capacity = 'event.capacity'
  if (!isCalendarDate(values.date)) return { ...problems, date: 'event.noSuchDate' }
  const start = resolveStart(values, now)
  const isTimeMissing = values.time.trim() === ''
  if ('problem' in start && !(start.path === 'time' && isTimeMissing)) problems[start.path] = start.problem
  return problems
}
