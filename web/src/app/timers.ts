import { FALLBACK_INTERVAL, PRESENCE_INTERVAL } from '@app/contract/limits'
import { verifySession } from '../accounts/api.ts'
import { poll } from '../chats/poll.ts'
import { loadGroupCount } from '../groups/count.ts'
import { pollGroupChats } from '../groups/group-chat-resync.ts'
import { ApiError } from '../lib/api-error.ts'
import { post } from '../lib/http.ts'
import { isConnected, sendToHub } from '../lib/link.ts'
import { setOnline } from '../lib/online.ts'
import { loadNewsCount } from '../news/count.ts'

/** The hub is told of input no more often than this. */
const INPUT_INTERVAL_MS = 60_000

const isVisible = (): boolean => document.visibilityState === 'visible'

const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'NETWORK' || error.code === 'TIMEOUT')

let polling = false

/** While no push arrives the counts and what is on show are asked for. Whether that gets through says whether we are online. */
export async function pollWithoutHub(): Promise<void> {
  if (polling || isConnected() || !isVisible()) return
  polling = true
  await Promise.all([poll(), loadGroupCount(), loadNewsCount(), pollGroupChats()]).then(
    () => setOnline(navigator.onLine),
    (error: unknown) => isUnreachable(error) && !isConnected() && setOnline(false),
  )
  polling = false
}

/** That the member is here. One that gets lost is made up for by the next. */
const postActive = (): Promise<void> => post('members/last-active').catch(() => undefined)

/** The timers of a member's page. What is returned stops them. */
export function startTimers(): () => void {
  let shownAt = Date.now()
  const reportPresence = (): void => {
    if (!isVisible() || Date.now() - shownAt < PRESENCE_INTERVAL) return
    shownAt = Date.now()
    void postActive()
    void verifySession()
  }
  void postActive()
  let inputAt = 0
  const onInput = (): void => {
    if (Date.now() - inputAt < INPUT_INTERVAL_MS || !isConnected()) return
    inputAt = Date.now()
    sendToHub('presence:active')
  }
  const fallback = setInterval(() => void pollWithoutHub(), FALLBACK_INTERVAL)
  const presence = setInterval(reportPresence, PRESENCE_INTERVAL)
  document.addEventListener('visibilitychange', reportPresence)
  const inputs = ['keydown', 'pointerdown', 'wheel', 'touchmove'] as const
  for (const input of inputs) window.addEventListener(input, onInput, { passive: true, capture: true })
  return () => {
    clearInterval(fallback)
    clearInterval(presence)
    document.removeEventListener('visibilitychange', reportPresence)
    for (const input of inputs) window.removeEventListener(input, onInput, { capture: true })
  }
}
