import type { Event } from '@app/contract/events'
import { useMemo } from 'react'
import type { Loadable } from '../lib/http/loadable.ts'
import type { Source } from './api.ts'
import { type EventList, eventsOf, listIn, listKey } from './state.ts'
import { useEvents } from './store.ts'

type Found = {
  /** In order, without duplicates. */
  events: Event[]
  lists: { source: Source; list: Loadable<EventList> }[]
}

/** Returns the events of these lists, and the loading state of each list. */
export function useEventsIn(sources: readonly Source[], older: boolean): Found {
  const state = useEvents()
  return useMemo(
    () => ({
      events: eventsOf(state, sources, older),
      lists: sources.map((source) => ({ source, list: listIn(state, listKey(source, older)) })),
    }),
    [state, sources, older],
  )
}
