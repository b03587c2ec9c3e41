import type { Id } from '@app/contract/base'
import { retryPause } from '../lib/http/retry-delay.ts'
import { isConnected } from '../lib/navigation/link.ts'
import { catchUp, loadAll, loadCount, openConversation } from './loads.ts'
import { useChats } from './store.ts'
import { visibleChats } from './sync.ts'

/** Catches up the visible chats, then reloads everything else. Returns whether all of it succeeded. */
async function requestAll(visible: Id[]): Promise<boolean> {
  const opened = await Promise.all(visible.map(openConversation))
  return (await loadAll()) && opened.every(Boolean)
}

let linkCount = 0

/**
 * Resyncs after a new connection. Retries until everything has succeeded, since the fallback timer pauses while
 * connected.
 */
export async function resync(): Promise<void> {
  linkCount += 1
  const link = linkCount
  for (let tries = 1; !(await requestAll(visibleChats())); tries += 1) {
    await retryPause(tries)
    if (link !== linkCount || !isConnected()) return
  }
}

/**
 * Requests the counts and the visible chats, for the fallback timer. Reloads the lists only if the counts have changed.
 */
export async function poll(): Promise<void> {
  const before = useChats.getState().count
  await Promise.all([loadCount(), ...visibleChats().map(catchUp)])
  const { count } = useChats.getState()
  if (JSON.stringify(count) !== JSON.stringify(before)) await loadAll()
}
