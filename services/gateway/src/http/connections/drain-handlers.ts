import type { FastifyInstance } from 'fastify'

/**
 * Makes shutdown wait for all in-flight handlers, including those whose client disconnected, since no connection waits
 * for these. Must be registered before the routes that it covers.
 */
export function registerHandlerDrain(app: FastifyInstance): void {
  const inFlight = new Set<Promise<unknown>>()

  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      const answer: unknown = handler.call(this, request, reply)
      if (answer instanceof Promise) {
        inFlight.add(answer)
        const forget = () => void inFlight.delete(answer)
        answer.then(forget, forget)
      }
      return answer
    }
  })

  app.addHook('onClose', async () => void (await Promise.allSettled(inFlight)))
}
