import type { Id } from '@app/contract/base'
import type { Event, EventInfo, EventParticipant, OwnEventState } from '@app/contract/events'
import { type Loadable, notStarted } from '../lib/http/loadable.ts'
import type { Period, Source } from './api.ts'

export type ListKey = `${Source}/${Period}`
/** The loaded part of a list of events, in the server's order. */
export type EventList = { ids: readonly Id[]; hasMore: boolean }

/** The loaded part of the participants of an event, in the server's order. */
export type ParticipantList = { participants: readonly EventParticipant[]; hasMore: boolean }

export type EventsState = {
  events: ReadonlyMap<Id, Event>
  lists: ReadonlyMap<ListKey, Loadable<EventList>>
  participants: ReadonlyMap<Id, Loadable<ParticipantList>>
}

export const EMPTY: EventsState = { events: new Map(), lists: new Map(), participants: new Map() }

export const listKey = (source: Source, period: Period): ListKey => `${source}/${period}`
export const listIn = ({ lists }: EventsState, key: ListKey): Loadable<EventList> => lists.get(key) ?? notStarted

/** Stores events, without adding them to a list. */
export const withEvents = (state: EventsState, events: readonly Event[]): EventsState => ({
  ...state,
  events: new Map([...state.events, ...events.map((event) => [event.id, event] as const)]),
})

export const withList = (
  state: EventsState,
  key: ListKey,
  change: (list: Loadable<EventList>) => Loadable<EventList>,
): EventsState => ({ ...state, lists: new Map(state.lists).set(key, change(listIn(state, key))) })

export function withoutEvent(state: EventsState, id: Id): EventsState {
  const events = new Map(state.events)
  events.delete(id)
  return { ...state, events }
}

export const withParticipants = (
  state: EventsState,
  id: Id,
  change: (participants: Loadable<ParticipantList>) => Loadable<ParticipantList>,
): EventsState => ({
  ...state,
  participants: new Map(state.participants).set(id, change(state.participants.get(id) ?? notStarted)),
})

/** Applies a push about a known event. The member's own answer changes only if the push contains it. */
export function withInfo(state: EventsState, info: EventInfo, mine: OwnEventState | null): EventsState {
  const knownEvent = state.events.get(info.id)
  return knownEvent ? withEvents(state, [{ ...knownEvent, ...info, ...mine }]) : state
}

const compareByTime = (a: Event, b: Event): number =>
  a.eventTime < b.eventTime ? -1 : a.eventTime > b.eventTime ? 1 : Number(a.id) - Number(b.id)

/** Returns the events of several lists without duplicates: coming ones soonest first, past ones newest first. */
export function eventsIn(state: EventsState, sources: readonly Source[], period: Period): Event[] {
  const ids = new Set(sources.flatMap((source) => listIn(state, listKey(source, period)).data?.ids ?? []))
  const events = [...ids].flatMap((id) => state.events.get(id) ?? []).sort(compareByTime)
  return period === 'past' ? events.reverse() : events
}
