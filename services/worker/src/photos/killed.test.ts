import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { rawKey } from '@app/server/photo-store'
import { createRedis } from '@app/server/redis'
import { afterwards, aMember, TEST_SECRET } from '@app/server/testing'
import { aPhoto } from '@app/server/testing-photos'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { redisDatabase, type TestWorker, testWorker } from '../testing-worker.ts'
import { aJpeg } from './testing.ts'

const PATIENCE = { timeout: 50_000 }
const REDIS_URL = redisDatabase(11)

let ctx: TestWorker
beforeAll(async () => {
  ctx = await testWorker({ REDIS_URL })
})
afterAll(() => ctx.close())

const folder = (): string => (ctx.config.photoStore.kind === 'FOLDER' ? ctx.config.photoStore.folder : '')

/** A worker as it is started in earnest. */
function aWorkerProcess() {
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('../main.ts', import.meta.url))], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: ctx.config.databaseUrl,
      REDIS_URL,
      PHOTO_STORE: `file:${folder()}`,
      SESSION_SECRET: TEST_SECRET,
      WORKER_PORT: '0',
      LOG_LEVEL: 'silent',
    },
  })
  afterwards(async () => void child.kill('SIGKILL'))
  return child
}

const states = async () =>
  (await ctx.db.selectFrom('media').select(['state', 'attempts']).execute()).map(
    ({ state, attempts }) => `${state} ${attempts}`,
  )

async function forgetJobs(): Promise<void> {
  const redis = createRedis(REDIS_URL)
  await redis.connect()
  await redis.flushdb()
  redis.disconnect()
}

test('a worker that is killed while it draws leaves nothing that the next one does not finish', {
  timeout: 120_000,
}, async () => {
  const ann = await aMember(ctx.db)
  const bytes = await aJpeg({ width: 7_000, height: 7_000 })
  for (let n = 0; n < 4; n += 1) {
    const mediaId = await aPhoto(ctx, ann, { state: 'PROCESSING' })
    await ctx.photos.put(rawKey(mediaId), bytes)
  }
  await forgetJobs()
  const first = aWorkerProcess()
  await expect.poll(states, PATIENCE).toContain('PROCESSING 1')
  first.kill('SIGKILL')
  await forgetJobs()
  await ctx.db
    .updateTable('media')
    .set({ dueAt: new Date(0).toISOString() })
    .where('state', '=', 'PROCESSING')
    .execute()
  aWorkerProcess()
  await expect.poll(states, PATIENCE).toEqual(Array.from({ length: 4 }, () => 'READY 0'))
  expect(await readdir(`${folder()}/raw`)).toEqual([])
  for (const mediaId of await readdir(`${folder()}/variants`))
    expect((await readdir(`${folder()}/variants/${mediaId}`)).sort()).toEqual([
      '0-large.webp',
      '0-medium.webp',
      '0-small.webp',
    ])
})
