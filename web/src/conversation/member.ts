import type { ConversationAdapters } from './adapters.ts'
import { openDrafts, removeDrafts } from './composer/drafts.ts'
import { startDraining } from './outbox/drain.ts'
import { closeOutbox, emptyOutbox, openOutbox } from './outbox/outbox.ts'

/**
 * Starts the outbox and drafts of a logged-in member: restores what they wrote in any conversation, and sends queued
 * messages.
 */
export function startWriting(member: string, adapters: ConversationAdapters): () => void {
  const stops = [startDraining(adapters), openDrafts(member)]
  void openOutbox(member)
  return () => {
    for (const stop of stops) stop()
    closeOutbox()
  }
}

/** Removes everything that a member wrote from the device after they have logged out. */
export function removeFromDevice(member: string): void {
  removeDrafts(member)
  void emptyOutbox(member)
}
