import type { SharedEvent } from '@app/contract/events'
import { useEffect } from 'react'
import { create } from 'zustand'
import { getSession, useSessionState } from '../lib/http/session.ts'
import { useHubConnection } from '../lib/realtime/hub-connection.ts'
import { getSharedEvent } from './api.ts'
import { useEvents } from './store.ts'

/** The next event shared with each member, if it is loaded. */
const useSharedEvents = create<{ events: ReadonlyMap<string, SharedEvent> }>(() => ({ events: new Map() }))

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useSharedEvents.setState({ events: new Map() })
})

/**
 * Loads the event shared with a member. If that fails, the known event stays; if none is known, the two count as
 * sharing none.
 */
async function loadSharedEvent(name: string): Promise<void> {
  const session = getSession()
  const known = useSharedEvents.getState().events.get(name)
  const shared = await getSharedEvent(name).catch(() => known ?? { event: null })
  if (getSession()?.sessionId === session?.sessionId)
    useSharedEvents.setState(({ events }) => ({ events: new Map(events).set(name, shared) }))
}

/**
 * Returns the next event that both the member and another one attend or are interested in, undefined while it is
 * loading. Reloads it when events change and after a reconnect.
 */
export function useSharedEvent(name: string): SharedEvent | undefined {
  const events = useEvents((state) => state.events)
  const connected = useHubConnection((state) => state.connected)
  // biome-ignore lint/correctness/useExhaustiveDependencies: changed events and a new connection trigger a reload.
  useEffect(() => void loadSharedEvent(name), [name, events, connected])
  return useSharedEvents((state) => state.events.get(name))
}
