import { transact } from '@app/server/delivery/transact'
import { readSample, startOfMinute } from '@app/server/operations/samples'
import { createRedis } from '@app/server/redis/connections'
import { afterTest } from '@app/server/testing/context'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { UnrecoverableError } from 'bullmq'
import { expect, test, vi } from 'vitest'
import { HANDLERS } from './handlers.ts'
import { registerWorkerMetrics } from './metrics.ts'
import { startQueues } from './queues.ts'
import { setUpMailWorker } from './testing-mail-worker.ts'
import { aMail } from './testing-worker.ts'

const { ctx, server } = await setUpMailWorker({ REDIS_URL: ownRedisUrl(import.meta.url) })
const redis = createRedis(ctx.config.redisUrl)
await redis.connect()
await redis.flushdb()
redis.disconnect()
registerWorkerMetrics(ctx)

const readMetrics = () => ctx.metrics.metrics()
const enqueueMail = (mailId: string) =>
  transact(ctx, async (tx) => tx.enqueue({ name: 'mail:send', payload: { mailId } }))

test('reports the number and age of waiting rows and jobs before any worker runs them', async () => {
  await ctx.db
    .insertInto('outbox')
    .values({ kind: 'JOB', payload: '{"name":"moon:fly"}', createdAt: new Date(Date.now() - 60_000).toISOString() })
    .execute()
  await enqueueMail(await aMail(ctx))
  await vi.waitFor(async () =>
    expect(await readMetrics()).toContain('salong_queue_jobs{queue="mail",state="waiting"} 1'),
  )
  const metricsText = await readMetrics()
  expect(metricsText).toMatch(/^salong_queue_oldest_seconds\{queue="mail"\} \d/m)
  expect(metricsText).toContain('salong_queue_oldest_seconds{queue="decks"} 0')
  expect(metricsText).toMatch(/^salong_outbox_rows 2$/m)
  expect(Number(/^salong_outbox_oldest_seconds (\S+)/m.exec(metricsText)?.[1])).toBeGreaterThan(59)
})

test("measures jobs by queue and result, and counts emails by kind and the server's response", async () => {
  const failingHandler = async () => {
    throw new UnrecoverableError('no')
  }
  const queues = startQueues(ctx, { ...HANDLERS, 'exports:remove': failingHandler })
  afterTest(() => queues.close())
  expect(await readMetrics()).toContain('salong_job_duration_seconds_count{queue="photos",result="failed"} 0')
  server.reject('recipient', '550 5.1.1 unknown')
  const address = 'rejected.person@example.test'
  await enqueueMail(await aMail(ctx, { address }))
  await transact(ctx, async (tx) => tx.enqueue({ name: 'exports:remove', payload: { exportId: 'A'.repeat(22) } }))
  await vi.waitFor(async () => {
    const metricsText = await readMetrics()
    expect(metricsText).toMatch(
      /salong_job_duration_seconds_count\{(?:queue="mail",result="done"|result="done",queue="mail")\} 2/,
    )
    expect(metricsText).toMatch(
      /salong_job_duration_seconds_count\{(?:queue="exports",result="failed"|result="failed",queue="exports")\} 1/,
    )
    expect(metricsText).toMatch(/salong_mails_total\{kind="registration",result="refused"\} 2$/m)
  })
  expect(await readMetrics()).not.toContain('rejected.person')
  await vi.waitFor(async () => {
    const { mailsTaken, mailsRefused } = await readSample(ctx.redis, startOfMinute(ctx.now()))
    expect([mailsTaken, mailsRefused]).toEqual([0, 2])
  })
})

test('records the accepted emails of a minute, and no deferred ones', async () => {
  ctx.advanceClock(60_000)
  const queues = startQueues(ctx, HANDLERS)
  afterTest(() => queues.close())
  server.reject('recipient', '451 4.7.1 greylisted')
  await enqueueMail(await aMail(ctx))
  await vi.waitFor(async () =>
    expect(await readMetrics()).toMatch(/salong_mails_total\{kind="registration",result="later"\} 1/),
  )
  server.accept()
  await enqueueMail(await aMail(ctx))
  await vi.waitFor(async () =>
    expect(await readSample(ctx.redis, startOfMinute(ctx.now()))).toMatchObject({ mailsTaken: 1, mailsRefused: 0 }),
  )
})
