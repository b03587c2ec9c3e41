import type { QueueName } from '@app/contract/operations'
import type { Ctx } from '@app/server/context'
import { readOutboxState } from '@app/server/delivery/outbox'
import { cacheBriefly, getCounter, getHistogram, type Metrics, registerGauge } from '@app/server/metrics/instruments'
import { recordMail, startOfMinute } from '@app/server/operations/samples'
import type { Outcome } from './mail/mail.ts'

/** The upper bounds of the buckets, in seconds. */
const DURATION_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

/** Returns a function that runs a job of a queue and records its duration. */
export function createJobTimer({ metrics }: Pick<Ctx, 'metrics'>, queue: QueueName) {
  const durations = getHistogram(metrics, {
    name: 'salong_job_duration_seconds',
    help: 'How long jobs ran, by queue and by how they ended: done or failed',
    labelNames: ['queue', 'result'],
    buckets: DURATION_BUCKETS,
  })
  for (const result of ['done', 'failed']) durations.zero({ queue, result })
  return async (job: () => Promise<void>): Promise<void> => {
    const stopTimer = durations.startTimer({ queue })
    try {
      await job()
      stopTimer({ result: 'done' })
    } catch (error) {
      stopTimer({ result: 'failed' })
      throw error
    }
  }
}

const getMailCounter = (metrics: Metrics) =>
  getCounter(metrics, {
    name: 'salong_mails_total',
    help: 'Emails offered to the mail server, by kind and result: taken, later, refused or unknown',
    labelNames: ['kind', 'result'],
  })

/** Counts the mail server's response for Prometheus, and for the operations page if the response is final. */
export function countMail({ metrics, redis, log, now }: Ctx, kind: string, { result }: Outcome): void {
  getMailCounter(metrics).inc({ kind: kind.toLowerCase(), result: result.toLowerCase() })
  if (result !== 'TAKEN' && result !== 'REFUSED') return
  recordMail(redis, startOfMinute(now()), result === 'TAKEN' ? 'taken' : 'refused').catch((error: unknown) =>
    log.debug({ err: error }, 'an email was not counted'),
  )
}

/**
 * Registers the counter of this worker's emails, and gauges of the outbox and the queues. All workers share the latter,
 * so each worker reports the same values.
 */
export function registerWorkerMetrics(ctx: Pick<Ctx, 'metrics' | 'db' | 'jobs'>): void {
  const { metrics } = ctx
  const readOutbox = cacheBriefly(() => readOutboxState(ctx.db))
  const readQueues = cacheBriefly(() => ctx.jobs.readQueueStates())
  getMailCounter(metrics)
  registerGauge(metrics, { name: 'salong_outbox_rows', help: 'Pushes and jobs in the outbox' }, async () => [
    { value: (await readOutbox()).rows },
  ])
  registerGauge(
    metrics,
    { name: 'salong_outbox_oldest_seconds', help: 'Age of the oldest row in the outbox' },
    async () => [{ value: (await readOutbox()).oldestSeconds }],
  )
  registerGauge(
    metrics,
    { name: 'salong_queue_jobs', help: 'Jobs by queue and state', labelNames: ['queue', 'state'] },
    async () =>
      (await readQueues()).flatMap(({ queue, jobs }) =>
        Object.entries(jobs).map(([state, value]) => ({ labels: { queue, state }, value })),
      ),
  )
  registerGauge(
    metrics,
    {
      name: 'salong_queue_oldest_seconds',
      help: 'Age of the job that has waited longest, by queue',
      labelNames: ['queue'],
    },
    async () => (await readQueues()).map(({ queue, oldestSeconds }) => ({ labels: { queue }, value: oldestSeconds })),
  )
}
