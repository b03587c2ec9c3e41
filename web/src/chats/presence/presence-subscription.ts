import { PRESENCE_SUBSCRIPTIONS_MAX } from '@app/contract/limits'
import { sendToHub, useHubConnection } from '../../lib/realtime/hub-connection.ts'
import { type ChatsState, chatsIn, isWritable } from '../state.ts'
import { useChats } from '../store.ts'

const SUBSCRIBE_DELAY_MS = 1_000

/** Returns the names of the partners to subscribe to, sorted: those of the latest open chats, up to the limit. */
const partnerNamesIn = (known: ChatsState['known']): string[] =>
  chatsIn(known, 'chats')
    .filter(isWritable)
    .slice(0, PRESENCE_SUBSCRIPTIONS_MAX)
    .map(({ partner }) => partner.userName)
    .sort()

/**
 * Sends the presence subscription to the hub after every new connection, and when the partners change. Returns a
 * function that stops it.
 */
export function startPresenceSubscription(): () => void {
  let subscribedNames = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  function updateSubscription(): void {
    timer = undefined
    const userNames = partnerNamesIn(useChats.getState().known)
    const names = userNames.join('\n')
    if (names === subscribedNames) return
    subscribedNames = names
    sendToHub('presence:watch', { userNames })
  }
  const scheduleUpdate = (): void => {
    if (useHubConnection.getState().connected) timer ??= setTimeout(updateSubscription, SUBSCRIBE_DELAY_MS)
  }
  const cleanups = [
    useChats.subscribe(({ known }, previous) => known !== previous.known && scheduleUpdate()),
    useHubConnection.subscribe(({ connected }) => {
      subscribedNames = ''
      if (connected) updateSubscription()
    }),
  ]
  return () => {
    clearTimeout(timer)
    for (const cleanUp of cleanups) cleanUp()
  }
}
