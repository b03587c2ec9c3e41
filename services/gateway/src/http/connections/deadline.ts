import { AppError } from '@app/server/errors'
import type { FastifyInstance } from 'fastify'
import { awaitsBody } from './unread-bodies.ts'

declare module 'fastify' {
  interface FastifyReply {
    deadline: NodeJS.Timeout | null
  }
}

const HANDLER_TIMEOUT_MS = 10_000

/**
 * Responds UNAVAILABLE to a request whose handler exceeds its timeout; a later response of the handler is dropped. The
 * time in which the client sends its body does not count: `requestTimeout` of the server limits it. NOTE: Fastify's own
 * `handlerTimeout` would create an AbortController for every request, and abort it when the request closes.
 */
export function registerDeadline(app: FastifyInstance): void {
  app.decorateReply('deadline', null)
  app.addHook('onRequest', (request, reply, done) => {
    const deadline = setTimeout(() => {
      if (reply.sent || reply.raw.headersSent) return
      if (awaitsBody(request)) deadline.refresh()
      else reply.send(new AppError('UNAVAILABLE'))
    }, request.routeOptions.config.handlerTimeoutMs ?? HANDLER_TIMEOUT_MS)
    reply.deadline = deadline
    reply.raw.once('close', () => clearTimeout(deadline))
    done()
  })
  // The handler's time begins here, after all bodies except files have been received.
  app.addHook('preValidation', (_request, reply, done) => {
    reply.deadline?.refresh()
    done()
  })
}
