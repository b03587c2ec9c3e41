import type { Id } from '@app/contract/base'
import { waitForRetry } from '../lib/http/retry-delay.ts'
import { isConnected } from '../lib/realtime/hub-connection.ts'
import { catchUp, loadAll, loadCount, openConversation } from './loads.ts'
import { useChats } from './store.ts'
import { visibleChats } from './sync.ts'

/** Catches up the visible chats, then reloads everything else. Returns whether all of it succeeded. */
async function requestAll(visible: Id[]): Promise<boolean> {
  const results = await Promise.all(visible.map(openConversation))
  return (await loadAll()) && results.every(Boolean)
}

let connectionCount = 0

/**
 * Resyncs after a new connection or the end of a block. Retries until everything has succeeded or the connection ends,
 * since the fallback timer pauses while connected.
 */
export async function resync(): Promise<void> {
  connectionCount += 1
  const connection = connectionCount
  for (let attempt = 1; !(await requestAll(visibleChats())); attempt += 1) {
    await waitForRetry(attempt)
    if (connection !== connectionCount || !isConnected()) return
  }
}

/**
 * Requests the counts and the visible chats, for the fallback timer. Reloads the lists only if the counts have changed.
 */
export async function poll(): Promise<void> {
  const previous = useChats.getState().count
  await Promise.all([loadCount(), ...visibleChats().map(catchUp)])
  const { count } = useChats.getState()
  if (JSON.stringify(count) !== JSON.stringify(previous)) await loadAll()
}
