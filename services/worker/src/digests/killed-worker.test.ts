import { createRedis } from '@app/server/redis/connections'
import { afterTest } from '@app/server/testing/context'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { expect, test } from 'vitest'
import { setUpMailWorker } from '../testing-mail-worker.ts'
import { aWorkerProcess } from '../testing-process.ts'
import { aReaderWithUnreadMessage, listDigestStates } from './testing.ts'

const POLL_OPTIONS = { timeout: 60_000 }

const { ctx, server } = await setUpMailWorker({ REDIS_URL: ownRedisUrl(import.meta.url) })

test('a worker killed before the mail server confirms an email causes no second email', {
  timeout: 150_000,
}, async () => {
  const redis = createRedis(ctx.config.redisUrl)
  await redis.connect()
  await redis.flushdb()
  afterTest(async () => redis.disconnect())
  const firstReader = await aReaderWithUnreadMessage(ctx)
  server.failAt('text', 'hang')
  const killedWorker = aWorkerProcess(ctx, { inTheMorning: true })
  await expect.poll(() => server.listDeliveredTo(firstReader.email), POLL_OPTIONS).toHaveLength(1)
  killedWorker.kill('SIGKILL')
  server.accept()
  const secondReader = await aReaderWithUnreadMessage(ctx)
  await ctx.db.deleteFrom('digest_days').execute()
  await redis.flushdb()
  aWorkerProcess(ctx, { inTheMorning: true })
  await expect.poll(() => listDigestStates(ctx, secondReader), POLL_OPTIONS).toEqual(['SENT'])
  expect(server.listDeliveredTo(secondReader.email)).toHaveLength(1)
  expect([server.listDeliveredTo(firstReader.email).length, await listDigestStates(ctx, firstReader)]).toEqual([
    1,
    ['SENDING'],
  ])
})
