import { AppError } from '@app/server/errors'
import type { FastifyInstance } from 'fastify'

const HANDLER_TIME = 10_000
const RETRY_AFTER_SECONDS = 2

/**
 * A call whose handler does not come to an end is answered here; what the handler says later is dropped. Fastify's own
 * `handlerTimeout` makes a signal and an error for each call, also for those that are long answered.
 */
export function registerDeadline(app: FastifyInstance): void {
  app.addHook('onRequest', ({ routeOptions }, reply, done) => {
    const timer = setTimeout(() => {
      if (!reply.raw.headersSent) reply.send(new AppError('UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS }))
    }, routeOptions.config.handlerTime ?? HANDLER_TIME)
    reply.raw.once('close', () => clearTimeout(timer))
    done()
  })
}
