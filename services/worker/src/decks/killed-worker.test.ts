import { createRedis } from '@app/server/redis/connections'
import { afterTest } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { Queue } from 'bullmq'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aWorkerProcess } from '../testing-process.ts'
import { type TestWorker, testWorker } from '../testing-worker.ts'
import { aRow, aSpreadsheet, HEADER } from './testing.ts'

const POLL_OPTIONS = { timeout: 50_000 }

let ctx: TestWorker
beforeAll(async () => {
  ctx = await testWorker({ REDIS_URL: ownRedisUrl(import.meta.url) })
})
afterAll(() => ctx.close())

const readState = async (id: string) =>
  (await ctx.db.selectFrom('deck_uploads').select('state').where('id', '=', id).executeTakeFirst())?.state

const listCardTexts = async () => (await ctx.db.selectFrom('cards').select('text').execute()).map(({ text }) => text)

test('a worker killed while it reads a deck leaves the old deck complete, and another one repeats the job', {
  timeout: 120_000,
}, async () => {
  const redis = createRedis(ctx.config.redisUrl)
  await redis.connect()
  await redis.flushdb()
  const queue = new Queue('decks', { connection: redis })
  afterTest(async () => {
    await queue.close()
    redis.disconnect()
  })
  await ctx.db
    .insertInto('cards')
    .values({ cardType: 'DARE', text: 'Gammalt', audiences: ['MIXED'], spiciness: 'GREEN' })
    .execute()
  const bytes = aSpreadsheet([HEADER, ...Array.from({ length: 200 }, () => aRow('Nytt'))])
  const { id } = await ctx.db
    .insertInto('deck_uploads')
    .values({ bytes, uploadedAt: new Date(Date.now() + 60_000).toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { accountId: memberId } = await aMember(ctx.db, { level: 'ADMIN' })
  const job = { name: 'decks:read', payload: { uploadId: id, memberId } } as const
  await ctx.jobs.add(job)
  const killedWorker = aWorkerProcess(ctx)
  await expect.poll(() => queue.getActiveCount(), { ...POLL_OPTIONS, interval: 20 }).toBe(1)
  killedWorker.kill('SIGKILL')
  expect([await readState(id), await listCardTexts()]).toEqual(['WAITING', ['Gammalt']])
  await redis.flushdb()
  await ctx.jobs.add(job)
  aWorkerProcess(ctx)
  await expect.poll(() => readState(id), POLL_OPTIONS).toBe('STORED')
  expect(new Set(await listCardTexts())).toEqual(new Set(['Nytt']))
})
