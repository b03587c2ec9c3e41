import type { Id } from '@app/contract/base'
import type { Event, EventInfo, EventParticipant, OwnEventState } from '@app/contract/events'
import { type Loadable, notStarted } from '../lib/http/loadable.ts'
import type { Source } from './api.ts'

export type ListKey = `${Source}/${'coming' | 'older'}`
/** The loaded part of a list of events, in the server's order. */
export type EventList = { ids: readonly Id[]; hasMore: boolean }

export type EventsState = {
  events: ReadonlyMap<Id, Event>
  lists: ReadonlyMap<ListKey, Loadable<EventList>>
  participants: ReadonlyMap<Id, Loadable<readonly EventParticipant[]>>
}

export const EMPTY: EventsState = { events: new Map(), lists: new Map(), participants: new Map() }

export const listKey = (source: Source, older: boolean): ListKey => `${source}/${older ? 'older' : 'coming'}`
export const listIn = ({ lists }: EventsState, key: ListKey): Loadable<EventList> => lists.get(key) ?? notStarted

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
  change: (before: Loadable<readonly EventParticipant[]>) => Loadable<readonly EventParticipant[]>,
): EventsState => ({
  ...state,
  participants: new Map(state.participants).set(id, change(state.participants.get(id) ?? notStarted)),
})

/** Applies a push about a known event; the member's own state changes only if the push contains it. */
export function withInfo(state: EventsState, info: EventInfo, mine: OwnEventState | null): EventsState {
  const known = state.events.get(info.id)
  return known ? withEvents(state, [{ ...known, ...info, ...mine }]) : state
}

const compareBySoonest = (one: Event, other: Event): number =>
  one.eventTime < other.eventTime ? -1 : one.eventTime > other.eventTime ? 1 : Number(one.id) - Number(other.id)

/** Returns the events of these lists without duplicates: coming ones soonest first, past ones newest first. */
export function eventsOf(state: EventsState, sources: readonly Source[], older: boolean): Event[] {
  const ids = new Set(sources.flatMap((source) => listIn(state, listKey(source, older)).data?.ids ?? []))
  const found = [...ids].flatMap((id) => state.events.get(id) ?? []).sort(compareBySoonest)
  return older ? found.reverse() : found
}
