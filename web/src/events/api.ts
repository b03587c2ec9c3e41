import type { Id } from '@app/contract/base'
import type { CalendarFeed, Event, EventAccess, EventParticipant, SaveEvent, SharedEvent } from '@app/contract/events'
import type { Group } from '@app/contract/groups'
import { PAGE_DEFAULT, PAGE_MAX } from '@app/contract/limits'
import { get, post } from '../lib/http/http.ts'

/**
 * The source of a list of events: all public events, the public events near the member, the member's own (public events
 * that they created or answered, and all events of their groups), or the events of one group.
 */
export type Source = 'public' | 'near' | 'mine' | `group:${Id}`

/** Events from now on, or events that have begun. */
export type Period = 'coming' | 'past'

const GROUP_PREFIX = 'group:'

export function getEvents(source: Source, period: Period, after?: Id): Promise<Event[]> {
  if (source === 'near') return get('events/public', { near: true })
  return get(source === 'public' ? 'events/public' : 'events', {
    ...(period === 'past' ? { older: true } : {}),
    ...(source.startsWith(GROUP_PREFIX) ? { groupId: source.slice(GROUP_PREFIX.length) } : {}),
    ...(after ? { after } : {}),
    limit: PAGE_DEFAULT,
  })
}

export const getEvent = (id: Id): Promise<Event> => get(`events/${encodeURIComponent(id)}`)
export const getAccess = (id: Id): Promise<EventAccess> => get(`events/${encodeURIComponent(id)}/access`)
export const getParticipants = (id: Id, offset: number): Promise<EventParticipant[]> =>
  get(`events/${id}/participants`, { from: offset, limit: PAGE_MAX })

/** A group that the member administers and can create events for. */
export type AdminGroup = Pick<Group, 'groupId' | 'groupName'>
export const getAdminGroups = (): Promise<AdminGroup[]> => get('groups/admin', { limit: PAGE_MAX })

export type Answer = 'attending' | 'interested' | 'no-answer'
export const postAnswer = (id: Id, answer: Answer): Promise<Event> => post(`events/${id}/${answer}`)

export const createEvent = (groupId: Id | null, event: SaveEvent): Promise<Event> =>
  post(groupId ? `events/groups/${groupId}` : 'events/public/', event)
export const changeEvent = (id: Id, event: SaveEvent): Promise<Event> => post(`events/${id}`, event)
export const postCancellation = (id: Id): Promise<void> => post(`events/${id}/delete`)

export const getCalendarFile = (id: Id): Promise<string> => get(`events/${id}.ics`)
export const getFeed = (): Promise<CalendarFeed> => get('events/calendar')
export const createFeed = (): Promise<CalendarFeed> => post('events/calendar')
export const revokeFeed = (): Promise<void> => post('events/calendar/end')

/**
 * Returns the next event that the member and another one attend or are interested in; its `event` is null if there is
 * none.
 */
export const getSharedEvent = (userName: string): Promise<SharedEvent> =>
  get(`events/shared/${encodeURIComponent(userName)}`)
