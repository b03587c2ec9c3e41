import { randomUUID } from 'node:crypto'
import { memberChannel } from '@app/server/delivery/pushes'
import { onlineKey } from '@app/server/members/last-inputs'
import type { Redis } from 'ioredis'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Sockets } from '../sockets.ts'
import { setUpHubContext } from '../testing.ts'
import { createSignals, type Signals } from './signals.ts'

const ctx = await setUpHubContext()

/** Creates signals of a hub whose rooms are the given ones. */
const createTestSignals = ({ rooms = new Map<string, Set<string>>(), now = ctx.now } = {}) =>
  createSignals({ ...ctx, now, keyLifetimeMs: 60_000, io: { sockets: { adapter: { rooms } } } as unknown as Sockets })

const isOnline = async (memberId: string) => (await ctx.redis.exists(onlineKey(memberId))) === 1

test('keeps a disconnected member online only while another login is in progress', async () => {
  const rooms = new Map<string, Set<string>>()
  const signals = createTestSignals({ rooms })
  const memberId = randomUUID()
  signals.onConnect(memberId)
  signals.onDisconnect(memberId)
  rooms.set(memberChannel(memberId), new Set(['a socket whose login is in progress']))
  for (let tick = 0; tick < 5; tick += 1) await signals.publishOffline()
  expect(await isOnline(memberId)).toBe(true)

  rooms.clear()
  for (let tick = 0; tick < 2; tick += 1) await signals.publishOffline()
  expect(await isOnline(memberId)).toBe(false)
  await signals.renewKeys()
  expect(await isOnline(memberId)).toBe(false)
})

/** Runs an action while a renewal of keys waits for the reply to its first batch. */
async function runDuringRenewal({ renewKeys }: Signals, action: () => Promise<unknown>): Promise<void> {
  const redis = ctx.redis as Redis
  const pipeline = redis.pipeline.bind(redis)
  let endAction = () => {}
  const actionEnd = new Promise<void>((resolve) => {
    endAction = resolve
  })
  const spy = vi.spyOn(redis, 'pipeline').mockImplementationOnce((commands) => {
    const batch = pipeline(commands)
    return Object.assign(Object.create(batch), { exec: () => actionEnd.then(() => batch.exec()) })
  })
  onTestFinished(() => spy.mockRestore())
  const renewal = renewKeys()
  await action()
  endAction()
  await renewal
}

test('does not renew the key of a member who was published as offline during the renewal of many keys', async () => {
  const signals = createTestSignals()
  for (let count = 0; count < 500; count += 1) signals.onConnect(randomUUID())
  const memberId = randomUUID()
  signals.onConnect(memberId)
  await runDuringRenewal(signals, async () => {
    signals.onDisconnect(memberId)
    for (let tick = 0; tick < 2; tick += 1) await signals.publishOffline()
    expect(await isOnline(memberId)).toBe(false)
  })
  expect(await isOnline(memberId)).toBe(false)
})

test('rewrites a lost key with the input that its member sent during the renewal', async () => {
  let nowMs = Date.now()
  const signals = createTestSignals({ now: () => new Date(nowMs) })
  for (let count = 0; count < 500; count += 1) signals.onConnect(randomUUID())
  const memberId = randomUUID()
  signals.onConnect(memberId)
  await runDuringRenewal(signals, async () => {
    nowMs += 60_000
    signals.onInput(memberId)
    await ctx.redis.del(onlineKey(memberId))
  })
  expect(await ctx.redis.get(onlineKey(memberId))).toBe(String(nowMs))
})
