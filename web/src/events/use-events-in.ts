import type { Event } from '@app/contract/events'
import { useMemo } from 'react'
import type { Loadable } from '../lib/http/loadable.ts'
import type { Period, Source } from './api.ts'
import { type EventList, eventsIn, listIn, listKey } from './state.ts'
import { useEvents } from './store.ts'

type EventsInLists = {
  /** In order, without duplicates. */
  events: Event[]
  lists: { source: Source; list: Loadable<EventList> }[]
}

/** Returns the events of several lists, and the loading state of each list. */
export function useEventsIn(sources: readonly Source[], period: Period): EventsInLists {
  const state = useEvents()
  return useMemo(
    () => ({
      events: eventsIn(state, sources, period),
      lists: sources.map((source) => ({ source, list: listIn(state, listKey(source, period)) })),
    }),
    [state, sources, period],
  )
}
