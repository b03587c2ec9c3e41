import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type Ctx, createContext } from '@app/server/context'
import {
  findLagBucket,
  LAG_BUCKETS,
  recordLags,
  recordMail,
  recordMembers,
  startOfMinute,
} from '@app/server/operations/samples'
import { createRedis } from '@app/server/redis/connections'
import { afterTest, aGroup, anOpenChat, listPushes } from '@app/server/testing/context'
import { aQueue } from '@app/server/testing/jobs'
import { aMember } from '@app/server/testing/members'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { testWorker } from '../testing-worker.ts'
import { readClock } from './queries.ts'
import { recordSample, startSampler } from './sampler.ts'

const MINUTE_MS = 60_000

const ctx = await testWorker({ REDIS_URL: ownRedisUrl(import.meta.url) })
const { db } = ctx
const redis = createRedis(ctx.config.redisUrl)
await redis.connect()
afterAll(async () => {
  redis.disconnect()
  await ctx.close()
})
beforeEach(async () => {
  await redis.flushdb()
  for (const table of ['operator_samples', 'outbox', 'members', 'groups'] as const) await db.deleteFrom(table).execute()
})

/** Returns the minute that is due to be recorded. */
const getDueMinute = (): Date => startOfMinute(new Date(ctx.now().getTime() - 10_000 - MINUTE_MS))
const listSamples = () => db.selectFrom('operator_samples').selectAll().orderBy('at').execute()
const recordAndReadSample = async () => {
  await recordSample(ctx, ctx.now())
  return (await listSamples()).at(-1)!
}
/** Returns the number of lags in each bucket. */
const countLagsByBucket = (...lags: number[]): number[] =>
  LAG_BUCKETS.map((_, bucket) => lags.filter((lag) => findLagBucket(lag) === bucket).length)

test('records a minute once with several workers, and notifies the team once', async () => {
  await Promise.all([ctx, ctx, ctx, ctx].map((worker) => recordSample(worker, worker.now())))
  await recordSample(ctx, ctx.now())
  expect((await listSamples()).map(({ at }) => at)).toEqual([getDueMinute().toISOString()])
  const sentPushes = await listPushes(db)
  expect(sentPushes).toMatchObject([{ push: { type: 'operations:changed' } }])
  expect(sentPushes.flatMap(({ to }) => to).toSorted()).toEqual(['0'])
})

test('counts a member on several hubs once', async () => {
  await recordMembers(redis, getDueMinute(), ['11', '12'])
  await recordMembers(redis, getDueMinute(), ['12', '13'])
  await recordMembers(redis, new Date(getDueMinute().getTime() + MINUTE_MS), ['14'])
  expect(await recordAndReadSample()).toMatchObject({ membersOnline: 3, pushes: 0, pushLagP50: null, pushLagP99: null })
})

test('records zero members for an empty hub, and an unknown number without a hub', async () => {
  expect(await recordAndReadSample()).toMatchObject({ membersOnline: null, pushes: null, mailsTaken: 0 })
  ctx.advanceClock(MINUTE_MS)
  await recordMembers(redis, getDueMinute(), [])
  expect(await recordAndReadSample()).toMatchObject({ membersOnline: 0, pushes: 0 })
})

describe('the lag of pushes', () => {
  test.each([
    ['a single push', [4], [4, 5]],
    ['many fast and few slow pushes', [...Array(98).fill(4), 900, 900], [3, 5], [750, 1_000]],
    ['evenly spread pushes', Array.from({ length: 1_000 }, (_, lag) => lag), [495, 505], [970, 1_000]],
    ['a push above the highest bucket', [100_000], [60_000, 60_000]],
    ['a push without lag', [0], [0, 1]],
  ])(
    'is estimated for %s',
    async (_, lags, [p50Min, p50Max]: number[], [p99Min, p99Max]: number[] = [p50Min!, p50Max!]) => {
      await recordMembers(redis, getDueMinute(), [])
      await recordLags(redis, getDueMinute(), countLagsByBucket(...lags.slice(0, 60)))
      await recordLags(redis, getDueMinute(), countLagsByBucket(...lags.slice(60)))
      const { pushes: pushCount, pushLagP50, pushLagP99 } = await recordAndReadSample()
      expect(pushCount).toBe(lags.length)
      expect(pushLagP50).toBeGreaterThanOrEqual(p50Min!)
      expect(pushLagP50).toBeLessThanOrEqual(p50Max!)
      expect(pushLagP99).toBeGreaterThanOrEqual(p99Min!)
      expect(pushLagP99).toBeLessThanOrEqual(p99Max!)
    },
  )
})

