import { randomBytes } from 'node:crypto'
import type { QueueName } from '@app/contract/operations'
import { createRedis } from '@app/server/redis/connections'
import { aMember } from '@app/server/testing/members'
import { aPhoto } from '@app/server/testing/photos'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { Queue } from 'bullmq'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMail, type TestWorker, testWorker } from '../testing-worker.ts'
import { relayOnce } from './relay.ts'

let ctx: TestWorker
beforeAll(async () => {
  ctx = await testWorker({ REDIS_URL: ownRedisUrl(import.meta.url) })
})
afterAll(() => ctx.close())

/** Lists the waiting jobs of a queue. */
async function listWaitingJobs(name: QueueName): Promise<{ name: string; payload: object }[]> {
  const connection = createRedis(ctx.config.redisUrl)
  await connection.connect()
  const queue = new Queue(name, { connection })
  const jobs = await queue.getWaiting()
  await queue.close()
  connection.disconnect()
  return jobs.map((job) => ({ name: job.name, payload: job.data }))
}

test('enqueues the jobs of emails, photos and exports again if they are not done after three seconds', async () => {
  const ann = await aMember(ctx.db)
  const mailId = await aMail(ctx)
  const mediaId = await aPhoto(ctx, ann, { state: 'PROCESSING' })
  const dueAt = new Date(ctx.now().getTime() + 3_000).toISOString()
  await ctx.db.updateTable('media').set({ dueAt }).where('id', '=', mediaId).execute()
  const exportId = randomBytes(16).toString('base64url')
  await ctx.db
    .insertInto('exports')
    .values({ id: exportId, memberId: ann.id, requestedAt: ctx.now().toISOString() })
    .execute()
  const listJobs = async () => (await Promise.all((['mail', 'photos', 'exports'] as const).map(listWaitingJobs))).flat()

  ctx.advanceClock(2_999)
  await relayOnce(ctx)
  expect(await listJobs()).toEqual([])
  ctx.advanceClock(1)
  await relayOnce(ctx)
  expect(await listJobs()).toMatchObject([
    { name: 'mail:send', payload: { mailId } },
    { name: 'photos:draw', payload: { mediaId } },
    { name: 'exports:build', payload: { exportId } },
  ])
})
