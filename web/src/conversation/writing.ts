import type { ConversationAdapters, ConversationKey } from './adapters.ts'
import { openDrafts, removeDraft, removeDrafts } from './composer/drafts.ts'
import { startDraining } from './outbox/drain.ts'
import { closeOutbox, discardAll, emptyOutbox, openOutbox } from './outbox/outbox.ts'

/**
 * Starts the outbox and the drafts of a logged-in member: restores both from the device and sends queued messages.
 * Returns a function that stops them and removes both from the page.
 */
export function startWriting(member: string, adapters: ConversationAdapters): () => void {
  const cleanups = [startDraining(adapters), openDrafts(member)]
  void openOutbox(member)
  return () => {
    for (const cleanUp of cleanups) cleanUp()
    closeOutbox()
  }
}

/** Removes a member's drafts, and their queued messages and reports, from the device. */
export function removeUnsent(member: string): void {
  removeDrafts(member)
  void emptyOutbox(member)
}

/** Removes the draft and the unsent messages of one conversation from the device. */
export function removeUnsentIn(conversation: ConversationKey): void {
  removeDraft(conversation)
  discardAll(conversation)
}
