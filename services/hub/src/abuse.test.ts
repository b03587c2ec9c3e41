import { SOCKET_FRAME_BYTES_MAX, SOCKET_FRAMES_PER_MINUTE } from '@app/contract/limits'
import type { UnsignedPush } from '@app/contract/pushes'
import { publish } from '@app/server/delivery/pushes'
import { anOpenChat } from '@app/server/testing/context'
import { aMember, aSession } from '@app/server/testing/members'
import { expect, test } from 'vitest'
import {
  aHub,
  aReadySocket,
  countSubscribedHubs,
  createToken,
  eventually,
  listReceivedPushes,
  listReceivedTypes,
  setUpHubContext,
  waitForDisconnect,
  waitForPushes,
} from './testing.ts'
import { aSlowConsumer } from './testing-connections.ts'

const ctx = await setUpHubContext()
const limitedCtx = await setUpHubContext({ RATE_LIMITS: 'on' })

test('ignores frames of unknown types or with malformed payloads', async () => {
  const hub = await aHub(ctx)
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const [annTab, boTab] = [await aReadySocket(hub, ann), await aReadySocket(hub, bo)]
  const malformedPayloads = [
    undefined,
    null,
    0,
    '',
    'x',
    [],
    {},
    { chatId },
    { chatId: 1, typing: true },
    { typing: true },
  ]
  const hostilePayloads = [
    { chatId: "1' or true", typing: true },
    { chatId, typing: 'yes' },
    { chatId: { gt: 0 }, typing: true },
  ]
  for (const payload of [...malformedPayloads, ...hostilePayloads, Buffer.alloc(10)]) {
    for (const event of ['typing', 'presence:watch', 'presence:active', 'chat:message', '__proto__', 'error']) {
      annTab.emit(event, payload)
      annTab.emit(event, payload, () => {})
    }
  }
  annTab.emit('typing', { chatId, typing: true, __proto__: { to: 'everybody' } })
  await eventually(() => expect(listReceivedPushes(boTab, 'typing')).toHaveLength(1))
  expect(listReceivedTypes(boTab)).toEqual(['ready', 'typing'])
  await waitForPushes(ctx, annTab, ann)
  expect(listReceivedTypes(annTab)).toEqual(['ready', 'chat:count'])
})

test('accepts a hundred frames a minute, and closes only the socket that floods the hub', async () => {
  const hub = await aHub(limitedCtx)
  const ann = await aMember(limitedCtx.db)
  const [calmTab, floodingTab] = [await aReadySocket(hub, ann), await aReadySocket(hub, ann)]
  for (let count = 0; count < SOCKET_FRAMES_PER_MINUTE; count++) floodingTab.emit('typing', { nonsense: count })
  await waitForPushes(limitedCtx, floodingTab, ann)
  expect(floodingTab.connected).toBe(true)
  const disconnectReason = waitForDisconnect(floodingTab)
  for (let count = 0; count < SOCKET_FRAMES_PER_MINUTE; count++) floodingTab.emit('unknown:frame', count)
  expect(await disconnectReason).toMatch(/transport/)
  await waitForPushes(limitedCtx, calmTab, ann)
  expect(calmTab.connected).toBe(true)
})

test('closes the socket that sends a frame above the size limit', async () => {
  const hub = await aHub(ctx)
  const socket = await aReadySocket(hub, await aMember(ctx.db))
  const disconnectReason = waitForDisconnect(socket)
  socket.emit('presence:watch', { userNames: ['x'.repeat(SOCKET_FRAME_BYTES_MAX)] })
  expect(await disconnectReason).toMatch(/transport/)
})

const aLargePush = (index: number): UnsignedPush => ({
  type: 'presence',
  members: [{ userName: `${index}${'x'.repeat(100_000)}`, online: false, at: null }],
})

test('disconnects a slow consumer, and keeps delivering to other members', async () => {
  const hub = await aHub(ctx)
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const boTab = await aReadySocket(hub, bo)
  await aSlowConsumer(hub.url, createToken(hub, ann))
  expect(await countSubscribedHubs(ctx, ann)).toBe(1)
  const batch = Array.from({ length: 40 }, (_, index) => ({ to: [ann.id], push: aLargePush(index) }))
  await eventually(async () => {
    await publish(ctx.redis, batch)
    await waitForPushes(ctx, boTab, bo)
    expect(await countSubscribedHubs(ctx, ann)).toBe(0)
  })
})

test('delivers to the other devices of a member with a slow consumer', async () => {
  const hub = await aHub(ctx)
  const ann = await aMember(ctx.db)
  await aSlowConsumer(hub.url, createToken(hub, ann))
  const tab = await aReadySocket(hub, { ...ann, sessionId: await aSession(ctx.db, ann.id) })
  const sent = Array.from({ length: 100 }, (_, index) => aLargePush(index))
  // A burst above the limit would disconnect the tab, too.
  for (let start = 0; start < sent.length; start += 5) {
    const batch = sent.slice(start, start + 5)
    await publish(
      ctx.redis,
      batch.map((push) => ({ to: [ann.id], push })),
    )
    await waitForPushes(ctx, tab, ann)
  }
  expect(listReceivedPushes(tab, 'presence')).toEqual(sent)
})
