import type { FastifyInstance } from 'fastify'

type Check = () => Promise<unknown>

const CHECK_TIMEOUT_MS = 1_500

const withTimeout = (check: Check): Promise<unknown> =>
  Promise.race([
    check(),
    new Promise((_, reject) => {
      setTimeout(() => reject(new Error('no response in time')), CHECK_TIMEOUT_MS).unref()
    }),
  ])

const isHealthy = (check: Check): Promise<boolean> =>
  withTimeout(check).then(
    () => true,
    () => false,
  )

/**
 * Registers `/health`, which responds while the process runs, and `/ready`, which responds 200 if every check in
 * `needs` succeeds, otherwise 503. `/ready` also reports the checks in `uses`, of dependencies that the service can do
 * without.
 */
export function registerHealth(
  app: FastifyInstance,
  dependencies: { needs: Record<string, Check>; uses?: Record<string, Check> },
): void {
  app.get('/health', async () => ({ status: 'ok' }))
  app.get('/ready', async (_request, reply) => {
    const runChecks = async (checks: Record<string, Check>) =>
      Object.fromEntries(
        await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await isHealthy(check)] as const)),
      )
    const [needs, uses] = await Promise.all([runChecks(dependencies.needs), runChecks(dependencies.uses ?? {})])
    const ready = Object.values(needs).every(Boolean)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', needs, uses })
  })
}
