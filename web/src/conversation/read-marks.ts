import type { Id } from '@app/contract/base'
import { isAfter } from './ids.ts'

type Told = {
  /** Tells the server, and whoever has to know without pushes. */
  post: (id: Id, lastId: Id) => Promise<unknown>
  /** How far is known to be read; undefined where nothing is to be told. */
  lastRead: (id: Id) => Id | null | undefined
}

/** Tells how far conversations have been read. Never back, one call at a time, the furthest wins. */
export function readMarks({ post, lastRead }: Told) {
  /** How far has been told, and what is to be told after the call that is under way. */
  const told = new Map<Id, Id>()
  const underWay = new Map<Id, Id | null>()

  async function tell(id: Id, lastId: Id): Promise<void> {
    underWay.set(id, null)
    try {
      await post(id, lastId)
      told.set(id, lastId)
    } catch {
      // The next message that is read takes this one along.
    }
    const next = underWay.get(id)
    underWay.delete(id)
    if (next) mark(id, next)
  }

  function mark(id: Id, lastId: Id): void {
    const known = lastRead(id)
    if (known === undefined || !isAfter(lastId, known) || !isAfter(lastId, told.get(id) ?? null)) return
    const waiting = underWay.get(id)
    if (waiting === undefined) void tell(id, lastId)
    else if (isAfter(lastId, waiting)) underWay.set(id, lastId)
  }

  return { mark, forget: () => told.clear() }
}