test('records emails, jobs and sizes', async () => {
  for (const outcome of ['taken', 'taken', 'refused'] as const) await recordMail(redis, getDueMinute(), outcome)
  const { queue, addFailedJobs } = aQueue(redis, ctx.config.redisUrl, 'mail')
  await addFailedJobs(['no', 'no'])
  await queue.add('mail:send', {}, { timestamp: Date.now() - MINUTE_MS })
  await aQueue(redis, ctx.config.redisUrl, 'photos').queue.add('photos:draw', {})
  const { oldestJobSeconds, databaseBytes, redisBytes, ...values } = await recordAndReadSample()
  expect(values).toMatchObject({ mailsTaken: 2, mailsRefused: 1, jobsWaiting: 2, jobsFailed: 2 })
  expect(oldestJobSeconds).toBeGreaterThan(59)
  expect(Number(databaseBytes)).toBeGreaterThan(1_000_000)
  expect(Number(redisBytes)).toBeGreaterThan(100_000)
})

describe('messages', () => {
  /** Stores this many messages in a new chat and a new group. */
  const sendMessages = async (count: number) => {
    const { ann, chatId } = await anOpenChat(db)
    const { groupId, owner } = await aGroup(db)
    const now = new Date().toISOString()
    // The chat contains one message already.
    for (let index = 1; index < count; index += 1) {
      const clientId = randomUUID()
      if (index % 2)
        await db
          .insertInto('chat_messages')
          .values({ chatId, senderId: ann.id, clientId, message: 'Hej', sentAt: now, version: index + 1 })
          .execute()
      else
        await db
          .insertInto('group_messages')
          .values({
            groupId,
            authorId: owner.id,
            clientId,
            message: 'Hej',
            sentAt: now,
            lastUpdate: now,
            version: index,
          })
          .execute()
    }
  }

  test('are counted since the previous sample, in chats and groups; the first sample counts none', async () => {
    await sendMessages(7)
    expect((await recordAndReadSample()).messages).toBe(0)
    await sendMessages(5)
    ctx.advanceClock(MINUTE_MS)
    expect((await recordAndReadSample()).messages).toBe(5)
    ctx.advanceClock(MINUTE_MS)
    expect((await recordAndReadSample()).messages).toBe(0)
  })

  test('are averaged over minutes without samples', async () => {
    await recordAndReadSample()
    ctx.advanceClock(3 * MINUTE_MS)
    await sendMessages(6)
    const { messages, at } = await recordAndReadSample()
    expect(messages).toBe(2)
    const [firstSample, ...laterSamples] = await listSamples()
    expect(laterSamples).toHaveLength(1)
    expect(Date.parse(at) - Date.parse(firstSample!.at)).toBe(3 * MINUTE_MS)
  })

  test('are counted correctly after earlier messages were deleted', async () => {
    await sendMessages(4)
    await recordAndReadSample()
    await db.deleteFrom('members').execute()
    ctx.advanceClock(MINUTE_MS)
    expect((await recordAndReadSample()).messages).toBe(0)
    await sendMessages(3)
    ctx.advanceClock(MINUTE_MS)
    expect((await recordAndReadSample()).messages).toBe(3)
  })
})

