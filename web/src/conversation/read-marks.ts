import type { Id } from '@app/contract/base'
import { isAfter } from './ids.ts'

type ReadMarkOptions = {
  /** Posts the read position, and updates the state that pushes would update. */
  post: (id: Id, lastId: Id) => Promise<unknown>
  /** Returns the known read position; undefined if nothing should be posted. */
  lastRead: (id: Id) => Id | null | undefined
}

/**
 * Creates the functions that post how far conversations have been read: only forward, and one request at a time per
 * conversation, followed by one for the furthest position marked meanwhile.
 */
export function createReadMarks({ post, lastRead }: ReadMarkOptions) {
  const posted = new Map<Id, Id>()
  /** The position to post after the request in flight; null if there is none. */
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
    const lastReadId = lastRead(id)
    if (lastReadId === undefined || !isAfter(lastId, lastReadId) || !isAfter(lastId, posted.get(id) ?? null)) return
    const pendingId = pending.get(id)
    if (pendingId === undefined) void postMark(id, lastId)
    else if (isAfter(lastId, pendingId)) pending.set(id, lastId)
  }

  return { mark, clear: () => posted.clear() }
}
