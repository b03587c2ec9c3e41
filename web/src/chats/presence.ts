import type { Instant } from '@app/contract/base'
import { LAST_ACTIVE_STEP, ONLINE_AFTER_INPUT, ONLINE_LIFETIME } from '@app/contract/limits'
import type { PushOf } from '@app/contract/pushes'
import { create } from 'zustand'
import { useLink } from '../lib/navigation/link.ts'

type Presence = {
  online: ReadonlySet<string>
  /** The last activity of members who are now offline. */
  lastSeen: ReadonlyMap<string, Instant>
}

/** The presence of chat partners, as far as they share it. */
export const usePresence = create<Presence>(() => ({ online: new Set(), lastSeen: new Map() }))

const expiry = new Map<string, ReturnType<typeof setTimeout>>()

/** Rounds down to a quarter of an hour, like the server's last activity. */
const roundDown = (at: Instant): Instant =>
  new Date(Math.floor(Date.parse(at) / LAST_ACTIVE_STEP) * LAST_ACTIVE_STEP).toISOString()

function setOnline(userName: string, online: boolean, at: Instant | null): void {
  clearTimeout(expiry.get(userName))
  expiry.delete(userName)
  // Counted from the receipt of the push, since the device's clock may be wrong.
  if (online)
    expiry.set(
      userName,
      setTimeout(() => setOnline(userName, false, at), ONLINE_AFTER_INPUT),
    )
  usePresence.setState((state) => {
    const next = new Set(state.online)
    if (online) next.add(userName)
    else next.delete(userName)
    return { online: next, lastSeen: at ? new Map(state.lastSeen).set(userName, roundDown(at)) : state.lastSeen }
  })
}

export function onPresence({ members }: PushOf<'presence'>): void {
  for (const { userName, online, at } of members) setOnline(userName, online, at)
}

export function clearPresence(): void {
  for (const timer of expiry.values()) clearTimeout(timer)
  expiry.clear()
  usePresence.setState({ online: new Set(), lastSeen: new Map() })
}

/**
 * Clears the online state of all partners after `ONLINE_LIFETIME` without a connection, since no push reports them as
 * offline then.
 */
export function startPresenceExpiry(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return useLink.subscribe(({ connected }) => {
    clearTimeout(timer)
    if (!connected) timer = setTimeout(() => usePresence.setState({ online: new Set() }), ONLINE_LIFETIME)
  })
}
