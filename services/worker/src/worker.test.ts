import { createMetrics } from '@app/server/metrics/instruments'
import { createRedis } from '@app/server/redis/connections'
import { afterTest } from '@app/server/testing/context'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aMail, readMailRow, type TestWorker, testWorker } from './testing-worker.ts'
import { startWorker } from './worker.ts'

let ctx: TestWorker
beforeAll(async () => {
  ctx = await testWorker({ REDIS_URL: ownRedisUrl(import.meta.url), WORKER_PORT: '0' })
  const redis = createRedis(ctx.config.redisUrl)
  await redis.connect()
  await redis.flushdb()
  redis.disconnect()
})
afterAll(() => ctx.close())

/** Returns the milliseconds until 0.1 s before the measurement after the next one. */
const getMsUntilMeasurement = (now: Date): number => 2 * 60_000 - ((now.getTime() - 14_900) % 60_000)

test('reports its health, sends waiting emails, and records a sample', async () => {
  const mailId = await aMail(ctx)
  ctx.advanceClock(getMsUntilMeasurement(ctx.now()))
  const worker = await startWorker(ctx)
  afterTest(() => worker.close())
  expect(await (await fetch(`${worker.address}/health`)).json()).toEqual({ status: 'ok' })
  const ready = await fetch(`${worker.address}/ready`)
  expect(ready.status).toBe(200)
  expect(await ready.json()).toMatchObject({ needs: { database: true, redis: true } })
  await vi.waitFor(async () => expect(await readMailRow(ctx, mailId)).toMatchObject({ state: 'SENT' }), {
    timeout: 10_000,
  })
  await vi.waitFor(async () =>
    expect(await ctx.db.selectFrom('operator_samples').select('at').execute()).toHaveLength(1),
  )
})

test('is healthy but not ready without its database', async () => {
  const failingDb = ctx.db.withPlugin({
    transformQuery: () => {
      throw new Error('unavailable')
    },
    transformResult: async ({ result }) => result,
  })
  const worker = await startWorker({ ...ctx, db: failingDb })
  afterTest(() => worker.close())
  expect((await fetch(`${worker.address}/ready`)).status).toBe(503)
  expect((await fetch(`${worker.address}/health`)).status).toBe(200)
})

test('serves example emails in development, never in production', async () => {
  const worker = await startWorker(ctx)
  afterTest(() => worker.close())
  const mails = (await (await fetch(`${worker.address}/dev/mails.json`)).json()) as { subject: string }[]
  expect(mails.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['Nytt lösenord', 'Ditt konto tas bort', 'Reminder', 'Your daily summary']),
  )
  const productionWorker = await startWorker({ ...ctx, config: { ...ctx.config, production: true } })
  afterTest(() => productionWorker.close())
  expect((await fetch(`${productionWorker.address}/dev/mails.json`)).status).toBe(404)
})

test('serves the queue board on the metrics port if the operator has set a password', async () => {
  const getBoardStatus = async (queuesPassword?: string) => {
    const config = { ...ctx.config, metricsPort: 0, queuesPassword }
    const worker = await startWorker({ ...ctx, metrics: createMetrics(), config })
    afterTest(() => worker.close())
    expect((await fetch(`${worker.privateAddress}/metrics`)).status).toBe(200)
    expect((await fetch(`${worker.address}/queues`)).status).toBe(404)
    return (await fetch(`${worker.privateAddress}/queues`)).status
  }
  expect(await getBoardStatus('ljungen:blommar-47')).toBe(401)
  expect(await getBoardStatus()).toBe(404)
})
