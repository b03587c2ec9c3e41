import { transact } from '@app/server/delivery/transact'
import { createRedis, type RedisClient } from '@app/server/redis/connections'
import { afterTest } from '@app/server/testing/context'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { Queue } from 'bullmq'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { HANDLERS } from '../handlers.ts'
import type { Mail, Outcome } from '../mail/mail.ts'
import { startQueues } from '../queues.ts'
import { aMail } from '../testing-worker.ts'
import { relayOnce } from '../upkeep/relay.ts'
import { createReadersWithUnreadMessages, listDigests, setUpDigestWorker } from './testing.ts'

const WAIT_OPTIONS = { timeout: 20_000 }

const { ctx, server } = await setUpDigestWorker({ REDIS_URL: ownRedisUrl(import.meta.url) })
let redis: RedisClient
beforeAll(async () => {
  redis = createRedis(ctx.config.redisUrl)
  await redis.connect()
})
beforeEach(() => redis.flushdb())
afterAll(() => redis.disconnect())

const openQueue = (): Queue => {
  const queue = new Queue('digests', { connection: redis })
  afterTest(() => queue.close())
  return queue
}

test('schedules digests at eight in Stockholm, even after Redis was emptied', async () => {
  for (const _ of [1, 2]) {
    await redis.flushdb()
    await relayOnce(ctx)
    await relayOnce(ctx)
    expect(await openQueue().getJobSchedulers()).toMatchObject([
      { key: 'digests', name: 'digests:write', pattern: '0 8 * * *', tz: 'Europe/Stockholm' },
    ])
    expect(await openQueue().getDelayedCount()).toBe(1)
  }
})

test('sends each member one digest with two workers whose Redis is emptied in between', async () => {
  const readers = await createReadersWithUnreadMessages(ctx, 30)
  for (const _ of [1, 2]) {
    const queues = startQueues(ctx, HANDLERS)
    afterTest(() => queues.close())
  }
  await relayOnce(ctx)
  await redis.flushdb()
  await vi.waitFor(async () => {
    await relayOnce(ctx)
    for (const reader of readers) expect(await listDigests(ctx, reader)).toMatchObject([{ state: 'SENT' }])
  }, WAIT_OPTIONS)
  for (const { email } of readers) expect(server.listDeliveredTo(email)).toHaveLength(1)
})

test('sends a password link without waiting for digests', async () => {
  const [requester, ...otherReaders] = await createReadersWithUnreadMessages(ctx, 40)
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const blockedMails: Mail[] = []
  async function send(mail: Mail): Promise<Outcome> {
    blockedMails.push(mail)
    await released
    return ctx.bulkTransport.send(mail)
  }
  const queues = startQueues({ ...ctx, bulkTransport: { ...ctx.bulkTransport, send } }, HANDLERS)
  afterTest(async () => {
    release()
    await queues.close()
  })
  await vi.waitFor(async () => {
    await relayOnce(ctx)
    expect(blockedMails.length).toBeGreaterThan(3)
  }, WAIT_OPTIONS)
  const mailId = await aMail(ctx, { kind: 'PASSWORD_RESET', address: requester?.email ?? '' })
  await transact(ctx, async (tx) => tx.enqueue({ name: 'mail:send', payload: { mailId } }))
  await vi.waitFor(() => expect(server.listDeliveredTo(requester?.email ?? '')).toHaveLength(1), WAIT_OPTIONS)
  expect(server.listDeliveredTo(requester?.email ?? '')[0]?.subject).toBe('Nytt lösenord')
  for (const { email } of otherReaders) expect(server.listDeliveredTo(email)).toEqual([])
})
