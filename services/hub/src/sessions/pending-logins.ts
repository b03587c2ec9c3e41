import type { IncomingMessage } from 'node:http'
import { UNAUTHENTICATED_SOCKETS_MAX } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { getNetwork } from '@app/server/process/network'
import proxyAddr from '@fastify/proxy-addr'
import type { Connection, Sockets } from '../sockets.ts'

/**
 * Limits the connections per network that are not yet logged in. Does nothing without a trusted proxy, since all
 * connections may then share one address.
 */
export function limitPendingLogins(
  io: Sockets,
  { config }: Pick<Ctx, 'config'>,
): { hasCapacity: (request: IncomingMessage) => boolean } {
  const { rateLimits, trustProxy } = config
  if (!rateLimits || !trustProxy) return { hasCapacity: () => true }
  const isTrusted = proxyAddr.compile(trustProxy)
  const findNetwork = (request: IncomingMessage): string => getNetwork(proxyAddr(request, isTrusted))
  const counts = new Map<string, number>()
  const networks = new Map<Connection, string>()

  function release(connection: Connection): void {
    const network = networks.get(connection)
    if (network === undefined) return
    networks.delete(connection)
    const remaining = (counts.get(network) ?? 1) - 1
    if (remaining > 0) counts.set(network, remaining)
    else counts.delete(network)
  }

  function onClose(this: Connection): void {
    release(this)
  }

  io.engine.on('connection', (connection: Connection) => {
    const network = findNetwork(connection.request)
    networks.set(connection, network)
    counts.set(network, (counts.get(network) ?? 0) + 1)
    connection.once('close', onClose)
  })
  io.on('connection', ({ conn }) => release(conn))
  return { hasCapacity: (request) => (counts.get(findNetwork(request)) ?? 0) < UNAUTHENTICATED_SOCKETS_MAX }
}
