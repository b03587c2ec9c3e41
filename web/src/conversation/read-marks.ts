import type { Id } from '@app/contract/base'
import { useSessionState } from '../lib/http/session.ts'
import { isAfter } from './ids.ts'

type ReadMarkOptions = {
  /** Posts the read position, and updates the state that pushes would update. */
  post: (id: Id, lastId: Id) => Promise<unknown>
  /** Returns the known read position; undefined if nothing should be posted. */
  lastRead: (id: Id) => Id | null | undefined
}

type SessionMarks = {
  posted: Map<Id, Id>
  /** The position to post after the request in flight; null if there is none. */
  pending: Map<Id, Id | null>
}

const createMarks = (): SessionMarks => ({ posted: new Map(), pending: new Map() })

/**
 * Creates a function that posts how far a conversation has been read: only forward, and one request at a time per
 * conversation, followed by one for the furthest position marked meanwhile. Another session starts without marks, since
 * its member may not have read as far.
 */
export function createReadMarks({ post, lastRead }: ReadMarkOptions): (id: Id, lastId: Id) => void {
  let marks = createMarks()
  useSessionState.subscribe(({ session }, previous) => {
    if (session?.sessionId !== previous.session?.sessionId) marks = createMarks()
  })

  async function postMark(id: Id, lastId: Id): Promise<void> {
    const sessionMarks = marks
    const { posted, pending } = sessionMarks
    pending.set(id, null)
    try {
      await post(id, lastId)
      posted.set(id, lastId)
    } catch {
      // The next mark that is posted includes this one.
    }
    const next = pending.get(id)
    pending.delete(id)
    if (next && marks === sessionMarks) mark(id, next)
  }

  function mark(id: Id, lastId: Id): void {
    const { posted, pending } = marks
    const lastReadId = lastRead(id)
    if (lastReadId === undefined || !isAfter(lastId, lastReadId) || !isAfter(lastId, posted.get(id) ?? null)) return
    const pendingId = pending.get(id)
    if (pendingId === undefined) void postMark(id, lastId)
    else if (isAfter(lastId, pendingId)) pending.set(id, lastId)
  }

  return mark
}
