import type { Id } from '@app/contract/base'
import { isAfter } from './ids.ts'

type ReadMarkOptions = {
  /** Posts the read position, and updates the state that pushes would update. */
  post: (id: Id, lastId: Id) => Promise<unknown>
  /** Returns the known read position; undefined if nothing should be posted. */
  lastRead: (id: Id) => Id | null | undefined
}

/**
 * Posts how far conversations have been read: only forward, one call at a time per conversation, keeping the furthest
 * position.
 */
export function createReadMarks({ post, lastRead }: ReadMarkOptions) {
  /** The posted positions, and those to post after the call in flight. */
  const posted = new Map<Id, Id>()
  const pending = new Map<Id, Id | null>()

  async function postMark(id: Id, lastId: Id): Promise<void> {
    pending.set(id, null)
    try {
      await post(id, lastId)
      posted.set(id, lastId)
    } catch {
      // The next mark that is posted includes this one.
    }
    const next = pending.get(id)
    pending.delete(id)
    if (next) mark(id, next)
  }

  function mark(id: Id, lastId: Id): void {
    const known = lastRead(id)
    if (known === undefined || !isAfter(lastId, known) || !isAfter(lastId, posted.get(id) ?? null)) return
    const waiting = pending.get(id)
    if (waiting === undefined) void postMark(id, lastId)
    else if (isAfter(lastId, waiting)) pending.set(id, lastId)
  }

  return { mark, clear: () => posted.clear() }
}
