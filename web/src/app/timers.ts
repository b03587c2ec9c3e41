import { FALLBACK_INTERVAL_MS, PRESENCE_INTERVAL_MS } from '@app/contract/limits'
import { verifySession } from '../accounts/api.ts'
import { poll } from '../chats/poll.ts'
import { pollGroupChats } from '../groups/chat/resync.ts'
import { loadGroupCount } from '../groups/count.ts'
import { setOnline } from '../lib/device/online.ts'
import { ApiError } from '../lib/http/api-error.ts'
import { post } from '../lib/http/http.ts'
import { isConnected, sendToHub } from '../lib/realtime/hub-connection.ts'
import { loadNewsCount } from '../news/count.ts'

/** The shortest time between two reports of input to the hub. */
const INPUT_INTERVAL_MS = 60_000

const isVisible = (): boolean => document.visibilityState === 'visible'

const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'NETWORK' || error.code === 'TIMEOUT')

let isPolling = false

/** Requests the counts and the visible conversations while no pushes arrive. The outcome sets the online state. */
export async function pollWithoutHub(): Promise<void> {
  if (isPolling || isConnected() || !isVisible()) return
  isPolling = true
  await Promise.all([poll(), loadGroupCount(), loadNewsCount(), pollGroupChats()]).then(
    () => setOnline(navigator.onLine),
    (error: unknown) => isUnreachable(error) && !isConnected() && setOnline(false),
  )
  isPolling = false
}

/** Reports the member as active. A failed request is ignored, since the next one replaces it. */
const postActive = (): Promise<void> => post('members/last-active').catch(() => undefined)

/**
 * Reports the member's activity and verifies the session at intervals, and polls while disconnected. Returns a function
 * that stops all of these.
 */
export function startTimers(): () => void {
  let reportedAt = Date.now()
  const reportPresence = (): void => {
    if (!isVisible() || Date.now() - reportedAt < PRESENCE_INTERVAL_MS) return
    reportedAt = Date.now()
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
  const fallback = setInterval(() => void pollWithoutHub(), FALLBACK_INTERVAL_MS)
  const presence = setInterval(reportPresence, PRESENCE_INTERVAL_MS)
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
