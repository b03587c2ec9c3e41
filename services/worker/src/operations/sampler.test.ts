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
import { afterTest, aGroup, anOpenChat, pushes } from '@app/server/testing/context'
import { aQueue } from '@app/server/testing/jobs'
import { aMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { redisDatabase, testWorker } from '../testing-worker.ts'
import { readClock } from './queries.ts'
import { recordSample, startSampler } from './sampler.ts'

const MINUTE = 60_000

const ctx = await testWorker({ REDIS_URL: redisDatabase(5) })
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
const findDueMinute = (): Date => startOfMinute(new Date(ctx.now().getTime() - 10_000 - MINUTE))
const samples = () => db.selectFrom('operator_samples').selectAll().orderBy('at').execute()
const sample = async () => {
  await recordSample(ctx, ctx.now())
  return (await samples()).at(-1)!
}
const lagsOf = (...lags: number[]): number[] =>
  LAG_BUCKETS.map((_, bucket) => lags.filter((lag) => findLagBucket(lag) === bucket).length)

test('records a minute once with several workers, and notifies the team once', async () => {
  await Promise.all([ctx, ctx, ctx, ctx].map((worker) => recordSample(worker, worker.now())))
  await recordSample(ctx, ctx.now())
  expect((await samples()).map(({ at }) => at)).toEqual([findDueMinute().toISOString()])
  const sentPushes = await pushes(db)
  expect(sentPushes).toMatchObject([{ push: { type: 'operations:changed' } }])
  expect(sentPushes.flatMap(({ to }) => to).toSorted()).toEqual(['0'])
})

test('counts a member on several hubs once', async () => {
  await recordMembers(redis, findDueMinute(), ['11', '12'])
  await recordMembers(redis, findDueMinute(), ['12', '13'])
  await recordMembers(redis, new Date(findDueMinute().getTime() + MINUTE), ['14'])
  expect(await sample()).toMatchObject({ membersOnline: 3, pushes: 0, pushLagP50: null, pushLagP99: null })
})

test('records zero members for an empty hub, and an unknown number without a hub', async () => {
  expect(await sample()).toMatchObject({ membersOnline: null, pushes: null, mailsTaken: 0 })
  ctx.advanceClock(MINUTE)
  await recordMembers(redis, findDueMinute(), [])
  expect(await sample()).toMatchObject({ membersOnline: 0, pushes: 0 })
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
      await recordMembers(redis, findDueMinute(), [])
      await recordLags(redis, findDueMinute(), lagsOf(...lags.slice(0, 60)))
      await recordLags(redis, findDueMinute(), lagsOf(...lags.slice(60)))
      const { pushes: pushCount, pushLagP50, pushLagP99 } = await sample()
      expect(pushCount).toBe(lags.length)
      expect(pushLagP50).toBeGreaterThanOrEqual(p50Min!)
      expect(pushLagP50).toBeLessThanOrEqual(p50Max!)
      expect(pushLagP99).toBeGreaterThanOrEqual(p99Min!)
      expect(pushLagP99).toBeLessThanOrEqual(p99Max!)
    },
  )
})

test('records emails, jobs and sizes', async () => {
  for (const reported of ['taken', 'taken', 'refused'] as const) await recordMail(redis, findDueMinute(), reported)
  const { queue, addFailedJobs } = aQueue(redis, ctx.config.redisUrl, 'mail')
  await addFailedJobs(['no', 'no'])
  await queue.add('mail:send', {}, { timestamp: Date.now() - MINUTE })
  await aQueue(redis, ctx.config.redisUrl, 'photos').queue.add('photos:draw', {})
  const { oldestJobSeconds, databaseBytes, redisBytes, ...values } = await sample()
  expect(values).toMatchObject({ mailsTaken: 2, mailsRefused: 1, jobsWaiting: 2, jobsFailed: 2 })
  expect(oldestJobSeconds).toBeGreaterThan(59)
  expect(Number(databaseBytes)).toBeGreaterThan(1_000_000)
  expect(Number(redisBytes)).toBeGreaterThan(100_000)
})

