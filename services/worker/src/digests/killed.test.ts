import { createRedis } from '@app/server/redis/connections'
import { afterTest } from '@app/server/testing/context'
import { expect, test } from 'vitest'
import { setUpMailWorker } from '../testing-mail-worker.ts'
import { aWorkerProcess } from '../testing-process.ts'
import { redisDatabase } from '../testing-worker.ts'
import { aReaderWithUnread, listDigestStates } from './testing.ts'

const TIMEOUT = { timeout: 60_000 }

const { ctx, server } = await setUpMailWorker({ REDIS_URL: redisDatabase(15) })

test('a worker killed after the mail server has accepted an email, before its response, causes no second email', {
  timeout: 150_000,
}, async () => {
  const redis = createRedis(ctx.config.redisUrl)
  await redis.connect()
  await redis.flushdb()
  afterTest(async () => redis.disconnect())
  const first = await aReaderWithUnread(ctx)
  server.silence('text', 'hang')
  const killed = aWorkerProcess(ctx, { inTheMorning: true })
  await expect.poll(() => server.to(first.email), TIMEOUT).toHaveLength(1)
  killed.kill('SIGKILL')
  server.accept()
  const second = await aReaderWithUnread(ctx)
  await ctx.db.deleteFrom('digest_days').execute()
  await redis.flushdb()
  aWorkerProcess(ctx, { inTheMorning: true })
  await expect.poll(() => listDigestStates(ctx, second), TIMEOUT).toEqual(['SENT'])
  expect(server.to(second.email)).toHaveLength(1)
  expect([server.to(first.email).length, await listDigestStates(ctx, first)]).toEqual([1, ['SENDING']])
})
