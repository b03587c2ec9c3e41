import { availableParallelism } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import type { QueueName } from '@app/contract/operations'
import { getQueuePrefix, QUEUES } from '@app/server/delivery/jobs'
import { createQueueRedis, type RedisClient } from '@app/server/redis/connections'
import { Worker } from 'bullmq'
import type { WorkerCtx } from './context.ts'
import type { Handlers } from './handlers.ts'
import { createJobTimer } from './metrics.ts'
import { runJob } from './run-job.ts'

/** The number of concurrent jobs per queue and worker. Queues do not wait for each other. */
const CONCURRENCY: Record<QueueName, number> = {
  mail: 8,
  digests: 3,
  photos: availableParallelism(),
  exports: 1,
  decks: 1,
  events: 1,
  upkeep: 1,
  safety: 4,
  notifications: 4,
}

/**
 * The lock of a killed worker's job expires after this time; the job then runs again once, as `maxStalledCount`
 * permits.
 */
const LOCK_DURATION_MS = 15_000
const STALLED_INTERVAL_MS = 10_000
const RETRY_DELAY_MS = 1_000
/** The time for running jobs to finish when the worker stops; the process ends after ten seconds in any case. */
const SHUTDOWN_TIMEOUT_MS = 7_000

export type Queues = { close: () => Promise<void> }

function startQueue(ctx: WorkerCtx, handlers: Handlers, name: QueueName, connection: RedisClient): Worker {
  const timeJob = createJobTimer(ctx, name)
  const worker = new Worker(name, (job) => timeJob(() => runJob(ctx, handlers, job)), {
    connection,
    prefix: getQueuePrefix(connection, name),
    concurrency: CONCURRENCY[name],
    lockDuration: LOCK_DURATION_MS,
    stalledInterval: STALLED_INTERVAL_MS,
    maxStalledCount: 1,
    runRetryDelay: RETRY_DELAY_MS,
  })
  worker.on('error', (error) => {
    const level = connection.status === 'ready' ? 'warn' : 'debug'
    ctx.log[level]({ queue: name, err: error }, 'queue error')
  })
  worker.on('stalled', (jobId) => ctx.log.warn({ queue: name, jobId }, 'a stalled job runs again'))
  return worker
}

/** Runs the jobs of every queue. Waits while Redis is unavailable, and continues when it is available again. */
export function startQueues(ctx: WorkerCtx, handlers: Handlers): Queues {
  const connection = createQueueRedis(ctx.config.redisUrl)
  connection.on('error', () => {})
  const workers = QUEUES.map((name) => startQueue(ctx, handlers, name, connection))
  return {
    async close() {
      const finished = Promise.all(workers.map((worker) => worker.close()))
      await Promise.race([finished, setTimeout(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false })])
      connection.disconnect()
    },
  }
}
