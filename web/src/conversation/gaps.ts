import type { Id } from '@app/contract/base'
import { retryPause } from '../lib/retry-delay.ts'

type Kept = {
  /** Whether something is known to be missing of a conversation, or, where it is on show, in its messages. */
  isBehind: (id: Id, onShow: boolean) => boolean
  /** What it has; the same again after an answer means that the answer brought nothing. */
  versions: (id: Id) => string
  catchUp: (id: Id) => Promise<unknown>
}

/** Which conversations are on show, and what closes the gaps that skipped pushes leave. */
export function gapsOf({ isBehind, versions, catchUp }: Kept) {
  const onShow = new Set<Id>()
  const asking = new Set<Id>()

  /** Asks until nothing is known to be missing. */
  async function close(id: Id): Promise<void> {
    if (asking.has(id)) return
    asking.add(id)
    try {
      for (let known = versions(id); isBehind(id, onShow.has(id)); known = versions(id)) {
        await catchUp(id).catch(() => undefined)
        if (versions(id) === known) await retryPause()
      }
    } finally {
      asking.delete(id)
    }
  }

  const closeIfBehind = (id: Id): void => {
    if (isBehind(id, onShow.has(id))) void close(id)
  }

  /** The messages are on show, so they must not lag behind either. */
  function show(id: Id): () => void {
    onShow.add(id)
    closeIfBehind(id)
    return () => onShow.delete(id)
  }

  return { show, shown: (): Id[] => [...onShow], closeIfBehind }
}
