import { type FastifyPluginAsync, fastify } from 'fastify'
import { collectDefaultMetrics } from 'prom-client'
import type { Ctx } from '../context.ts'
import { registerProcessMetrics } from './process.ts'

/**
 * Serves the metrics of this process on METRICS_PORT, together with other plugins for the operator. Returns the URL,
 * and a function that stops the server. Without METRICS_PORT it serves nothing and returns no URL.
 */
export async function serveMetrics(
  ctx: Pick<Ctx, 'config' | 'log' | 'metrics' | 'pool' | 'readReplica' | 'redis'>,
  plugins: FastifyPluginAsync[] = [],
): Promise<{ address?: string; close: () => Promise<void> }> {
  const { config, metrics, log } = ctx
  if (config.metricsPort === undefined) return { close: async () => {} }
  collectDefaultMetrics({ register: metrics, prefix: 'salong_' })
  registerProcessMetrics(ctx)
  const app = fastify({ forceCloseConnections: true })
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.metrics()))
  for (const plugin of plugins) await app.register(plugin)
  const address = await app.listen({ host: config.host, port: config.metricsPort })
  log.info({ address }, 'serving metrics')
  return { address, close: () => app.close() }
}
