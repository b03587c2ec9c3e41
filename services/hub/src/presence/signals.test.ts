import { randomUUID } from 'node:crypto'
import { memberChannel } from '@app/server/delivery/pushes'
import { onlineKey } from '@app/server/members/last-inputs'
import { expect, test } from 'vitest'
import type { Sockets } from '../sockets.ts'
import { setUpHubContext } from '../testing.ts'
import { createSignals } from './signals.ts'

const ctx = await setUpHubContext()

/** Creates signals of a hub whose rooms are the given ones. */
const createTestSignals = (rooms: Map<string, Set<string>>) =>
  createSignals({ ...ctx, keyLifetimeMs: 60_000, io: { sockets: { adapter: { rooms } } } as unknown as Sockets })

const isOnline = async (memberId: string) => (await ctx.redis.exists(onlineKey(memberId))) === 1

test('keeps a disconnected member online while another login is in progress, and publishes them as offline after it fails', async () => {
  const rooms = new Map<string, Set<string>>()
  const signals = createTestSignals(rooms)
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
