import type { PushOf } from '@app/contract/pushes'
import { memberChannel } from '@app/server/delivery/pushes'
import { type HubSocket, iterateSockets, type Sockets } from '../sockets.ts'

/** The time for which the hub remembers a revoked session: longer than any login takes. */
const RETENTION_MS = 60_000

export type RevokedSessions = {
  onPush: (memberId: string, push: PushOf<'session:ended'>) => void
  /** Returns whether the session of a socket that has just logged in was revoked in the meantime. */
  isRevoked: (socket: HubSocket) => boolean
}

/**
 * Closes the sockets of revoked sessions and those of earlier accounts with a member's id, in a way that stops their
 * clients from reconnecting.
 */
export function createRevokedSessions(io: Sockets): RevokedSessions {
  const revokedIds = new Set<string>()
  /** The times at which accounts have registered, by their ids, from the newest push about each account. */
  const registrations = new Map<string, { registeredAt: string }>()

  function isRevoked({ data: { sessionId, accountId, registeredAt } }: HubSocket): boolean {
    return revokedIds.has(sessionId) || (registrations.get(accountId)?.registeredAt ?? registeredAt) !== registeredAt
  }

  return {
    onPush(memberId, { sessions, registeredAt }) {
      for (const id of sessions) revokedIds.add(id)
      const registration = registeredAt ? { registeredAt } : undefined
      if (registration) registrations.set(memberId, registration)
      setTimeout(() => {
        for (const id of sessions) revokedIds.delete(id)
        if (registrations.get(memberId) === registration) registrations.delete(memberId)
      }, RETENTION_MS).unref()
      for (const socket of iterateSockets(io, memberChannel(memberId))) if (isRevoked(socket)) socket.disconnect(true)
    },
    isRevoked,
  }
}
