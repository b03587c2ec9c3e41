import type { Id } from '@app/contract/base'
import type { CalendarFeed, Event, EventAccess, EventParticipant, SaveEvent } from '@app/contract/events'
import type { Group } from '@app/contract/groups'
import { PAGE_DEFAULT, PAGE_MAX } from '@app/contract/limits'
import { get, post } from '../lib/http/http.ts'

/**
 * A list of events: all public ones, mine (public ones that I answered, and those of my groups), or those of one group.
 */
export type Source = 'public' | 'mine' | `group:${Id}`

const GROUP = 'group:'

export const getEvents = (source: Source, older: boolean, after?: Id): Promise<Event[]> =>
  get(source === 'public' ? 'events/public' : 'events', {
    ...(older ? { older: true } : {}),
    ...(source.startsWith(GROUP) ? { groupId: source.slice(GROUP.length) } : {}),
    ...(after ? { after } : {}),
    limit: PAGE_DEFAULT,
  })

export const getEvent = (id: Id): Promise<Event> => get(`events/${encodeURIComponent(id)}`)
export const getAccess = (id: Id): Promise<EventAccess> => get(`events/${encodeURIComponent(id)}/access`)
export const getParticipants = (id: Id): Promise<EventParticipant[]> =>
  get(`events/${id}/participants`, { limit: PAGE_MAX })

/** A group whose admin I am, for which I may create events. */
export type OwnGroup = Pick<Group, 'groupId' | 'groupName'>
export const getOwnGroups = (): Promise<OwnGroup[]> => get('groups/admin', { limit: PAGE_MAX })

export type Answer = 'attending' | 'interested' | 'no-answer'
export const postAnswer = (id: Id, answer: Answer): Promise<Event> => post(`events/${id}/${answer}`)

export const createEvent = (groupId: Id | null, event: SaveEvent): Promise<Event> =>
  post(groupId ? `events/groups/${groupId}` : 'events/public/', event)
export const changeEvent = (id: Id, event: SaveEvent): Promise<Event> => post(`events/${id}`, event)
export const cancelEvent = (id: Id): Promise<void> => post(`events/${id}/delete`)

export const getCalendarFile = (id: Id): Promise<string> => get(`events/${id}.ics`)
export const getFeed = (): Promise<CalendarFeed> => get('events/calendar')
export const makeFeed = (): Promise<CalendarFeed> => post('events/calendar')
export const endFeed = (): Promise<void> => post('events/calendar/end')