describe('the sampler of a worker', () => {
  /** Returns a time this many seconds after a full minute, on a clock that is this many hours ahead. */
  const timeAfterMinute = (seconds: number, hours = 0): Date =>
    new Date(startOfMinute(new Date()).getTime() + hours * 60 * MINUTE_MS + seconds * 1_000)
  const startTestSampler = (now: () => Date, workerCtx: Ctx = ctx) => {
    const sampler = startSampler({ ...workerCtx, now })
    afterTest(sampler.close)
    return sampler
  }
  const waitUntilMeasured = () => vi.waitFor(async () => expect(await listSamples()).not.toEqual([]))

  test('records no sample right after the start, so that each sample covers a whole minute', async () => {
    const samplers = [startTestSampler(() => timeAfterMinute(20)), startTestSampler(() => timeAfterMinute(5))]
    // A timer without a delay would have fired before this one.
    await setTimeout(1)
    await Promise.all(samplers.map((sampler) => sampler.close()))
    expect(await listSamples()).toEqual([])
  })

  test.each([-1, 0, 1])(
    'measures the last minute by the clock of the database when its own clock is %i h ahead',
    async (hours) => {
      const clockBefore = await readClock(db)
      startTestSampler(() => timeAfterMinute(14.95, hours))
      await waitUntilMeasured()
      const sampleMs = Date.parse((await listSamples())[0]!.at)
      expect(sampleMs).toBeGreaterThan(clockBefore.getTime() - 10_000 - 2 * MINUTE_MS)
      expect(sampleMs).toBeLessThanOrEqual((await readClock(db)).getTime() - 10_000 - MINUTE_MS)
    },
  )

  test('retries a failed measurement before the next minute is over', async () => {
    let queryCount = 0
    const failingDb = db.withPlugin({
      transformQuery: ({ node }) => {
        queryCount += 1
        if (queryCount === 1) throw new Error('unavailable')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    let now = timeAfterMinute(14.95)
    startTestSampler(() => now, { ...ctx, db: failingDb })
    now = timeAfterMinute(15)
    await waitUntilMeasured()
    expect(queryCount).toBeGreaterThan(1)
  })
})

test('deletes samples from a clock that was ahead, which would prevent current ones', async () => {
  await recordSample(ctx, new Date(ctx.now().getTime() + 60 * MINUTE_MS))
  await recordSample(ctx, ctx.now())
  expect((await listSamples()).map(({ at }) => at)).toEqual([getDueMinute().toISOString()])
})

test('deletes no samples when a clock is slightly behind', async () => {
  await recordAndReadSample()
  const samplesBefore = await listSamples()
  await recordSample(ctx, getDueMinute())
  await recordSample(ctx, new Date(getDueMinute().getTime() + MINUTE_MS))
  expect(await listSamples()).toEqual(samplesBefore)
})

test('records the memory limit of Redis if it has one', async () => {
  expect((await recordAndReadSample()).redisBytesMax).toBeNull()
  await redis.config('SET', 'maxmemory', '64gb')
  afterTest(async () => void (await redis.config('SET', 'maxmemory', '0')))
  ctx.advanceClock(MINUTE_MS)
  expect((await recordAndReadSample()).redisBytesMax).toBe(String(64 * 2 ** 30))
})

test('records the values of the database while Redis is unavailable, and notifies the team later', async () => {
  const separateCtx = createContext(
    { ...ctx.config, redisUrl: 'redis://127.0.0.1:1' },
    { service: 'test', connections: 2, now: ctx.now, keepDelivered: true },
  )
  afterTest(() => separateCtx.close())
  await aMember(db, { level: 'ADMIN' })
  await recordSample(separateCtx, ctx.now())
  const [{ databaseBytes, ...row }] = (await listSamples()) as [Awaited<ReturnType<typeof recordAndReadSample>>]
  expect(Number(databaseBytes)).toBeGreaterThan(0)
  expect(row).toEqual({
    at: getDueMinute().toISOString(),
    membersOnline: null,
    messages: 0,
    chatMessagesTo: row.chatMessagesTo,
    groupMessagesTo: row.groupMessagesTo,
    pushes: null,
    pushLagP50: null,
    pushLagP99: null,
    jobsWaiting: null,
    oldestJobSeconds: null,
    jobsFailed: null,
    mailsTaken: null,
    mailsRefused: null,
    redisBytes: null,
    redisBytesMax: null,
  })
  expect(await listPushes(db)).toHaveLength(1)
})

test('stores only numbers and times, and no ids of members', async () => {
  const ann = await aMember(db)
  const id = `${ann.id}00000123456789`
  await recordMembers(redis, getDueMinute(), [id])
  await recordAndReadSample()
  const { rows } = await sql<{ kind: string }>`
    select distinct data_type as kind from information_schema.columns
    where table_name in ('operator_samples', 'photo_store_sizes')`.execute(db)
  const kinds = rows.map(({ kind }) => kind).toSorted()
  expect(kinds).toEqual(['bigint', 'integer', 'real', 'timestamp with time zone'])
  const keys = await redis.keys('operations:*')
  expect(keys.length).toBeGreaterThan(0)
  for (const key of keys) {
    expect(`${key} ${await redis.dump(key)}`).not.toContain(id)
    expect(await redis.pttl(key)).toBeGreaterThan(0)
  }
})
