import { PRESENCE_SUBSCRIPTIONS_MAX } from '@app/contract/limits'
import { sendToHub, useLink } from '../lib/navigation/link.ts'
import { type ChatsState, chatsIn } from './state.ts'
import { useChats } from './store.ts'

const WATCH_INTERVAL_MS = 1_000

/** Returns the partners of open chats whose presence to subscribe to, at most the limit, latest chats first. */
const partnersOf = (known: ChatsState['known']): string[] =>
  chatsIn(known, 'chats')
    .filter(({ state, iAmIgnoring, theyAreIgnoring }) => state === 'OPEN' && !iAmIgnoring && !theyAreIgnoring)
    .slice(0, PRESENCE_SUBSCRIPTIONS_MAX)
    .map(({ partner }) => partner.userName)
    .sort()

/** Sends the presence subscription to the hub: after every new connection, and when the partners change. */
export function startPresenceSubscription(): () => void {
  let watched = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  function updateWatched(): void {
    timer = undefined
    const userNames = partnersOf(useChats.getState().known)
    const names = userNames.join('\n')
    if (names === watched) return
    watched = names
    sendToHub('presence:watch', { userNames })
  }
  const scheduleUpdate = (): void => {
    if (useLink.getState().connected) timer ??= setTimeout(updateWatched, WATCH_INTERVAL_MS)
  }
  const stops = [
    useChats.subscribe(({ known }, before) => known !== before.known && scheduleUpdate()),
    useLink.subscribe(({ connected }) => {
      watched = ''
      if (connected) updateWatched()
    }),
  ]
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
