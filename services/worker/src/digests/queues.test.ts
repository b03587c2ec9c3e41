import { createRedis } from '@app/server/redis'
import { afterwards } from '@app/server/testing'
import { DAY } from '@app/server/testing-events'
import { transact } from '@app/server/transact'
import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { HANDLERS } from '../handlers.ts'
import type { Mail, Outcome } from '../mail/transport.ts'
import { startQueues } from '../queues.ts'
import { aMailServer, type MailServer } from '../testing-mail-server.ts'
import { aMail, redisDatabase, type TestWorker, testWorker } from '../testing-worker.ts'
import { sweepOnce } from '../upkeep/sweep.ts'
import { aReader, digestsOf, MORNING, setClock, unread } from './testing.ts'

const SOON = { timeout: 20_000 }

let server: MailServer
let ctx: TestWorker
let redis: Redis
beforeAll(async () => {
  server = await aMailServer()
  ctx = await testWorker({ SMTP_URL: server.url, REDIS_URL: redisDatabase(13) })
  redis = createRedis(ctx.config.redisUrl)
  await redis.connect()
})
let tests = 0
beforeEach(async () => {
  await redis.flushdb()
  tests += 1
  setClock(ctx, new Date(Date.parse(MORNING) + tests * DAY).toISOString())
})
afterAll(async () => {
  redis.disconnect()
  await ctx.close()
  await server.goAway()
})

const queue = (): Queue => {
  const opened = new Queue('digests', { connection: redis })
  afterwards(() => opened.close())
  return opened
}

test('they are looked for at eight in Stockholm, also after Redis has forgotten it', async () => {
  for (const _ of [1, 2]) {
    await redis.flushdb()
    await sweepOnce(ctx)
    await sweepOnce(ctx)
    expect(await queue().getJobSchedulers()).toMatchObject([
      { key: 'digests', name: 'digests:write', pattern: '0 8 * * *', tz: 'Europe/Stockholm' },
    ])
    expect(await queue().getDelayedCount()).toBe(1)
  }
})

test('two workers whose Redis is emptied in the midst: everybody gets one', async () => {
  const readers = await Promise.all(Array.from({ length: 30 }, () => aReader(ctx)))
  for (const reader of readers) await unread(ctx, reader)
  for (const _ of [1, 2]) {
    const queues = startQueues(ctx, HANDLERS)
    afterwards(() => queues.close())
  }
  await sweepOnce(ctx)
  await redis.flushdb()
  await vi.waitFor(async () => {
    await sweepOnce(ctx)
    for (const reader of readers) expect(await digestsOf(ctx, reader)).toMatchObject([{ state: 'SENT' }])
  }, SOON)
  for (const { email } of readers) expect(server.to(email)).toHaveLength(1)
})

test('who waits for a new password does not wait behind digests', async () => {
  const readers = await Promise.all(Array.from({ length: 100 }, () => aReader(ctx)))
  for (const reader of readers) await unread(ctx, reader)
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const held: Mail[] = []
  async function send(mail: Mail): Promise<Outcome> {
    held.push(mail)
    await released
    return ctx.bulk.send(mail)
  }
  const queues = startQueues({ ...ctx, bulk: { ...ctx.bulk, send } }, HANDLERS)
  afterwards(async () => {
    release()
    await queues.close()
  })
  await vi.waitFor(async () => {
    await sweepOnce(ctx)
    expect(held.length).toBeGreaterThan(4)
  }, SOON)
  const [asking] = readers
  const mailId = await aMail(ctx, { kind: 'PASSWORD_RESET', address: asking?.email ?? '' })
  await transact(ctx, async (tx) => tx.enqueue({ name: 'mail:send', payload: { mailId } }))
  await vi.waitFor(() => expect(server.to(asking?.email ?? '')).toHaveLength(1), SOON)
  expect(server.delivered.filter(({ subject }) => subject === 'Dagens sammanfattning').length).toBeLessThan(100)
  expect(server.to(asking?.email ?? '')[0]?.subject).toBe('Nytt lösenord')
})
