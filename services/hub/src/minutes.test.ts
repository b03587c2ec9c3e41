import type { OwnedCtx } from '@app/server/context'
import { minuteOf, readMinute } from '@app/server/operations/minutes'
import { publish } from '@app/server/pushes'
import { createRedis, createWaitingRedis } from '@app/server/redis'
import { afterwards, asOwner } from '@app/server/testing'
import { aMember } from '@app/server/testing-members'
import { aWire } from '@app/server/testing-wire'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { aHub, aReadySocket, count, endOf, eventually, hubContext, SWIFT, settle } from './testing.ts'

/** What hubs note has the same names everywhere, so this file has a Redis database of its own. */
const redisUrl = new URL(inject('testInfra').redisUrl)
redisUrl.pathname = '/7'
const redis = createRedis(redisUrl.toString())

let ctx: OwnedCtx
beforeAll(async () => {
  await redis.connect()
  ctx = { ...(await hubContext({ REDIS_URL: redisUrl.toString() })), now: () => NOW }
  // Who is counted is sorted by a sum of the id: these ids are always told apart, and nobody else has them.
  await asOwner(ctx.db, sql`alter table members alter column id restart with ${sql.lit(2 ** 48)}`)
})
afterAll(async () => {
  await ctx.close()
  redis.disconnect()
})
beforeEach(async () => void (await redis.flushdb()))

/** A minute that does not end. */
const NOW = new Date()
const noted = () => readMinute(redis, minuteOf(NOW))
const NEVER = { ...SWIFT, note: 2 ** 30 }

test('members are counted over all hubs, each once, whatever sockets they have', async () => {
  const hubs = [await aHub(ctx), await aHub(ctx), await aHub(ctx)]
  const [ann, bo, cy] = [await aMember(ctx.db), await aMember(ctx.db), await aMember(ctx.db)]
  await aReadySocket(hubs[0]!, ann)
  await aReadySocket(hubs[0]!, ann)
  await aReadySocket(hubs[1]!, ann)
  await aReadySocket(hubs[1]!, bo)
  await eventually(async () => expect(await noted()).toMatchObject({ membersOnline: 2, pushes: 0 }))
  await aReadySocket(hubs[2]!, cy)
  await eventually(async () => expect((await noted()).membersOnline).toBe(3))
})

test('pushes are counted by every hub that hands them on, with the time since their commit', async () => {
  const hubs = [await aHub(ctx), await aHub(ctx)]
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  await aReadySocket(hubs[0]!, ann)
  await aReadySocket(hubs[1]!, bo)
  const late = { push: count(1), at: Date.now() - 40_000 }
  await publish(ctx.redis, [{ to: [ann.id, bo.id], ...late }])
  await eventually(async () => expect((await noted()).pushes).toBe(2))
  const { pushLagP50, pushLagP99 } = await noted()
  for (const lag of [pushLagP50, pushLagP99]) {
    expect(lag).toBeGreaterThan(30_000)
    expect(lag).toBeLessThanOrEqual(60_000)
  }
})

test('a hub that stops leaves what it has not told yet, also without a port for metrics', async () => {
  expect(ctx.config.metricsPort).toBeUndefined()
  const hub = await aHub(ctx, { pace: NEVER })
  const ann = await aMember(ctx.db)
  await settle(ctx, await aReadySocket(hub, ann), ann)
  expect(await noted()).toMatchObject({ membersOnline: null, pushes: null })
  await hub.app.close()
  expect(await noted()).toMatchObject({ membersOnline: 1, pushes: 1 })
})

test('a hub that stops lets its members go, however slow Redis is', async () => {
  const wire = await aWire(redisUrl.toString())
  const patient = createWaitingRedis(wire.url)
  await patient.connect()
  afterwards(async () => patient.disconnect())
  const hub = await aHub({ ...ctx, redis: patient }, { pace: NEVER })
  const socket = await aReadySocket(hub, await aMember(ctx.db))
  const end = endOf(socket)
  wire.silence()
  await hub.app.close()
  expect(await end).toBe('transport close')
})

test('a hub where nobody is says so', async () => {
  await aHub(ctx)
  await eventually(async () => expect(await noted()).toMatchObject({ membersOnline: 0, pushes: 0 }))
})

test('what is said to everybody counts once for each hub', async () => {
  const hub = await aHub(ctx, { pace: NEVER })
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const socket = await aReadySocket(hub, ann)
  await aReadySocket(hub, bo)
  await publish(ctx.redis, [{ to: 'everybody', push: { type: 'news:count', newest: [], seen: null } }])
  await settle(ctx, socket, ann)
  await hub.app.close()
  expect((await noted()).pushes).toBe(2)
})

test('while Redis is away members are served on, and the figures of that time are lost', async () => {
  const wire = await aWire(redisUrl.toString())
  const hub = await aHub(ctx, { redisUrl: wire.url })
  const ann = await aMember(ctx.db)
  await aReadySocket(hub, ann)
  await eventually(async () => expect((await noted()).membersOnline).toBe(1))
  wire.cut()
  await redis.flushdb()
  expect((await hub.app.inject('/health')).statusCode).toBe(200)
  wire.heal()
  await eventually(async () => expect((await noted()).membersOnline).toBe(0))
  await eventually(async () => expect((await hub.app.inject('/ready')).statusCode).toBe(200))
  await aReadySocket(hub, ann)
  await eventually(async () => expect((await noted()).membersOnline).toBe(1))
})
