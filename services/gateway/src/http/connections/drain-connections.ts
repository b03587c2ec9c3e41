import { Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Long enough for the proxy, which closes idle connections after a second; the process has ten seconds to stop. */
const DRAIN_TIMEOUT_MS = 5_000

/**
 * Drains connections for a graceful shutdown behind a proxy with other gateways: accepts no more connections, so that
 * the proxy fails over to the next gateway, and responds to each request on the open ones with `connection: close`.
 * NOTE: Closing idle connections immediately, as Node does, would lose a request that the proxy is sending on one of
 * them.
 */
export function registerConnectionDrain(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    if (!app.server.listening) return
    await new Promise<void>((resolve) => {
      setTimeout(resolve, DRAIN_TIMEOUT_MS).unref()
      Server.prototype.close.call(app.server, () => resolve())
    })
  })
}
