import type { PushOf } from '@app/contract/pushes'
import { memberChannel } from '@app/server/delivery/pushes'
import { type HubSocket, iterateSockets, type Sockets } from '../sockets.ts'

/** The time for which the hub remembers a revoked session: longer than any login takes. */
const RETENTION_MS = 60_000

export type RevokedSessions = {
  onPush: (memberId: string, push: PushOf<'session:ended'>) => void
  /** Returns whether the session was revoked after the login looked it up. */
  isRevoked: (socket: HubSocket) => boolean
}

/** Closes exactly the sockets of revoked sessions, in a way that stops their clients from reconnecting. */
export function createRevokedSessions(io: Sockets): RevokedSessions {
  const revokedIds = new Set<string>()
  return {
    onPush(memberId, { sessions }) {
      for (const id of sessions) {
        revokedIds.add(id)
        setTimeout(() => revokedIds.delete(id), RETENTION_MS).unref()
      }
      for (const socket of iterateSockets(io, memberChannel(memberId)))
        if (sessions.includes(socket.data.sessionId)) socket.disconnect(true)
    },
    isRevoked: (socket) => revokedIds.has(socket.data.sessionId),
  }
}
