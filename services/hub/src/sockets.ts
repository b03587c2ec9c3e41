import type { ClientFrames, Push, PushType } from '@app/contract/pushes'
import type { SessionProof } from '@app/server/accounts/auth'
import { memberChannel } from '@app/server/delivery/pushes'
import { TEAM_ID } from '@app/server/policies/team'
import type { Server, Socket } from 'socket.io'

type ServerFrames = Record<PushType, (push: Push, requestId?: string) => void> & { ready: () => void }

/**
 * The data of a socket, kept small because one process has thousands of them. `partyId` is the acting party, which
 * differs from the account for admins.
 */
type SocketData = SessionProof & { sessionId: string; registeredAt: string; partyId: string }

export type Sockets = Server<ClientFrames, ServerFrames, Record<never, never>, SocketData>
export type HubSocket = Socket<ClientFrames, ServerFrames, Record<never, never>, SocketData>

/** The Engine.IO connection below a socket. */
export type Connection = HubSocket['conn']

/** The room of all admins' sockets. */
export const TEAM_ROOM = memberChannel(TEAM_ID)

/**
 * Counts the sockets in a room, including sockets whose login is in progress. Rooms have the names of the Redis channels
 * that are delivered to them.
 */
export const countSocketsIn = (io: Sockets, room: string): number => io.sockets.adapter.rooms.get(room)?.size ?? 0

/** Returns the id of the account whose room this is, or null for the room of the team or of something else. */
export function parseAccountRoom(room: string): string | null {
  const prefix = memberChannel('')
  return room.startsWith(prefix) && room !== TEAM_ROOM ? room.slice(prefix.length) : null
}

/** Lists the ids of the accounts with a socket on this hub, including sockets whose login is in progress. */
export function listConnectedAccountIds(io: Sockets): string[] {
  return [...io.sockets.adapter.rooms.keys()].flatMap((room) => parseAccountRoom(room) ?? [])
}

/** Iterates over the logged-in sockets of this hub in a room. */
export function* iterateSockets(io: Sockets, room: string): Generator<HubSocket> {
  for (const id of io.sockets.adapter.rooms.get(room) ?? []) {
    const socket = io.sockets.sockets.get(id)
    if (socket) yield socket
  }
}

/** Returns whether a room has a socket on this hub that is logged in. */
export const hasLoggedInSocket = (io: Sockets, room: string): boolean => !iterateSockets(io, room).next().done
