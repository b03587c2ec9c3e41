import type { IncomingMessage } from 'node:http'
import type { Socket as Stream } from 'node:net'
import { UNAUTHENTICATED_SOCKETS_MAX } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { getNetwork } from '@app/server/process/network'
import proxyAddr from '@fastify/proxy-addr'
import type { Sockets } from '../sockets.ts'

export type PendingLogins = {
  /** Counts a connection until it logs in or closes; returns false, without counting it, beyond the limit. */
  reserve: (request: IncomingMessage) => boolean
}

/**
 * Limits the connections per network that are not yet logged in. Does nothing without a trusted proxy, since all
 * connections may then share one address.
 */
export function limitPendingLogins(io: Pick<Sockets, 'on'>, { config }: Pick<Ctx, 'config'>): PendingLogins {
  const { rateLimits, trustProxy } = config
  if (!rateLimits || !trustProxy) return { reserve: () => true }
  const isTrusted = proxyAddr.compile(trustProxy)
  const counts = new Map<string, number>()
  const networks = new Map<Stream, string>()

  function release(stream: Stream): void {
    const network = networks.get(stream)
    if (network === undefined) return
    networks.delete(stream)
    const remaining = (counts.get(network) ?? 1) - 1
    if (remaining > 0) counts.set(network, remaining)
    else counts.delete(network)
  }

  function onClose(this: Stream): void {
    release(this)
  }

  io.on('connection', ({ conn }) => release(conn.request.socket))
  return {
    reserve(request) {
      const network = getNetwork(proxyAddr(request, isTrusted))
      const count = counts.get(network) ?? 0
      if (count >= UNAUTHENTICATED_SOCKETS_MAX) return false
      counts.set(network, count + 1)
      networks.set(request.socket, network)
      // Not the close of the WebSocket, which a malformed handshake never opens.
      request.socket.once('close', onClose)
      return true
    },
  }
}
