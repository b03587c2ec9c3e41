import { createLog } from '@app/server/process/log'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createMemoryCounters } from './memory-counters.ts'
import { createCounters } from './redis-counters.ts'
import { setUpLimitedGateway } from './testing.ts'

const { ctx } = await setUpLimitedGateway(import.meta.url)

describe.each([
  [
    'Redis',
    () => createCounters(ctx),
    async (milliseconds: number) => void (await ctx.redis.incrbyfloat('pace:test:ann', -milliseconds)),
  ],
  [
    'memory',
    createMemoryCounters,
    async (milliseconds: number) => void vi.useFakeTimers({ now: Date.now() + milliseconds, toFake: ['Date'] }),
  ],
])('a token bucket in %s', (_, createTested, advanceClock) => {
  afterEach(() => void vi.useRealTimers())
  /** So slow that no token is refilled while the test runs. */
  const bucket = { max: 2, windowMs: 24 * 60 * 60 * 1_000, burst: 3 }

  test('allows the rate and the burst immediately, and then one request after each interval', async () => {
    const counters = createTested()
    const waits: number[] = []
    for (let attempt = 0; attempt < 6; attempt += 1) waits.push(await counters.takeToken('test:ann', bucket))
    expect(waits.slice(0, 5)).toEqual([0, 0, 0, 0, 0])
    const intervalMs = bucket.windowMs / bucket.max
    expect(waits[5]).toBeGreaterThan(intervalMs - 60_000)
    expect(waits[5]).toBeLessThanOrEqual(intervalMs)
    expect(await counters.takeToken('test:bo', bucket)).toBe(0)
    await advanceClock(2 * intervalMs)
    expect([await counters.takeToken('test:ann', bucket), await counters.takeToken('test:ann', bucket)]).toEqual([0, 0])
    expect(await counters.takeToken('test:ann', bucket)).toBeGreaterThan(0)
  })
})

describe.each([
  ['Redis', () => createCounters(ctx)],
  ['memory', createMemoryCounters],
])('a refund in %s', (_, createTested) => {
  test('lowers the count of its window', async () => {
    const counters = createTested()
    for (let hit = 0; hit < 2; hit += 1) await counters.add('test:ann', 60_000, 1)
    await counters.add('test:ann', 60_000, -1)
    expect(await counters.add('test:ann', 60_000, 1)).toMatchObject({ count: 2 })
  })

  test('after the end of its window allows no more than the limit in the next one', async () => {
    const counters = createTested()
    await counters.add('test:ann', 60_000, -1)
    expect(await counters.add('test:ann', 60_000, 1)).toMatchObject({ count: 1 })
  })
})

test('a limit whose script fails is logged and counted by the gateway, while the others still count in Redis', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'trace', service: 'test' }, { write: (line) => void lines.push(line) })
  const counters = createCounters({ redis: ctx.redis, log })
  await ctx.redis.sadd('limit:test:ann', 'another type')
  expect(await counters.add('test:ann', 60_000, 1)).toMatchObject({ count: 1 })
  expect(await counters.add('test:ann', 60_000, 1)).toMatchObject({ count: 2 })
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'a script of the rate limits failed' }])
  expect(await counters.add('test:bo', 60_000, 1)).toMatchObject({ count: 1 })
  expect(await ctx.redis.get('limit:test:bo')).toBe('1')
})

test('a token bucket and a window of the same limit, which another release may use, have different keys', async () => {
  const counters = createCounters(ctx)
  const bucket = { max: 2, windowMs: 60_000, burst: 3 }
  expect(await counters.takeToken('test:ann', bucket)).toBe(0)
  expect(await counters.add('test:ann', bucket.windowMs, 1)).toMatchObject({ count: 1 })
  expect(await counters.add('test:bo', bucket.windowMs, 1)).toMatchObject({ count: 1 })
  expect(await counters.takeToken('test:bo', bucket)).toBe(0)
  const storedCounts = await ctx.redis.mget('limit:test:ann', 'limit:test:bo')
  expect(storedCounts).toEqual(['1', '1'])
})
