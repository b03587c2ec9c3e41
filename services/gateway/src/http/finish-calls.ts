import type { FastifyInstance } from 'fastify'

/**
 * A gateway has left only when all that its calls have begun is done, also for callers who went away meanwhile, whose
 * connections nothing waits for. Before the routes it is for.
 */
export function registerFinishCalls(app: FastifyInstance): void {
  const running = new Set<Promise<unknown>>()

  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      const answer: unknown = handler.call(this, request, reply)
      if (answer instanceof Promise) {
        running.add(answer)
        const done = () => void running.delete(answer)
        answer.then(done, done)
      }
      return answer
    }
  })

  app.addHook('onClose', async () => void (await Promise.allSettled(running)))
}
