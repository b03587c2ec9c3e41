import { serveMetrics } from '@app/server/metrics/serve'
import { registerHealth } from '@app/server/process/health'
import { probeWrites } from '@app/server/redis/connections'
import { fastify } from 'fastify'
import { sql } from 'kysely'
import { createQueueBoard } from './board/board.ts'
import type { WorkerCtx } from './context.ts'
import { registerExampleMails } from './example-mails/routes.ts'
import { HANDLERS } from './handlers.ts'
import { registerWorkerMetrics } from './metrics.ts'
import { startSampler } from './operations/sampler.ts'
import { startQueues } from './queues.ts'
import { startRelay } from './upkeep/relay.ts'

/** Starts the worker. Returns the URL of its health routes, and the URL of its metrics if it serves any. */
export async function startWorker(
  ctx: WorkerCtx,
): Promise<{ address: string; privateAddress?: string; close: () => Promise<void> }> {
  if (ctx.config.metricsPort !== undefined) registerWorkerMetrics(ctx)
  const app = fastify({ forceCloseConnections: true })
  registerHealth(app, { needs: { database: () => sql`select 1`.execute(ctx.db), redis: () => probeWrites(ctx.redis) } })
  if (!ctx.config.production && !ctx.config.smtpUrl) registerExampleMails(app, ctx)
  const address = await app.listen({ host: ctx.config.host, port: ctx.config.workerPort })
  const { queuesPassword } = ctx.config
  const metrics = await serveMetrics(ctx, queuesPassword ? [createQueueBoard(ctx, queuesPassword)] : [])
  const queues = startQueues(ctx, HANDLERS)
  const relay = startRelay(ctx)
  const sampler = startSampler(ctx)
  return {
    address,
    privateAddress: metrics.address,
    close: async () =>
      void (await Promise.all([queues.close(), relay.close(), sampler.close(), app.close(), metrics.close()])),
  }
}
