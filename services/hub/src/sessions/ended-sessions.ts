import type { PushOf } from '@app/contract/pushes'
import { memberChannel } from '@app/server/delivery/pushes'
import { type HubSocket, iterateSockets, type Sockets } from '../sockets.ts'

/** The time for which the hub remembers an ended session: longer than any login takes. */
const RETENTION_MS = 60_000

export type EndedSessions = {
  onPush: (memberId: string, push: PushOf<'session:ended'>) => void
  /** Returns whether the session ended after the login looked it up. */
  hasEnded: (socket: HubSocket) => boolean
}

/** Closes exactly the sockets of ended sessions, in a way that stops their clients from reconnecting. */
export function createEndedSessions(io: Sockets): EndedSessions {
  const endedIds = new Set<string>()
  return {
    onPush(memberId, { sessions }) {
      for (const id of sessions) {
        endedIds.add(id)
        setTimeout(() => endedIds.delete(id), RETENTION_MS).unref()
      }
      for (const socket of iterateSockets(io, memberChannel(memberId)))
        if (sessions.includes(socket.data.sessionId)) socket.disconnect(true)
    },
    hasEnded: (socket) => endedIds.has(socket.data.sessionId),
  }
}
