import type { QueueName } from '@app/contract/operations'
import type { Ctx } from '@app/server/context'
import { readOutboxState } from '@app/server/delivery/outbox'
import { cacheBriefly, counter, gauge, histogram, type Metrics } from '@app/server/metrics/instruments'
import { recordMail, startOfMinute } from '@app/server/operations/samples'
import type { Outcome } from './mail/mail.ts'

const DURATION_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

/** Returns a function that measures the duration of the jobs of a queue. */
export function createJobTimer({ metrics }: Pick<Ctx, 'metrics'>, queue: QueueName) {
  const durations = histogram(metrics, {
    name: 'salong_job_duration_seconds',
    help: 'How long jobs ran, by queue and by how they ended: done or failed',
    labelNames: ['queue', 'result'],
    buckets: DURATION_BUCKETS,
  })
  for (const result of ['done', 'failed']) durations.zero({ queue, result })
  return async (work: () => Promise<void>): Promise<void> => {
    const end = durations.startTimer({ queue })
    try {
      await work()
      end({ result: 'done' })
    } catch (error) {
      end({ result: 'failed' })
      throw error
    }
  }
}

const mails = (metrics: Metrics) =>
  counter(metrics, {
    name: 'salong_mails_total',
    help: 'Mails offered to the mail server, by kind and result: taken, later, refused or unknown',
    labelNames: ['kind', 'result'],
  })

/** Counts the mail server's responses for Prometheus, and the final ones for the operations page. */
export function countMail({ metrics, redis, log, now }: Ctx, kind: string, { result }: Outcome): void {
  mails(metrics).inc({ kind: kind.toLowerCase(), result: result.toLowerCase() })
  if (result !== 'TAKEN' && result !== 'REFUSED') return
  recordMail(redis, startOfMinute(now()), result === 'TAKEN' ? 'taken' : 'refused').catch((error: unknown) =>
    log.debug({ err: error }, 'an email was not counted'),
  )
}

/**
 * Registers gauges of the outbox and the queues, which all workers share, so that each worker reports the same values.
 */
export function registerWorkerMetrics(ctx: Pick<Ctx, 'metrics' | 'db' | 'jobs'>): void {
  const { metrics } = ctx
  const outbox = cacheBriefly(() => readOutboxState(ctx.db))
  const queues = cacheBriefly(() => ctx.jobs.readQueueStates())
  mails(metrics)
  gauge(metrics, { name: 'salong_outbox_rows', help: 'Pushes and jobs in the outbox' }, async () => [
    { value: (await outbox()).rows },
  ])
  gauge(metrics, { name: 'salong_outbox_oldest_seconds', help: 'Age of the oldest row in the outbox' }, async () => [
    { value: (await outbox()).oldestSeconds },
  ])
  gauge(
    metrics,
    { name: 'salong_queue_jobs', help: 'Jobs by queue and state', labelNames: ['queue', 'state'] },
    async () =>
      (await queues()).flatMap(({ queue, jobs }) =>
        Object.entries(jobs).map(([state, value]) => ({ labels: { queue, state }, value })),
      ),
  )
  gauge(
    metrics,
    {
      name: 'salong_queue_oldest_seconds',
      help: 'Age of the job that has waited longest, by queue',
      labelNames: ['queue'],
    },
    async () => (await queues()).map(({ queue, oldestSeconds }) => ({ labels: { queue }, value: oldestSeconds })),
  )
}
