import { visibleGroupChats } from './group-chat-state.ts'

/** What a group says is loaded with the page that shows it; on other pages there is nothing to ask for. */
const load = () => import('./group-chat-loads.ts')

/** Without pushes: asks what changed in what is on show. */
export async function pollGroupChats(): Promise<void> {
  const visible = visibleGroupChats()
  if (visible.length > 0) await load().then(({ catchUp }) => Promise.all(visible.map(catchUp)))
}

/** After a new link. */
export async function resyncGroupChats(): Promise<void> {
  const visible = visibleGroupChats()
  if (visible.length > 0) await load().then(({ resyncGroupChat }) => Promise.all(visible.map(resyncGroupChat)))
}
