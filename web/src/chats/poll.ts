import type { Id } from '@app/contract/base'
import { isConnected } from '../lib/link.ts'
import { retryPause } from '../lib/retry-delay.ts'
import { catchUp, loadAll, loadCount, openConversation } from './loads.ts'
import { useChats } from './store.ts'
import { visibleChats } from './sync.ts'

/** What is on show from where it stands, then everything else anew. Answers whether all of it came. */
async function requestAll(visible: Id[]): Promise<boolean> {
  const opened = await Promise.all(visible.map(openConversation))
  return (await loadAll()) && opened.every(Boolean)
}

let linkCount = 0

/** After a new link. While it stands no timer asks, so what does not come is asked for until it does. */
export async function resync(): Promise<void> {
  linkCount += 1
  const link = linkCount
  for (let tries = 1; !(await requestAll(visibleChats())); tries += 1) {
    await retryPause(tries)
    if (link !== linkCount || !isConnected()) return
  }
}

/** What the fallback timer asks for: the counts and the conversation on show; the lists only when the counts have moved. */
export async function poll(): Promise<void> {
  const before = useChats.getState().count
  await Promise.all([loadCount(), ...visibleChats().map(catchUp)])
  const { count } = useChats.getState()
  if (JSON.stringify(count) !== JSON.stringify(before)) await loadAll()
}
