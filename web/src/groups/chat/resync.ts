import { listVisibleGroupChats } from './state.ts'

/** Imports the code of the group chat, which only the page that shows it needs. */
const importLoads = () => import('./loads.ts')

/** Catches up the visible group chats by polling, while no pushes arrive. */
export async function pollGroupChats(): Promise<void> {
  const visible = listVisibleGroupChats()
  if (visible.length > 0) await importLoads().then(({ catchUp }) => Promise.all(visible.map(catchUp)))
}

/** Resyncs the visible group chats after a new connection. */
export async function resyncGroupChats(): Promise<void> {
  if (listVisibleGroupChats().length > 0)
    await importLoads().then(({ resyncVisibleGroupChats }) => resyncVisibleGroupChats())
}
