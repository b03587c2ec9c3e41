import { randomInt, randomUUID } from 'node:crypto'
import { memberChannel, publish } from '@app/server/delivery/pushes'
import { toPicture } from '@app/server/photos/pictures'
import { createLog } from '@app/server/process/log'
import { aMember, aSession } from '@app/server/testing/members'
import { expect, test } from 'vitest'
import {
  aHub,
  aReadySocket,
  chatCountPush,
  listReceivedPushes,
  listReceivedTypes,
  setUpHubContext,
  waitForDisconnect,
  waitForPushes,
} from './testing.ts'

const ctx = await setUpHubContext()

test('delivers a push to every device of the member at every hub, and to no other member', async () => {
  const hubs = [await aHub(ctx), await aHub(ctx)]
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const devices = [
    await aReadySocket(hubs[0]!, ann),
    await aReadySocket(hubs[0]!, ann),
    await aReadySocket(hubs[1]!, ann),
  ]
  const stranger = await aReadySocket(hubs[0]!, bo)
  await publish(ctx.redis, [{ to: [ann.id], push: chatCountPush(7) }])
  for (const device of devices) {
    await waitForPushes(ctx, device, ann)
    expect(listReceivedPushes(device, 'chat:count')[0]).toEqual(chatCountPush(7))
  }
  await waitForPushes(ctx, stranger, bo)
  expect(listReceivedPushes(stranger, 'chat:count')).toHaveLength(1)
})

test('delivers pushes in the order in which they were published', async () => {
  const hub = await aHub(ctx)
  const ann = await aMember(ctx.db)
  const socket = await aReadySocket(hub, ann)
  const sent = Array.from({ length: 200 }, (_, index) => chatCountPush(index))
  await publish(
    ctx.redis,
    sent.map((push) => ({ to: [ann.id], push })),
  )
  await waitForPushes(ctx, socket, ann)
  expect(listReceivedPushes(socket, 'chat:count').slice(0, -1)).toEqual(sent)
})

test('delivers a push to everybody exactly once to every device at every hub', async () => {
  const hubs = [await aHub(ctx), await aHub(ctx)]
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const sockets = [
    await aReadySocket(hubs[0]!, ann),
    await aReadySocket(hubs[1]!, ann),
    await aReadySocket(hubs[1]!, bo),
  ]
  const newest = [String(randomInt(1e6, 2 ** 47))]
  await publish(ctx.redis, [{ to: 'everybody', push: { type: 'news:count', newest, seen: null } }])
  for (const [index, member] of [ann, ann, bo].entries()) {
    await waitForPushes(ctx, sockets[index]!, member)
    const received = listReceivedPushes(sockets[index]!, 'news:count').filter(
      (push) => String(push.newest) === String(newest),
    )
    expect(received).toHaveLength(1)
  }
})

const photo = toPicture({
  id: 'AAAAAAAAAAAAAAAAAAAAAA',
  state: 'READY',
  rotation: 90,
  drawnRotation: 90,
  width: 1,
  height: 1,
  placeholder: '',
})

test('signs picture URLs for each recipient', async () => {
  const hub = await aHub(ctx)
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const sockets = [await aReadySocket(hub, ann), await aReadySocket(hub, bo)]
  await publish(ctx.redis, [{ to: [ann.id, bo.id], push: { type: 'photo:ready', photo, chat: null } }])
  for (const [index, member] of [ann, bo].entries()) {
    await waitForPushes(ctx, sockets[index]!, member)
    const [received] = listReceivedPushes(sockets[index]!, 'photo:ready')
    expect(JSON.stringify(received)).not.toContain('media:')
    const url = new URL((received!.photo as { url: string }).url, 'http://localhost')
    const [, , id, variant] = url.pathname.split('/') as [string, string, string, string]
    const { v, e, s } = Object.fromEntries(url.searchParams) as Record<'v' | 'e' | 's', string>
    expect(ctx.links.verify({ id, variant, v, e, s }, ctx.now())).toMatchObject({ viewerId: member.id, size: 'medium' })
  }
})

