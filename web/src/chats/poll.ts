import { catchUp, loadAll, loadCount, openConversation } from './loads.ts'
import { useChats } from './store.ts'
import { chatsOnShow } from './sync.ts'

/** After a new link: what is on show from where it stands, then everything else anew. */
export async function resync(): Promise<void> {
  await Promise.all(chatsOnShow().map(openConversation))
  await loadAll()
}

/** What the fallback timer asks for: the counts and the conversation on show; the lists only when the counts have moved. */
export async function poll(): Promise<void> {
  const before = useChats.getState().count
  await Promise.all([loadCount(), ...chatsOnShow().map(catchUp)])
  const { count } = useChats.getState()
  if (JSON.stringify(count) !== JSON.stringify(before)) await loadAll()
}
