import type { Instant } from '@app/contract/base'
import { LAST_ACTIVE_STEP_MS, ONLINE_AFTER_INPUT_MS, ONLINE_LIFETIME_MS } from '@app/contract/limits'
import type { PushOf } from '@app/contract/pushes'
import { create } from 'zustand'
import { useHubConnection } from '../../lib/realtime/hub-connection.ts'

type Presence = {
  online: ReadonlySet<string>
  /** The last activity of members who are online, or were while this page was open. */
  lastSeen: ReadonlyMap<string, Instant>
}

/** The presence of the chat partners who share it. */
export const usePresence = create<Presence>(() => ({ online: new Set(), lastSeen: new Map() }))

const expiry = new Map<string, ReturnType<typeof setTimeout>>()

/** Rounds down to a quarter of an hour, as the server does for the last activity. */
const roundDown = (instant: Instant): Instant =>
  new Date(Math.floor(Date.parse(instant) / LAST_ACTIVE_STEP_MS) * LAST_ACTIVE_STEP_MS).toISOString()

function setOnline(userName: string, online: boolean, instant: Instant | null): void {
  clearTimeout(expiry.get(userName))
  expiry.delete(userName)
  // The timeout starts when the push arrives, not at its `at`, because the device's clock may be wrong.
  if (online)
    expiry.set(
      userName,
      setTimeout(() => setOnline(userName, false, instant), ONLINE_AFTER_INPUT_MS),
    )
  usePresence.setState((state) => {
    const next = new Set(state.online)
    if (online) next.add(userName)
    else next.delete(userName)
    return {
      online: next,
      lastSeen: instant ? new Map(state.lastSeen).set(userName, roundDown(instant)) : state.lastSeen,
    }
  })
}

export function onPresence({ members }: PushOf<'presence'>): void {
  for (const { userName, online, at: instant } of members) setOnline(userName, online, instant)
}

export function clearPresence(): void {
  for (const timer of expiry.values()) clearTimeout(timer)
  expiry.clear()
  usePresence.setState({ online: new Set(), lastSeen: new Map() })
}

/**
 * Clears the online state of all partners whenever the connection has been down for `ONLINE_LIFETIME_MS`, because no
 * push can report them as offline meanwhile. Returns a function that stops this.
 */
export function startPresenceExpiry(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = useHubConnection.subscribe(({ connected }, previous) => {
    // Each failed attempt to reconnect also sets the state; it must not start the time over.
    if (connected === previous.connected) return
    clearTimeout(timer)
    if (!connected) timer = setTimeout(() => usePresence.setState({ online: new Set() }), ONLINE_LIFETIME_MS)
  })
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}
