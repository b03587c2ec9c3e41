import type { ConversationAdapters } from './adapters.ts'
import { openDrafts, removeDrafts } from './drafts.ts'
import { startDraining } from './drain.ts'
import { closeOutbox, emptyOutbox, openOutbox } from './outbox.ts'

/** A member has logged in: what they wrote in any conversation is there again, and goes on its way. */
export function startWriting(member: string, adapters: ConversationAdapters): () => void {
  const stops = [startDraining(adapters), openDrafts(member)]
  void openOutbox(member)
  return () => {
    for (const stop of stops) stop()
    closeOutbox()
  }
}

/** The member has logged out: nothing they wrote stays on the device. */
export function removeFromDevice(member: string): void {
  removeDrafts(member)
  void emptyOutbox(member)
}
