import type { Id } from '@app/contract/base'
import { isAfter } from './ids.ts'

type ReadMarkOptions = {
  /** Tells the server, and whoever has to know without pushes. */
  post: (id: Id, lastId: Id) => Promise<unknown>
  /** How far is known to be read; undefined where nothing is to be told. */
  lastRead: (id: Id) => Id | null | undefined
}

/** Tells how far conversations have been read. Never back, one call at a time, the furthest wins. */
export function createReadMarks({ post, lastRead }: ReadMarkOptions) {
  /** How far has been told, and what is to be told after the call that is under way. */
  const posted = new Map<Id, Id>()
  const pending = new Map<Id, Id | null>()

  async function postMark(id: Id, lastId: Id): Promise<void> {
    pending.set(id, null)
    try {
      await post(id, lastId)
      posted.set(id, lastId)
    } catch {
      // The next message that is read takes this one along.
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
