import type { Id } from '@app/contract/base'
import { waitForRetry } from '../lib/http/retry-delay.ts'

type GapSource = {
  /**
   * Returns whether changes to a conversation are known to be missing, or, if it is visible, changes to its messages.
   */
  isBehind: (id: Id, visible: boolean) => boolean
  /** Returns the conversation's versions. If a catch-up leaves them unchanged, it has returned nothing new. */
  readVersions: (id: Id) => string
  catchUp: (id: Id) => Promise<unknown>
}

/** Tracks which conversations are visible, and closes gaps left by missed pushes. */
export function createGapTracker({ isBehind, readVersions, catchUp }: GapSource) {
  const visible = new Set<Id>()
  const closing = new Set<Id>()

  /** Catches up until no change is known to be missing. */
  async function closeGap(id: Id): Promise<void> {
    if (closing.has(id)) return
    closing.add(id)
    try {
      for (
        let previousVersions = readVersions(id);
        isBehind(id, visible.has(id));
        previousVersions = readVersions(id)
      ) {
        await catchUp(id).catch(() => undefined)
        if (readVersions(id) === previousVersions) await waitForRetry()
      }
    } finally {
      closing.delete(id)
    }
  }

  const closeIfBehind = (id: Id): void => {
    if (isBehind(id, visible.has(id))) void closeGap(id)
  }

  /**
   * Marks a conversation as visible, which includes its messages in gap detection. Returns a function that unmarks it.
   */
  function trackVisible(id: Id): () => void {
    visible.add(id)
    closeIfBehind(id)
    return () => visible.delete(id)
  }

  return { trackVisible, visibleIds: (): Id[] => [...visible], closeIfBehind }
}