describe('messages', () => {
  const send = async (count: number) => {
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
    await send(7)
    expect((await sample()).messages).toBe(0)
    await send(5)
    ctx.advanceClock(MINUTE)
    expect((await sample()).messages).toBe(5)
    ctx.advanceClock(MINUTE)
    expect((await sample()).messages).toBe(0)
  })

  test('of unmeasured minutes are averaged over them, and leave a gap', async () => {
    await sample()
    ctx.advanceClock(3 * MINUTE)
    await send(6)
    const { messages, at } = await sample()
    expect(messages).toBe(2)
    const [first, ...others] = await samples()
    expect(others).toHaveLength(1)
    expect(Date.parse(at) - Date.parse(first!.at)).toBe(3 * MINUTE)
  })

  test('that were deleted since still count, and none counts twice', async () => {
    await send(4)
    await sample()
    await db.deleteFrom('members').execute()
    ctx.advanceClock(MINUTE)
    expect((await sample()).messages).toBe(0)
    await send(3)
    ctx.advanceClock(MINUTE)
    expect((await sample()).messages).toBe(3)
  })
})

describe('the sampler of a worker', () => {
  /** Returns a time this many seconds after a full minute; an offset of `hours` must not matter. */
  const secondsPast = (seconds: number, hours = 0): Date =>
    new Date(startOfMinute(new Date()).getTime() + hours * 60 * MINUTE + seconds * 1_000)
  const start = (now: () => Date, worker: Ctx = ctx) => {
    const sampler = startSampler({ ...worker, now })
    afterTest(sampler.close)
    return sampler
  }
  const untilMeasured = () => vi.waitFor(async () => expect(await samples()).not.toEqual([]))

  test('records no sample right after the start, so that each sample covers a whole minute', async () => {
    const samplers = [start(() => secondsPast(20)), start(() => secondsPast(5))]
    // A timer without a delay would have fired before this one.
    await setTimeout(1)
    await Promise.all(samplers.map((sampler) => sampler.close()))
    expect(await samples()).toEqual([])
  })

  test.each([-1, 0, 1])(
    'measures the last minute by the clock of the database, with its own clock %i h off',
    async (hours) => {
      const clockBefore = await readClock(db)
      start(() => secondsPast(14.95, hours))
      await untilMeasured()
      const at = Date.parse((await samples())[0]!.at)
      expect(at).toBeGreaterThan(clockBefore.getTime() - 10_000 - 2 * MINUTE)
      expect(at).toBeLessThanOrEqual((await readClock(db)).getTime() - 10_000 - MINUTE)
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
    let now = secondsPast(14.95)
    start(() => now, { ...ctx, db: failingDb })
    now = secondsPast(15)
    await untilMeasured()
    expect(queryCount).toBeGreaterThan(1)
  })
})

test('deletes samples of a clock that was ahead, so that they prevent no current ones', async () => {
  await recordSample(ctx, new Date(ctx.now().getTime() + 60 * MINUTE))
  await recordSample(ctx, ctx.now())
  expect((await samples()).map(({ at }) => at)).toEqual([findDueMinute().toISOString()])
})

test('deletes no samples when a clock is slightly behind', async () => {
  await sample()
  const before = await samples()
  await recordSample(ctx, findDueMinute())
  await recordSample(ctx, new Date(findDueMinute().getTime() + MINUTE))
  expect(await samples()).toEqual(before)
})

test('records the memory limit of Redis if it has one', async () => {
  expect((await sample()).redisBytesMax).toBeNull()
  await redis.config('SET', 'maxmemory', '64gb')
  afterTest(async () => void (await redis.config('SET', 'maxmemory', '0')))
  ctx.advanceClock(MINUTE)
  expect((await sample()).redisBytesMax).toBe(String(64 * 2 ** 30))
})

test('records the values of the database while Redis is unavailable, and notifies the team later', async () => {
  const separateCtx = createContext(
    { ...ctx.config, redisUrl: 'redis://127.0.0.1:1' },
    { service: 'test', connections: 2, now: ctx.now, keepDelivered: true },
  )
  afterTest(() => separateCtx.close())
  await aMember(db, { level: 'ADMIN' })
  await recordSample(separateCtx, ctx.now())
  const [{ databaseBytes, ...row }] = (await samples()) as [Awaited<ReturnType<typeof sample>>]
  expect(Number(databaseBytes)).toBeGreaterThan(0)
  expect(row).toEqual({
    at: findDueMinute().toISOString(),
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
  expect(await pushes(db)).toHaveLength(1)
})

test('stores only numbers, and no data of members', async () => {
  const ann = await aMember(db)
  const id = `${ann.id}00000123456789`
  await recordMembers(redis, findDueMinute(), [id])
  await sample()
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
