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
      const result: unknown = handler.call(this, request, reply)
      if (result instanceof Promise) {
        inFlight.add(result)
        const remove = () => void inFlight.delete(result)
        result.then(remove, remove)
      }
      return result
    }
  })

  app.addHook('onClose', async () => void (await Promise.allSettled(inFlight)))
}
