import type { OwnedCtx } from '@app/server/context'
import { publish } from '@app/server/delivery/pushes'
import { readSample, startOfMinute } from '@app/server/operations/samples'
import { createBlockingRedis, createRedis } from '@app/server/redis/connections'
import { afterTest, asOwner } from '@app/server/testing/context'
import { aFaultyProxy } from '@app/server/testing/faulty-proxy'
import { aMember } from '@app/server/testing/members'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  aHub,
  aReadySocket,
  chatCountPush,
  eventually,
  FAST_TIMINGS,
  hubContext,
  type TestSocket,
  waitForDisconnect,
  waitForPushes,
} from '../testing.ts'

/** A Redis database of this file's own, since all hubs write samples under the same keys. */
const redisUrl = ownRedisUrl(import.meta.url)
const redis = createRedis(redisUrl)

let ctx: OwnedCtx
beforeAll(async () => {
  await redis.connect()
  ctx = { ...(await hubContext({ REDIS_URL: redisUrl })), now: () => NOW }
  // Redis counts members by a hash of their ids: these ids have distinct hashes, and no other test uses them.
  await asOwner(ctx.db, sql`alter table members alter column id restart with ${sql.lit(2 ** 48)}`)
})
afterAll(async () => {
  await ctx.close()
  redis.disconnect()
})
beforeEach(async () => void (await redis.flushdb()))

/** A fixed time, so that the minute does not end. */
const NOW = new Date()
const readCurrentSample = () => readSample(redis, startOfMinute(NOW))
/** Counts the received pushes, with those to all members, which other test files also publish. */
const countReceived = (...sockets: TestSocket[]): number =>
  sockets.flatMap(({ received }) => received).filter(({ type }) => type !== 'ready').length
/** Writes samples only when the hub stops. */
const TIMINGS_WITHOUT_SAMPLES = { ...FAST_TIMINGS, sampleMs: 2 ** 30 }

test('counts each member once over all hubs and sockets', async () => {
  const hubs = [await aHub(ctx), await aHub(ctx), await aHub(ctx)]
  const [ann, bo, cy] = [await aMember(ctx.db), await aMember(ctx.db), await aMember(ctx.db)]
  await aReadySocket(hubs[0]!, ann)
  await aReadySocket(hubs[0]!, ann)
  await aReadySocket(hubs[1]!, ann)
  await aReadySocket(hubs[1]!, bo)
  await eventually(async () => expect(await readCurrentSample()).toMatchObject({ membersOnline: 2 }))
  await aReadySocket(hubs[2]!, cy)
  await eventually(async () => expect((await readCurrentSample()).membersOnline).toBe(3))
})

test('counts pushes at every hub that delivers them, with the time since their commit', async () => {
  const hubs = [await aHub(ctx), await aHub(ctx)]
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const sockets = [await aReadySocket(hubs[0]!, ann), await aReadySocket(hubs[1]!, bo)]
  const latePush = { push: chatCountPush(1), at: Date.now() - 40_000 }
  // Several, so that they outnumber what other test files publish meanwhile.
  await publish(
    ctx.redis,
    Array.from({ length: 5 }, () => ({ to: [ann.id, bo.id], ...latePush })),
  )
  await eventually(() => expect(countReceived(...sockets)).toBeGreaterThanOrEqual(10))
  await eventually(async () => expect((await readCurrentSample()).pushes).toBe(countReceived(...sockets)))
  const { pushLagP50, pushLagP99 } = await readCurrentSample()
  for (const lag of [pushLagP50, pushLagP99]) {
    expect(lag).toBeGreaterThan(30_000)
    expect(lag).toBeLessThanOrEqual(60_000)
  }
})

test('writes the remaining samples when the hub stops, even without a metrics port', async () => {
  expect(ctx.config.metricsPort).toBeUndefined()
  const hub = await aHub(ctx, { timings: TIMINGS_WITHOUT_SAMPLES })
  const ann = await aMember(ctx.db)
  const socket = await aReadySocket(hub, ann)
  await waitForPushes(ctx, socket, ann)
  expect(await readCurrentSample()).toMatchObject({ membersOnline: null, pushes: null })
  await hub.app.close()
  expect(await readCurrentSample()).toMatchObject({ membersOnline: 1, pushes: countReceived(socket) })
})

test('disconnects members of a stopping hub even while Redis does not respond', async () => {
  const proxy = await aFaultyProxy(redisUrl)
  const blockingRedis = createBlockingRedis(proxy.url)
  await blockingRedis.connect()
  afterTest(async () => blockingRedis.disconnect())
  const hub = await aHub({ ...ctx, redis: blockingRedis }, { timings: TIMINGS_WITHOUT_SAMPLES })
  const socket = await aReadySocket(hub, await aMember(ctx.db))
  const disconnectReason = waitForDisconnect(socket)
  proxy.silence()
  await hub.app.close()
  expect(await disconnectReason).toBe('transport close')
})

test('records zero members for a hub without sockets', async () => {
  await aHub(ctx)
  await eventually(async () => expect(await readCurrentSample()).toMatchObject({ membersOnline: 0, pushes: 0 }))
})

test('counts a push to all members once at each hub', async () => {
  const hub = await aHub(ctx, { timings: TIMINGS_WITHOUT_SAMPLES })
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const socket = await aReadySocket(hub, ann)
  await aReadySocket(hub, bo)
  await publish(ctx.redis, [{ to: 'everybody', push: { type: 'news:count', newest: [], seen: null } }])
  await waitForPushes(ctx, socket, ann)
  await hub.app.close()
  expect((await readCurrentSample()).pushes).toBe(countReceived(socket))
})

test('stays healthy while Redis is unavailable, and records samples again afterwards', async () => {
  const proxy = await aFaultyProxy(redisUrl)
  const hub = await aHub(ctx, { redisUrl: proxy.url })
  const ann = await aMember(ctx.db)
  await aReadySocket(hub, ann)
  await eventually(async () => expect((await readCurrentSample()).membersOnline).toBe(1))
  proxy.cut()
  await redis.flushdb()
  expect((await hub.app.inject('/health')).statusCode).toBe(200)
  proxy.heal()
  await eventually(async () => expect((await readCurrentSample()).membersOnline).toBe(0))
  await eventually(async () => expect((await hub.app.inject('/ready')).statusCode).toBe(200))
  await aReadySocket(hub, ann)
  await eventually(async () => expect((await readCurrentSample()).membersOnline).toBe(1))
})
