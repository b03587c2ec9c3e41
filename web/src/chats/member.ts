import { onBrokenAddresses } from '../lib/picture-addresses.ts'
import { freshenAddresses } from './loads.ts'
import { watchPartners } from './partners.ts'
import { agePresence, forgetPresence } from './presence.ts'
import { emptyChats } from './state.ts'
import { forgetStatuses } from './statuses.ts'
import { useChats } from './store.ts'
import { chatsOnShow, keepInStep } from './sync.ts'
import { forgetTyping } from './typing.ts'

/** A member has logged in. What is returned takes everything of theirs out of this page. */
export function startChats(): () => void {
  const stops = [
    keepInStep(),
    onBrokenAddresses(() => void freshenAddresses(chatsOnShow())),
    watchPartners(),
    agePresence(),
  ]
  return () => {
    for (const stop of stops) stop()
    forgetPresence()
    forgetTyping()
    forgetStatuses()
    useChats.setState(emptyChats(), true)
  }
}
