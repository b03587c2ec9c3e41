import { SLOW_CONSUMER_BYTES, SLOW_CONSUMER_PUSHES, SOCKET_FRAMES_PER_MINUTE } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { type Connection, iterateSockets, type Sockets } from './sockets.ts'

const MINUTE_MS = 60_000
/** Frames of the protocol itself: the login and the replies to heartbeats. */
const PROTOCOL_FRAMES_PER_MINUTE = 10
/** The time that a client has to complete the close handshake. */
const CLOSE_TIMEOUT_MS = 1_000

/**
 * Closes a connection, so that its client reconnects; destroys the socket of a client that does not complete the close
 * handshake.
 */
export function closeConnection(connection: Connection): void {
  connection.close(true)
  setTimeout(() => connection.request.socket.destroy(), CLOSE_TIMEOUT_MS).unref()
}

/** Disconnects all sockets in these rooms; their clients reconnect and resync. */
export function closeConnectionsIn(io: Sockets, rooms: string[]): void {
  for (const room of rooms) for (const { conn } of iterateSockets(io, room)) closeConnection(conn)
}

export type Connections = { closeAll: () => void; stop: () => void }

/**
 * Tracks every connection below Socket.IO, logged in or not, and disconnects clients that read too slowly or, with rate
 * limits, send too much. All connections share the listeners, since a closure for each would need more memory.
 */
export function trackConnections(io: Sockets, { config, log }: Pick<Ctx, 'config' | 'log'>): Connections {
  const connections = new Set<Connection>()
  const frameCounts = new Map<Connection, number>()
  const buffered = new Map<Connection, { packets: number; bytes: number }>()

  /** Disconnects without a close handshake: this client floods the hub or does not read. */
  function terminate(connection: Connection, reason: string): void {
    log.warn({ reason }, 'a connection was terminated')
    connection.close(true)
    connection.request.socket.destroy()
  }

  function onPacket(this: Connection): void {
    const count = (frameCounts.get(this) ?? 0) + 1
    frameCounts.set(this, count)
    if (count > SOCKET_FRAMES_PER_MINUTE + PROTOCOL_FRAMES_PER_MINUTE) terminate(this, 'too many frames')
  }

  function onPacketCreate(this: Connection, packet: { data?: string | Buffer }): void {
    const queue = buffered.get(this) ?? { packets: 0, bytes: this.request.socket.writableLength }
    queue.packets += 1
    queue.bytes += packet.data?.length ?? 0
    buffered.set(this, queue)
    if (queue.packets > SLOW_CONSUMER_PUSHES || queue.bytes > SLOW_CONSUMER_BYTES) terminate(this, 'slow consumer')
  }

  function onFlush(this: Connection): void {
    buffered.delete(this)
  }

  function onClose(this: Connection, reason: string): void {
    // The peer no longer responds; the WebSocket would keep the TCP connection open for 30 seconds more.
    if (reason === 'ping timeout') this.request.socket.destroy()
    connections.delete(this)
    frameCounts.delete(this)
    buffered.delete(this)
  }

  io.engine.on('connection', (connection: Connection) => {
    connections.add(connection)
    if (config.rateLimits) connection.on('packet', onPacket)
    connection.on('packetCreate', onPacketCreate)
    connection.on('flush', onFlush)
    connection.once('close', onClose)
  })
  const resetTimer = setInterval(() => frameCounts.clear(), MINUTE_MS)

  return {
    closeAll() {
      for (const connection of [...connections]) closeConnection(connection)
    },
    stop: () => clearInterval(resetTimer),
  }
}
