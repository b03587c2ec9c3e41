import type { FastifyInstance } from 'fastify'

/**
 * A gateway has left only when all that its calls have begun is done, also for callers who went away meanwhile, whose
 * connections nothing waits for. Before the routes it is for.
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
