import { rm } from 'node:fs/promises'
import { createRedis } from '@app/server/redis/connections'
import { afterTest } from '@app/server/testing/context'
import { aQueue } from '@app/server/testing/jobs'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { afterAll, expect, test, vi } from 'vitest'
import { HANDLERS } from '../handlers.ts'
import { startQueues } from '../queues.ts'
import { testWorker } from '../testing-worker.ts'
import { relayOnce } from '../upkeep/relay.ts'
import { measurePhotoStore } from './measure-photo-store.ts'

const ctx = await testWorker({ REDIS_URL: ownRedisUrl(import.meta.url) })
const redis = createRedis(ctx.config.redisUrl)
await redis.connect()
await redis.flushdb()
afterAll(async () => {
  redis.disconnect()
  await ctx.close()
})

const listSizes = () => ctx.db.selectFrom('photo_store_sizes').selectAll().orderBy('at').execute()

test('measures the photo store when a worker starts, and then every six hours', async () => {
  await ctx.photos.put('raw/a', Buffer.alloc(1_000))
  await ctx.photos.put('variants/b/0-small.webp', Buffer.alloc(234))
  const queues = startQueues(ctx, HANDLERS)
  afterTest(() => queues.close())
  await relayOnce(ctx)
  await vi.waitFor(async () =>
    expect(await listSizes()).toEqual([{ at: ctx.now().toISOString(), files: '2', bytes: '1234' }]),
  )
  await relayOnce(ctx)
  const { queue } = aQueue(redis, ctx.config.redisUrl, 'upkeep')
  const delayedJobs = (await queue.getDelayed()).filter(({ name }) => name === 'upkeep:measure-store')
  expect(delayedJobs).toHaveLength(1)
  expect(await queue.getJobScheduler('measure-store')).toMatchObject({ every: 6 * 60 * 60 * 1_000 })
  expect(await listSizes()).toHaveLength(1)
})

test('fails for a missing folder if the store contained files before', async () => {
  const { photoStore } = ctx.config
  if (photoStore.kind !== 'FOLDER') throw new Error('the photo store is not a folder')
  await ctx.db.deleteFrom('photo_store_sizes').execute()
  await rm(photoStore.folder, { recursive: true })
  await measurePhotoStore(ctx)
  expect(await listSizes()).toMatchObject([{ files: '0', bytes: '0' }])
  await ctx.photos.put('raw/a', Buffer.alloc(10))
  ctx.advanceClock(1)
  await measurePhotoStore(ctx)
  const sizesBefore = await listSizes()
  expect(sizesBefore).toMatchObject([{ files: '0' }, { files: '1', bytes: '10' }])
  await rm(photoStore.folder, { recursive: true })
  ctx.advanceClock(1)
  await expect(measurePhotoStore(ctx)).rejects.toThrow('missing')
  expect(await listSizes()).toEqual(sizesBefore)
})

test('fails without storing a size while the store is unreachable', async () => {
  const sizesBefore = await listSizes()
  const unavailableCtx = { ...ctx, photos: { ...ctx.photos, measure: () => Promise.reject(new Error('unavailable')) } }
  await expect(measurePhotoStore(unavailableCtx)).rejects.toThrow('unavailable')
  expect(await listSizes()).toEqual(sizesBefore)
})
