import { Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A proxy gives idle connections up after a second; the process itself has ten. */
const DRAIN_TIMEOUT_MS = 5_000

/**
 * How a gateway leaves a proxy that has others: it takes no more connections, so that the proxy turns to the next one, and
 * answers what still comes over those that are open, each for the last time. NOTE: closing idle ones at once, as Node does,
 * would lose the call that is just setting out on one of them.
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
