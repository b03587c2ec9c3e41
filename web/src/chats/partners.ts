import { WATCHED_MEMBERS_MAX } from '@app/contract/limits'
import { tellHub, useLink } from '../lib/link.ts'
import { type ChatsState, chatsIn } from './state.ts'
import { useChats } from './store.ts'

const SPACING = 1_000

/** Those whose presence is worth knowing: the other in each open chat, the latest first. */
const partnersOf = (known: ChatsState['known']): string[] =>
  chatsIn(known, 'chats')
    .filter(({ state, iAmIgnoring, theyAreIgnoring }) => state === 'OPEN' && !iAmIgnoring && !theyAreIgnoring)
    .slice(0, WATCHED_MEMBERS_MAX)
    .map(({ partner }) => partner.userName)
    .sort()

/** Tells the hub whom this page shows: on every new link, and when the lists bring others. */
export function watchPartners(): () => void {
  let told = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  function tell(): void {
    timer = undefined
    const userNames = partnersOf(useChats.getState().known)
    const names = userNames.join('\n')
    if (names === told) return
    told = names
    tellHub('presence:watch', { userNames })
  }
  const later = (): void => {
    if (useLink.getState().connected) timer ??= setTimeout(tell, SPACING)
  }
  const stops = [
    useChats.subscribe(({ known }, before) => known !== before.known && later()),
    useLink.subscribe(({ connected }) => {
      told = ''
      if (connected) tell()
    }),
  ]
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
