import { publish } from '@app/server/delivery/pushes'
import { anOpenChat } from '@app/server/testing/context'
import { countLockWaiters } from '@app/server/testing/locks'
import { aMember } from '@app/server/testing/members'
import { expect, test } from 'vitest'
import {
  aHub,
  aReadySocket,
  aSocket,
  chatCountPush,
  eventually,
  listReceivedPushes,
  listReceivedTypes,
  setUpHubContext,
  waitForDisconnect,
  waitForPushes,
  waitForRejection,
} from './testing.ts'
import { aRedisProxy } from './testing-connections.ts'

const ctx = await setUpHubContext()

test.each(['cut', 'silence'] as const)(
  'a hub without Redis (%s) closes its sockets, rejects logins, and serves again when Redis is available again',
  async (fault) => {
    const proxy = await aRedisProxy()
    const hub = await aHub(ctx, { redisUrl: proxy.url })
    const otherHub = await aHub(ctx)
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const boTab = await aReadySocket(otherHub, bo)
    const returningTab = await aReadySocket(hub, ann, { reconnection: true })
    const otherTabs = await Promise.all([aReadySocket(hub, ann), aReadySocket(hub, bo)])
    const disconnectReasons = [returningTab, ...otherTabs].map(waitForDisconnect)
    proxy[fault]()
    expect(new Set(await Promise.all(disconnectReasons))).toEqual(new Set(['transport close']))
    expect(await waitForRejection(aSocket(hub, bo))).toMatch(/websocket error/)
    expect((await hub.app.inject('/health')).statusCode).toBe(200)
    expect((await hub.app.inject('/ready')).statusCode).toBe(503)

    proxy.heal()
    const expectSecondReady = () => expect(returningTab.received.filter(({ type }) => type === 'ready')).toHaveLength(2)
    await eventually(expectSecondReady)
    await publish(ctx.redis, [{ to: [ann.id], push: chatCountPush(3) }])
    await eventually(() => expect(listReceivedPushes(returningTab, 'chat:count')).toEqual([chatCountPush(3)]))
    await eventually(async () => expect((await hub.app.inject('/ready')).statusCode).toBe(200))
    returningTab.emit('typing', { chatId, typing: true })
    await eventually(() => expect(listReceivedPushes(boTab, 'typing')).toHaveLength(1))
  },
)

test('does not complete a login without a subscription when Redis is lost during the login', async () => {
  const proxy = await aRedisProxy()
  const hub = await aHub(ctx, { redisUrl: proxy.url })
  const ann = await aMember(ctx.db)
  const client = await ctx.pool.connect()
  await client.query('begin')
  await client.query('lock table sessions in access exclusive mode')
  const socket = aSocket(hub, ann, { reconnection: true })
  await eventually(async () => expect(await countLockWaiters(ctx)).toBe(1))
  proxy.cut()
  await eventually(async () => expect((await hub.app.inject('/ready')).statusCode).toBe(503))
  await client.query('rollback')
  client.release()
  proxy.heal()
  await eventually(() => expect(listReceivedTypes(socket)).toEqual(['ready']))
  await waitForPushes(ctx, socket, ann)
})

test('closes its sockets when the hub stops, so that clients reconnect to another hub', async () => {
  const hub = await aHub(ctx)
  const socket = await aReadySocket(hub, await aMember(ctx.db))
  const disconnectReason = waitForDisconnect(socket)
  await hub.app.close()
  expect(await disconnectReason).toBe('transport close')
})
