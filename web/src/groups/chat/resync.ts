import { visibleGroupChats } from './state.ts'

/** Imports the group chat, which only the page that shows it needs; on other pages nothing has to be requested. */
const load = () => import('./loads.ts')

/** Catches up the visible group chats while no pushes arrive. */
export async function pollGroupChats(): Promise<void> {
  const visible = visibleGroupChats()
  if (visible.length > 0) await load().then(({ catchUp }) => Promise.all(visible.map(catchUp)))
}

/** Resyncs the visible group chats after a new connection. */
export async function resyncGroupChats(): Promise<void> {
  const visible = visibleGroupChats()
  if (visible.length > 0) await load().then(({ resyncGroupChat }) => Promise.all(visible.map(resyncGroupChat)))
}
