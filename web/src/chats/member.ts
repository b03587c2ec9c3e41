import { onBrokenAddresses } from '../lib/picture-addresses.ts'
import { openDrafts, removeDrafts } from './drafts.ts'
import { keepDraining } from './drain.ts'
import { freshenAddresses } from './loads.ts'
import { closeOutbox, emptyOutbox, openOutbox } from './outbox.ts'
import { watchPartners } from './partners.ts'
import { agePresence, forgetPresence } from './presence.ts'
import { emptyChats } from './state.ts'
import { forgetStatuses } from './statuses.ts'
import { useChats } from './store.ts'
import { chatsOnShow, keepInStep } from './sync.ts'
import { forgetTyping } from './typing.ts'

/** A member has logged in. What is returned takes everything of theirs out of this page. */
export function startChats(member: string): () => void {
  const stops = [
    keepInStep(),
    onBrokenAddresses(() => void freshenAddresses(chatsOnShow())),
    keepDraining(),
    watchPartners(),
    agePresence(),
    openDrafts(member),
  ]
  void openOutbox(member)
  return () => {
    for (const stop of stops) stop()
    closeOutbox()
    forgetPresence()
    forgetTyping()
    forgetStatuses()
    useChats.setState(emptyChats(), true)
  }
}

/** The member has logged out: nothing they wrote stays on the device. */
export function removeFromDevice(member: string): void {
  removeDrafts(member)
  void emptyOutbox(member)
}