test.each([
  ['malformed JSON', '{"type":"chat:cou'],
  ['an unknown push type', JSON.stringify({ push: { type: 'chat:exploded' }, at: 0 })],
  ['a malformed push', JSON.stringify({ push: { type: 'chat:count', count: { chats: 'many' } }, at: 0 })],
  ['a push without its timestamp', JSON.stringify({ push: chatCountPush(1) })],
  [
    'a picture that cannot be signed',
    JSON.stringify({ push: { type: 'photo:ready', photo: { ...photo, smallUrl: '/media/small' }, chat: null }, at: 0 }),
  ],
  ['null', 'null'],
])('drops a message (%s) and delivers the next push', async (_, message) => {
  const hub = await aHub(ctx)
  const ann = await aMember(ctx.db)
  const socket = await aReadySocket(hub, ann)
  await ctx.redis.publish(memberChannel(ann.id), message)
  await waitForPushes(ctx, socket, ann)
  expect(listReceivedTypes(socket)).toEqual(['ready', 'chat:count'])
})

test('logs the error when it drops a push whose pictures cannot be signed', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'error', service: 'test' }, { write: (line) => void lines.push(line) })
  const hub = await aHub({ ...ctx, log })
  const ann = await aMember(ctx.db)
  const socket = await aReadySocket(hub, ann)
  const push = { type: 'photo:ready', photo: { ...photo, smallUrl: '/media/small' }, chat: null }
  await ctx.redis.publish(memberChannel(ann.id), JSON.stringify({ push, at: 0 }))
  await waitForPushes(ctx, socket, ann)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { push: 'photo:ready', err: { message: expect.any(String) }, msg: 'failed to sign the pictures of a push' },
  ])
})

test('drops fields that the contract does not name', async () => {
  const hub = await aHub(ctx)
  const ann = await aMember(ctx.db)
  const socket = await aReadySocket(hub, ann)
  await ctx.redis.publish(
    memberChannel(ann.id),
    JSON.stringify({ push: { ...chatCountPush(1), email: 'ann@example.test' }, at: 0 }),
  )
  await waitForPushes(ctx, socket, ann)
  expect(listReceivedPushes(socket, 'chat:count')[0]).toEqual(chatCountPush(1))
})

test('delivers a push with the id of its request, and logs it under that id', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'debug', service: 'test' }, { write: (line) => void lines.push(line) })
  const hub = await aHub({ ...ctx, log })
  const ann = await aMember(ctx.db)
  const socket = await aReadySocket(hub, ann)
  const ids: unknown[] = []
  socket.on('chat:count', (_push: unknown, requestId?: string) => ids.push(requestId))
  const requestId = randomUUID()
  await publish(ctx.redis, [
    { to: [ann.id], push: chatCountPush(1), requestId },
    { to: [ann.id], push: chatCountPush(2) },
  ])
  await waitForPushes(ctx, socket, ann)
  expect(ids.slice(0, 2)).toEqual([requestId, undefined])
  expect(lines.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === requestId)).toMatchObject([
    { push: 'chat:count', msg: 'delivering a push' },
  ])
})

test('delivers the revocation of a session to every device, and closes only the sockets of that session', async () => {
  const hubs = [await aHub(ctx), await aHub(ctx)]
  const ann = await aMember(ctx.db)
  const otherDevice = { ...ann, sessionId: await aSession(ctx.db, ann.id) }
  const revokedSockets = [await aReadySocket(hubs[0]!, ann), await aReadySocket(hubs[1]!, ann)]
  const remainingSocket = await aReadySocket(hubs[0]!, otherDevice)
  const disconnectReasons = revokedSockets.map(waitForDisconnect)
  const push = { type: 'session:ended' as const, sessions: [ann.sessionId] }
  await publish(ctx.redis, [{ to: [ann.id], push }])
  expect(await Promise.all(disconnectReasons)).toEqual(['io server disconnect', 'io server disconnect'])
  for (const socket of revokedSockets) expect(listReceivedPushes(socket, 'session:ended')).toEqual([push])
  await waitForPushes(ctx, remainingSocket, ann)
  expect(remainingSocket.connected).toBe(true)
  expect(listReceivedPushes(remainingSocket, 'session:ended')).toEqual([push])
})

test('delivers nothing to a socket of a revoked session', async () => {
  const hub = await aHub(ctx)
  const ann = await aMember(ctx.db)
  const [revokedSocket, remainingSocket] = [
    await aReadySocket(hub, ann),
    await aReadySocket(hub, { ...ann, sessionId: await aSession(ctx.db, ann.id) }),
  ]
  await publish(ctx.redis, [
    { to: [ann.id], push: { type: 'session:ended', sessions: [ann.sessionId] } },
    { to: [ann.id], push: chatCountPush(5) },
  ])
  await waitForPushes(ctx, remainingSocket, ann)
  expect(listReceivedPushes(remainingSocket, 'chat:count')[0]).toEqual(chatCountPush(5))
  expect(listReceivedTypes(revokedSocket)).toEqual(['ready', 'session:ended'])
})
