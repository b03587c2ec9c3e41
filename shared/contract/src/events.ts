import * as z from 'zod/mini'
import { requiredAreaText } from './area-text.ts'
import { Id, Instant, OffsetQuery, PageQuery } from './base.ts'
import { EVENT_CAPACITY_MAX, EVENT_PLACE_MAX, EVENT_TITLE_MAX, PAGE_DEFAULT } from './limits.ts'
import { singleLineText } from './line-text.ts'
import { MemberName } from './names.ts'
import { SearchHit } from './profiles.ts'
import { fromStockholmTime, isCalendarDate } from './stockholm-time.ts'

/** Whoever wants to come to a full event stands in a queue and has, so far, given NO_ANSWER. */
export const EventResponse = z.enum(['YES', 'MAYBE', 'NO_ANSWER'])
export type EventResponse = z.infer<typeof EventResponse>

/** Who sees the names of those who come, beside the host. */
export const ParticipantsShownTo = z.enum(['ALL', 'PARTICIPANTS', 'HOST'])
export type ParticipantsShownTo = z.infer<typeof ParticipantsShownTo>

/** An event as a message in its group shows it. */
export const EventMinimalInfo = z.object({
  eventId: Id,
  title: z.string(),
  place: z.string(),
  eventTime: Instant,
  cancelled: z.boolean(),
  sessionResponse: EventResponse,
})
export type EventMinimalInfo = z.infer<typeof EventMinimalInfo>

/** An event as everybody sees it who may. "Event" is the thing that members attend. */
export const EventInfo = z.object({
  id: Id,
  title: z.string(),
  /** Markdown. */
  description: z.string(),
  place: z.string(),
  eventTime: Instant,
  paidEvent: z.boolean(),
  groupId: z.nullable(Id),
  groupName: z.nullable(z.string()),
  /** Null when that member is gone. */
  authorUserName: z.nullable(MemberName),
  groupMessageId: z.nullable(Id),
  /** So many may come; null: any number. Whoever answers later waits in a queue. */
  capacity: z.nullable(z.int()),
  participantsShownTo: ParticipantsShownTo,
  cancelled: z.boolean(),
  coming: z.int(),
  interested: z.int(),
  waiting: z.int(),
})
export type EventInfo = z.infer<typeof EventInfo>

/** What an event is to one member. */
export const OwnEventState = z.object({
  sessionResponse: EventResponse,
  /** My place in the queue, from 1; null when I do not wait. */
  waitingPlace: z.nullable(z.int()),
  /** I may change and delete it: its author, or an admin of its group. */
  mayChange: z.boolean(),
})
export type OwnEventState = z.infer<typeof OwnEventState>

/** An event as one member sees it. */
export const Event = z.extend(EventInfo, OwnEventState.shape)
export type Event = z.infer<typeof Event>
Event.register(z.globalRegistry, { id: 'Event' })

/**
 * `date` and `time` as the clocks in Stockholm show them; an hour that a clock change skips is no time. Left out, `capacity`
 * and `participantsShownTo` stay as they are; a new event has any number of places and shows its participants to all.
 */
export const SaveEvent = z
  .object({
    title: singleLineText(EVENT_TITLE_MAX),
    description: requiredAreaText('field.required'),
    place: singleLineText(EVENT_PLACE_MAX),
    date: z
      .string('field.required')
      .check(
        z.regex(/^\d{4}-\d\d-\d\d$/, { error: 'event.date', abort: true }),
        z.refine(isCalendarDate, { error: 'event.noSuchDate' }),
      ),
    time: z.string('field.required').check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'event.time')),
    paidEvent: z._default(z.optional(z.boolean()), false),
    capacity: z.optional(
      z.nullable(
        z.int('event.capacity').check(z.minimum(1, 'event.capacity'), z.maximum(EVENT_CAPACITY_MAX, 'event.capacity')),
      ),
    ),
    participantsShownTo: z.optional(ParticipantsShownTo),
    /** Made by the client: the same event announced again under it is the same event. Changing one takes no notice of it. */
    clientId: z.optional(z.uuid('field.invalid').check(z.toLowerCase())),
  })
  .check(
    z.check(({ value: { date, time }, issues }) => {
      if (issues.some(({ path = [] }) => path[0] === 'date' || path[0] === 'time') || fromStockholmTime(date, time))
        return
      issues.push({ code: 'custom', message: 'event.noSuchTime', input: time, path: ['time'] })
    }),
  )
export type SaveEvent = z.infer<typeof SaveEvent>

/** Coming events, soonest first; with `older` those that have been, newest first. */
export const EventsQuery = z.object({
  older: z.optional(z.enum(['true', 'false'], 'field.invalid')),
  /** Only those of this group, whose member one has to be. */
  groupId: z.optional(Id),
  /** The last event of the page before. */
  after: z.optional(Id),
  limit: z._default(PageQuery.shape.limit, PAGE_DEFAULT),
})
export type EventsQuery = z.infer<typeof EventsQuery>

/** The public ones belong to no group. */
export const PublicEventsQuery = z.omit(EventsQuery, { groupId: true })

/** `from` counts those that have been listed. */
export const EventParticipantsQuery = OffsetQuery

export const EventAccess = z.object({
  tag: z.enum(['PUBLIC', 'MEMBER', 'OPEN_GROUP', 'NO_ACCESS']),
  /** The group that can be joined; null with every other tag. */
  value: z.nullable(Id),
})
export type EventAccess = z.infer<typeof EventAccess>

/** Those who come and those who are interested; the host also sees who waits, in the order of the queue. */
export const EventParticipant = z.extend(SearchHit, {
  response: EventResponse,
  waitingPlace: z.nullable(z.int()),
  mine: z.boolean(),
})
export type EventParticipant = z.infer<typeof EventParticipant>
EventParticipant.register(z.globalRegistry, { id: 'EventParticipant' })

/** The address under which a calendar fetches my events, without a login: secret, told once, replaced by a new one. */
export const CalendarFeed = z.object({ active: z.boolean(), url: z.nullable(z.string()) })
export type CalendarFeed = z.infer<typeof CalendarFeed>
