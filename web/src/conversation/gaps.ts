import type { Id } from '@app/contract/base'
import { retryPause } from '../lib/retry-delay.ts'

type GapSource = {
  /** Whether something is known to be missing of a conversation, or, where it is on show, in its messages. */
  isBehind: (id: Id, visible: boolean) => boolean
  /** What it has; the same again after an answer means that the answer brought nothing. */
  readVersions: (id: Id) => string
  catchUp: (id: Id) => Promise<unknown>
}

/** Which conversations are on show, and what closes the gaps that skipped pushes leave. */
export function createGapTracker({ isBehind, readVersions, catchUp }: GapSource) {
  const visible = new Set<Id>()
  const closing = new Set<Id>()

  /** Asks until nothing is known to be missing. */
  async function close(id: Id): Promise<void> {
    if (closing.has(id)) return
    closing.add(id)
    try {
      for (let known = readVersions(id); isBehind(id, visible.has(id)); known = readVersions(id)) {
        await catchUp(id).catch(() => undefined)
        if (readVersions(id) === known) await retryPause()
      }
    } finally {
      closing.delete(id)
    }
  }

  const closeIfBehind = (id: Id): void => {
    if (isBehind(id, visible.has(id))) void close(id)
  }

  /** The messages are on show, so they must not lag behind either. */
  function trackVisible(id: Id): () => void {
    visible.add(id)
    closeIfBehind(id)
    return () => visible.delete(id)
  }

  return { show: trackVisible, visibleIds: (): Id[] => [...visible], closeIfBehind }
}
