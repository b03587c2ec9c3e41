import { readdir } from 'node:fs/promises'
import { rawKey } from '@app/server/photos/photo-store'
import { createRedis } from '@app/server/redis/connections'
import { aMember } from '@app/server/testing/members'
import { aPhoto } from '@app/server/testing/photos'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aWorkerProcess, getPhotoFolder } from '../testing-process.ts'
import { type TestWorker, testWorker } from '../testing-worker.ts'
import { aJpeg } from './testing.ts'

const POLL_OPTIONS = { timeout: 50_000 }
const REDIS_URL = ownRedisUrl(import.meta.url)

let ctx: TestWorker
beforeAll(async () => {
  ctx = await testWorker({ REDIS_URL })
})
afterAll(() => ctx.close())

const listStates = async () =>
  (await ctx.db.selectFrom('media').select(['state', 'attempts']).execute()).map(
    ({ state, attempts }) => `${state} ${attempts}`,
  )

async function deleteJobs(): Promise<void> {
  const redis = createRedis(REDIS_URL)
  await redis.connect()
  await redis.flushdb()
  redis.disconnect()
}

test('the next worker completes all photos that a worker killed during processing has left unfinished', {
  timeout: 120_000,
}, async () => {
  const ann = await aMember(ctx.db)
  const bytes = await aJpeg({ width: 7_000, height: 7_000 })
  for (let n = 0; n < 4; n += 1) {
    const mediaId = await aPhoto(ctx, ann, { state: 'PROCESSING' })
    await ctx.photos.put(rawKey(mediaId), bytes)
  }
  await deleteJobs()
  const killedWorker = aWorkerProcess(ctx)
  await expect.poll(listStates, POLL_OPTIONS).toContain('PROCESSING 1')
  killedWorker.kill('SIGKILL')
  await deleteJobs()
  await ctx.db
    .updateTable('media')
    .set({ dueAt: new Date(0).toISOString() })
    .where('state', '=', 'PROCESSING')
    .execute()
  aWorkerProcess(ctx)
  await expect.poll(listStates, POLL_OPTIONS).toEqual(Array.from({ length: 4 }, () => 'READY 0'))
  expect(await readdir(`${getPhotoFolder(ctx)}/raw`)).toEqual([])
  const mediaIds = await readdir(`${getPhotoFolder(ctx)}/variants`)
  expect(mediaIds).toHaveLength(4)
  for (const mediaId of mediaIds)
    expect((await readdir(`${getPhotoFolder(ctx)}/variants/${mediaId}`)).sort()).toEqual([
      '0-large.webp',
      '0-medium.webp',
      '0-small.webp',
    ])
})
