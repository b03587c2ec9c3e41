import type { IncomingMessage } from 'node:http'
import { SOCKETS_WITHOUT_LOGIN } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { networkOf } from '@app/server/network'
import proxyAddr from '@fastify/proxy-addr'
import type { Link, Sockets } from './sockets.ts'

/**
 * Counts the connections of each network that are not yet logged in. Without a trusted proxy nothing is limited: all
 * connections may come from the address of one.
 */
export function countNewcomers(
  io: Sockets,
  { config }: Pick<Ctx, 'config'>,
): { hasRoom: (request: IncomingMessage) => boolean } {
  const { rateLimits, trustProxy } = config
  if (!rateLimits || !trustProxy) return { hasRoom: () => true }
  const isTrusted = proxyAddr.compile(trustProxy)
  const networkIn = (request: IncomingMessage): string => networkOf(proxyAddr(request, isTrusted))
  const counts = new Map<string, number>()
  const networks = new Map<Link, string>()

  function forget(link: Link): void {
    const network = networks.get(link)
    if (network === undefined) return
    networks.delete(link)
    const left = (counts.get(network) ?? 1) - 1
    if (left > 0) counts.set(network, left)
    else counts.delete(network)
  }

  function onClose(this: Link): void {
    forget(this)
  }

  io.engine.on('connection', (link: Link) => {
    const network = networkIn(link.request)
    networks.set(link, network)
    counts.set(network, (counts.get(network) ?? 0) + 1)
    link.once('close', onClose)
  })
  io.on('connection', ({ conn }) => forget(conn))
  return { hasRoom: (request) => (counts.get(networkIn(request)) ?? 0) < SOCKETS_WITHOUT_LOGIN }
}
