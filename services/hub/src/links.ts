import { SLOW_READER_BYTES, SLOW_READER_PUSHES, SOCKET_FRAMES_PER_MINUTE } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { type Link, type Sockets, socketsIn } from './sockets.ts'

const MINUTE = 60_000
/** Frames of the protocol itself: the login and the answers to heartbeats. */
const PROTOCOL_FRAMES_PER_MINUTE = 10
/** How long a client may take for the close handshake. */
const CLOSE_TIMEOUT = 1_000

/** Closes a connection, so that its client reconnects; destroys the socket of a client that does not complete the close handshake. */
export function hangUp(link: Link): void {
  link.close(true)
  setTimeout(() => link.request.socket.destroy(), CLOSE_TIMEOUT).unref()
}

/** Disconnects all sockets in these rooms; their clients reconnect and resync. */
export function closeRooms(io: Sockets, rooms: string[]): void {
  for (const room of rooms) for (const { conn } of socketsIn(io, room)) hangUp(conn)
}

export type Links = { closeAll: () => void; stop: () => void }

/**
 * Watches every connection below Socket.IO, logged in or not, and disconnects clients that send too much or read too slowly.
 * All connections share the listeners, since a closure for each would need more memory.
 */
export function watchLinks(io: Sockets, { config, log }: Pick<Ctx, 'config' | 'log'>): Links {
  const links = new Set<Link>()
  const frames = new Map<Link, number>()
  const waiting = new Map<Link, { packets: number; bytes: number }>()

  /** Disconnects without a close handshake: this client floods the hub or does not read. */
  function cut(link: Link, reason: string): void {
    log.warn({ reason }, 'a connection was cut')
    link.close(true)
    link.request.socket.destroy()
  }

  function onPacket(this: Link): void {
    const count = (frames.get(this) ?? 0) + 1
    frames.set(this, count)
    if (count > SOCKET_FRAMES_PER_MINUTE + PROTOCOL_FRAMES_PER_MINUTE) cut(this, 'too many frames')
  }

  function onPacketCreate(this: Link, packet: { data?: string | Buffer }): void {
    const queue = waiting.get(this) ?? { packets: 0, bytes: this.request.socket.writableLength }
    queue.packets += 1
    queue.bytes += packet.data?.length ?? 0
    waiting.set(this, queue)
    if (queue.packets > SLOW_READER_PUSHES || queue.bytes > SLOW_READER_BYTES) cut(this, 'too slow a reader')
  }

  function onFlush(this: Link): void {
    waiting.delete(this)
  }

  function onClose(this: Link, reason: string): void {
    // The peer no longer responds; the WebSocket would keep the TCP connection open for 30 seconds more.
    if (reason === 'ping timeout') this.request.socket.destroy()
    links.delete(this)
    frames.delete(this)
    waiting.delete(this)
  }

  io.engine.on('connection', (link: Link) => {
    links.add(link)
    if (config.rateLimits) link.on('packet', onPacket)
    link.on('packetCreate', onPacketCreate)
    link.on('flush', onFlush)
    link.once('close', onClose)
  })
  const minute = setInterval(() => frames.clear(), MINUTE)

  return {
    closeAll() {
      for (const link of [...links]) hangUp(link)
    },
    stop: () => clearInterval(minute),
  }
}
