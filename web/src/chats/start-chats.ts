import { loadChunk } from '../lib/device/chunks.ts'
import { onBrokenUrls } from '../lib/photos/picture-urls.ts'
import { clearFirstVisits } from './first-visits.ts'
import { clearPresence, startPresenceExpiry } from './presence/presence.ts'
import { startPresenceSubscription } from './presence/presence-subscription.ts'
import { clearAllTyping } from './presence/typing.ts'
import { createEmptyChats } from './state.ts'
import { useChats } from './store.ts'
import { startGapDetection, visibleChats } from './sync.ts'

/** Imports the code that replaces picture URLs, when the first ones have expired. */
const loadRefresh = () => loadChunk(() => import('./refresh-pictures.ts'))

/** Starts the chats of a logged-in member. Returns a function that stops them and removes their data from the page. */
export function startChats(): () => void {
  const cleanups = [
    startGapDetection(),
    onBrokenUrls(() => void loadRefresh().then(({ refreshPictureUrls }) => refreshPictureUrls(visibleChats()))),
    startPresenceSubscription(),
    startPresenceExpiry(),
  ]
  return () => {
    for (const cleanUp of cleanups) cleanUp()
    clearPresence()
    clearAllTyping()
    clearFirstVisits()
    useChats.setState(createEmptyChats(), true)
  }
}
