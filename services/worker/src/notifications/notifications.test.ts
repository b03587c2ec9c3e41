import { randomBytes, randomUUID } from 'node:crypto'
import { HOUR_MS } from '@app/contract/limits'
import { NOTIFICATION_LENGTH, type QuietHours, SEVERAL } from '@app/contract/notifications'
import { fromStockholmTime } from '@app/contract/time/stockholm-time'
import { onlineKey } from '@app/server/members/last-inputs'
import { aGroup, anOpenChat } from '@app/server/testing/context'
import { anAnswer, anEvent, type TestEvent } from '@app/server/testing/events'
import { aMember, type TestMember } from '@app/server/testing/members'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestWorker, testWorker } from '../testing-worker.ts'
import { listDueNotificationJobs } from './due-jobs.ts'
import { createTag } from './push-service.ts'
import { claimDue } from './queries.ts'
import { sendNotifications } from './send-notifications.ts'
import {
  createDeviceKeys,
  type DeviceKeys,
  decrypt,
  readPayload,
  startPushService,
  type TestPushService,
  verifyVapid,
} from './testing-push-service.ts'

/** Noon in Stockholm, outside the default quiet hours. */
const NOON = new Date(fromStockholmTime('2026-11-20', '12:00') ?? '')
const KEY = randomBytes(32).toString('base64url')

let service: TestPushService
let ctx: TestWorker
beforeAll(async () => {
  service = await startPushService()
  ctx = await testWorker({
    WEB_PUSH_KEY: KEY,
    WEB_PUSH_HOSTS: `localhost:1,${service.host}`,
    REDIS_URL: ownRedisUrl(import.meta.url),
  })
})
afterAll(async () => {
  service.close()
  await ctx.close()
})
beforeEach(() => {
  ctx.advanceClock(NOON.getTime() - ctx.now().getTime())
  service.received.splice(0)
})

type TestDevice = { path: string; keys: DeviceKeys; member: TestMember }

/** Subscribes a device of the member's session. */
async function aDevice(member: TestMember, host = service.host): Promise<TestDevice> {
  const [path, keys] = [`/device/${randomUUID()}`, createDeviceKeys()]
  await ctx.db
    .insertInto('push_subscriptions')
    .values({
      memberId: member.id,
      sessionId: member.sessionId,
      endpoint: `https://${host}${path}`,
      p256dh: keys.publicKey,
      auth: keys.auth,
      createdAt: ctx.now().toISOString(),
    })
    .execute()
  return { path, keys, member }
}

/** Makes a notification due now. */
async function aDueNotification(member: TestMember, kind: 'CHAT' | 'INVITE' | 'GROUP' | 'SEAT', subjectId: string) {
  const dueAt = ctx.now().toISOString()
  await ctx.db.insertInto('notifications').values({ memberId: member.id, kind, subjectId, dueAt }).execute()
}

async function aPost(groupId: string, { id: authorId }: TestMember): Promise<string> {
  const sentAt = ctx.now().toISOString()
  const post = { groupId, authorId, clientId: randomUUID(), message: 'Hej', sentAt, lastUpdate: sentAt, version: 1 }
  await sql`update groups set posts = posts + 1 where id = ${groupId}`.execute(ctx.db)
  return (await ctx.db.insertInto('group_messages').values(post).returning('id').executeTakeFirstOrThrow()).id
}

const ignore = (ignorer: TestMember, ignored: TestMember, kind: 'IGNORE' | 'BLOCK') => {
  const now = ctx.now().toISOString()
  const block = kind === 'BLOCK' ? { blockedAt: now, lastMessageId: '0' } : {}
  return ctx.db
    .insertInto('ignores')
    .values({ ignorerId: ignorer.id, ignoredId: ignored.id, kind, lastActiveThen: now, ...block })
    .execute()
}

/** Creates an open chat in which the recipient has an unread message, with a due notification and a device. */
async function anUnreadChat() {
  const { chatId, bo } = await anOpenChat(ctx.db)
  await setUnread(chatId, bo, 1)
  await aDueNotification(bo, 'CHAT', chatId)
  return { chatId, bo, device: await aDevice(bo) }
}

const setUnread = (chatId: string, { id }: TestMember, unread: number) =>
  sql`update chat_members set unread = ${unread} where "chatId" = ${chatId} and "memberId" = ${id}`.execute(ctx.db)

const listReceived = ({ path }: TestDevice) => service.received.filter((received) => received.path === path)
const countNotifications = async ({ id }: TestMember) =>
  (await ctx.db.selectFrom('notifications').select('kind').where('memberId', '=', id).execute()).length
const listDevices = ({ id }: TestMember) =>
  ctx.db.selectFrom('push_subscriptions').select('id').where('memberId', '=', id).execute()

const setPreferences = (
  { id: memberId }: TestMember,
  preferences: { messages?: boolean; invites?: boolean; seats?: boolean; quietHours?: QuietHours | null },
) => {
  const { messages = true, invites = true, seats = true, quietHours = null } = preferences
  const quiet = { quietFrom: quietHours?.from ?? null, quietTo: quietHours?.to ?? null }
  return ctx.db
    .insertInto('notification_preferences')
    .values({ memberId, messages, invites, seats, ...quiet })
    .execute()
}

test('sends a notification about an unread chat, encrypted for the device and without names', {
  tags: 'notifications.send',
}, async () => {
  const { chatId, bo, device } = await anUnreadChat()
  await sendNotifications(ctx)
  const [received] = listReceived(device)
  if (!received) throw new Error('nothing was received')
  const payload = readPayload(received, device.keys)
  const tag = createTag(device.keys.auth, { kind: 'CHAT', subjectId: chatId })
  expect(payload).toEqual({ tag, language: 'SWEDISH', close: [], padding: expect.stringMatching(/^ +$/) })
  expect(JSON.stringify(payload)).toHaveLength(NOTIFICATION_LENGTH)
  expect(received.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    topic: tag,
    ttl: '86400',
    urgency: 'normal',
  })
  const sentText = `${JSON.stringify(received.headers)} ${received.body.toString('latin1')}`
  for (const secret of [bo.userName, bo.email, `"${chatId}"`]) expect(sentText).not.toContain(secret)
  await sendNotifications(ctx)
  expect(listReceived(device)).toHaveLength(1)
})

test('signs a notification for the push service, with a signature that is valid for less than a day', {
  tags: 'notifications.send',
}, async () => {
  const { device } = await anUnreadChat()
  await sendNotifications(ctx)
  const { claims, key } = verifyVapid(listReceived(device)[0]?.headers.authorization ?? '')
  expect(key).toBe(ctx.config.pushKey?.publicKey)
  expect(claims).toMatchObject({ aud: `https://${service.host}`, sub: 'mailto:noreply@localhost' })
  expect(claims.exp - Date.now() / 1_000).toBeLessThan(24 * 60 * 60)
})

test('the decryption in these tests agrees with the example in RFC 8291', () => {
  const keys = {
    privateKey: Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'),
    publicKey: Buffer.from(
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      'base64url',
    ),
    auth: Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url'),
  }
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  expect(decrypt(Buffer.from(body, 'base64url'), keys)).toBe('When I grow up, I want to be a watermelon')
})

describe('sends nothing', { tags: 'notifications.dropped' }, () => {
  test.each([
    ['about a chat that has been read', (chatId, bo) => setUnread(chatId, bo, 0)],
    [
      'about a message that has been read, although a later one is unread',
      (chatId, bo) =>
        sql`
        with due as (update notifications set "messageId" = 1 where "memberId" = ${bo.id})
        update chat_members set "lastReadId" = 1 where "chatId" = ${chatId} and "memberId" = ${bo.id}`.execute(ctx.db),
    ],
    [
      'about a chat of a blocked pair',
      (chatId) => sql`update chats set "creatorIgnores" = true where id = ${chatId}`.execute(ctx.db),
    ],
    [
      'about a chat that has vanished from the lists',
      (chatId, bo) =>
        sql`update chat_members set folder = 'GONE' where "chatId" = ${chatId} and "memberId" = ${bo.id}`.execute(
          ctx.db,
        ),
    ],
    ['to a member who wants no notifications about messages', (_, bo) => setPreferences(bo, { messages: false })],
    [
      'to a member who has deleted the account',
      (_, bo) => sql`update members set "deletedAt" = now() where id = ${bo.id}`.execute(ctx.db),
    ],
  ] satisfies [string, (chatId: string, bo: TestMember) => Promise<unknown>][])('%s', async (_, change) => {
    const { chatId, bo, device } = await anUnreadChat()
    await change(chatId, bo)
    await sendNotifications(ctx)
    expect([listReceived(device), await countNotifications(bo)]).toEqual([[], 0])
  })

  test('while the member uses a device, or later about the same message', async () => {
    const { bo, device } = await anUnreadChat()
    await ctx.redis.set(onlineKey(bo.id), ctx.now().getTime() - 30_000)
    await sendNotifications(ctx)
    await ctx.redis.del(onlineKey(bo.id))
    ctx.advanceClock(60_000)
    await sendNotifications(ctx)
    expect(listReceived(device)).toEqual([])
  })

  test('after the session of the device has ended', async () => {
    const { bo, device } = await anUnreadChat()
    await ctx.db.deleteFrom('sessions').where('memberId', '=', bo.id).execute()
    await sendNotifications(ctx)
    expect(listReceived(device)).toEqual([])
  })

  test('without a key, since the relay then finds no due job', async () => {
    await anUnreadChat()
    expect(await listDueNotificationJobs(ctx)).toHaveLength(1)
    expect(await listDueNotificationJobs({ ...ctx, config: { ...ctx.config, pushKey: null } })).toEqual([])
    // Leaves no due notification to the other tests.
    await sendNotifications(ctx)
  })

  test('while the key is missing, which keeps the devices until it is back', async () => {
    const { bo, device } = await anUnreadChat()
    await sendNotifications({ ...ctx, config: { ...ctx.config, pushKey: null } })
    expect([listReceived(device), await listDevices(bo)]).toEqual([[], [{ id: expect.any(String) }]])
    await sendNotifications(ctx)
    expect(listReceived(device)).toHaveLength(1)
  })
})

test('a member whose last input is older than a minute receives a notification', async () => {
  const { bo, device } = await anUnreadChat()
  await ctx.redis.set(onlineKey(bo.id), ctx.now().getTime() - 61_000)
  await sendNotifications(ctx)
  expect(listReceived(device)).toHaveLength(1)
})

describe('quiet hours', { tags: 'notifications.quiet' }, () => {
  const setTime = (date: string, time: string) =>
    ctx.advanceClock(new Date(fromStockholmTime(date, time) ?? '').getTime() - ctx.now().getTime())

  test('defer all notifications until their end, when one about everything is sent', async () => {
    setTime('2026-11-20', '22:00')
    const { bo, device } = await anUnreadChat()
    const second = await anOpenChat(ctx.db, { bo })
    await setUnread(second.chatId, bo, 1)
    await aDueNotification(bo, 'CHAT', second.chatId)
    await sendNotifications(ctx)
    setTime('2026-11-21', '06:59')
    await sendNotifications(ctx)
    expect(listReceived(device)).toEqual([])
    setTime('2026-11-21', '07:00')
    await sendNotifications(ctx)
    const [received, ...others] = listReceived(device)
    expect(others).toEqual([])
    expect(received && readPayload(received, device.keys).tag).toBe(createTag(device.keys.auth, SEVERAL))
  })

  test.each([
    ['the default hours, before they begin', undefined, '21:59', true],
    ['the default hours, within them', undefined, '03:00', false],
    ['hours that are turned off', null, '03:00', true],
    ['hours within one day', { from: 9, to: 17 }, '12:00', false],
    ['hours within one day, at their end', { from: 9, to: 17 }, '17:00', true],
  ])('let a notification pass only outside them: %s', async (_, quietHours, time, isSent) => {
    setTime('2026-11-20', time)
    const { bo, device } = await anUnreadChat()
    if (quietHours !== undefined) await setPreferences(bo, { quietHours })
    await sendNotifications(ctx)
    expect(listReceived(device)).toHaveLength(isSent ? 1 : 0)
  })
})

describe('a notification about', { tags: 'notifications.kinds' }, () => {
  const send = async (member: TestMember, kind: 'INVITE' | 'SEAT' | 'GROUP', subjectId: string) => {
    const device = await aDevice(member)
    await aDueNotification(member, kind, subjectId)
    await sendNotifications(ctx)
    return listReceived(device).length
  }

  test.each([true, false])('an invite is sent only if the member wants it (%s)', async (invites) => {
    const { chatId, bo } = await anOpenChat(ctx.db)
    await sql`update chat_members set folder = 'INVITES' where "chatId" = ${chatId} and "memberId" = ${bo.id}`.execute(
      ctx.db,
    )
    await setPreferences(bo, { invites })
    expect(await send(bo, 'INVITE', chatId)).toBe(invites ? 1 : 0)
  })

  test('an invite or a seat is not sent by default', async () => {
    const { chatId, bo } = await anOpenChat(ctx.db)
    await sql`update chat_members set folder = 'INVITES' where "chatId" = ${chatId} and "memberId" = ${bo.id}`.execute(
      ctx.db,
    )
    const event = await anEvent(ctx.db, { startsInMs: 48 * HOUR_MS }, ctx.now())
    await anAnswer(ctx.db, event, bo)
    expect([await send(bo, 'INVITE', chatId), await send(bo, 'SEAT', event.id)]).toEqual([0, 0])
  })

  test.each(['YES', 'WAITING'] as const)('a seat is sent only while the member has one (%s)', async (answer) => {
    const member = await aMember(ctx.db)
    const event = await anEvent(ctx.db, { startsInMs: 48 * HOUR_MS }, ctx.now())
    await anAnswer(ctx.db, event, member, answer)
    await setPreferences(member, {})
    expect(await send(member, 'SEAT', event.id)).toBe(answer === 'YES' ? 1 : 0)
  })

  test.each([
    [
      'the member ignores its author',
      (member: TestMember, event: TestEvent) =>
        ctx.db
          .insertInto('ignores')
          .values({ ignorerId: member.id, ignoredId: event.author.id, lastActiveThen: ctx.now().toISOString() })
          .execute(),
    ],
    [
      'its author was deleted',
      (_: TestMember, { author }: TestEvent) =>
        ctx.db.updateTable('members').set({ deletedAt: ctx.now().toISOString() }).where('id', '=', author.id).execute(),
    ],
    ['the event has begun', async () => ctx.advanceClock(2 * HOUR_MS)],
  ])('a seat is not sent if %s', async (_, change) => {
    const member = await aMember(ctx.db)
    const event = await anEvent(ctx.db, { startsInMs: HOUR_MS }, ctx.now())
    await anAnswer(ctx.db, event, member)
    await setPreferences(member, {})
    await change(member, event)
    expect(await send(member, 'SEAT', event.id)).toBe(0)
  })

  /** Creates a group that a member follows, with posts by its owner and by another member. */
  async function aFollowedGroup() {
    const [member, author] = [await aMember(ctx.db), await aMember(ctx.db)]
    const { groupId, owner } = await aGroup(ctx.db, { members: [member, author] })
    await ctx.db.insertInto('notifying_groups').values({ groupId, memberId: member.id }).execute()
    return { groupId, member, author, earlierPostId: await aPost(groupId, owner), postId: await aPost(groupId, author) }
  }
  type FollowedGroup = Awaited<ReturnType<typeof aFollowedGroup>>

  const markRead = ({ groupId, member, earlierPostId }: FollowedGroup, postId: string) =>
    ctx.db
      .updateTable('group_members')
      .set({ lastReadId: postId, readPosts: postId === earlierPostId ? 1 : 2 })
      .where('groupId', '=', groupId)
      .where('memberId', '=', member.id)
      .execute()

  test.each([
    ['with an unread post is sent', async () => {}, 1],
    ['without an unread post is not sent', async (group: FollowedGroup) => markRead(group, group.postId), 0],
    [
      'that the member does not follow is not sent',
      ({ groupId }: FollowedGroup) => ctx.db.deleteFrom('notifying_groups').where('groupId', '=', groupId).execute(),
      0,
    ],
  ])('a group %s', async (_, change, count) => {
    const group = await aFollowedGroup()
    await change(group)
    expect(await send(group.member, 'GROUP', group.groupId)).toBe(count)
  })

  test.each([
    [
      'deleted the post',
      ({ postId }: FollowedGroup) =>
        sql`update group_messages set "deletedAt" = now(), message = null where id = ${postId}`.execute(ctx.db),
    ],
    [
      'deleted the account',
      ({ author }: FollowedGroup) =>
        sql`update members set "deletedAt" = now() where id = ${author.id}`.execute(ctx.db),
    ],
    ['blocked the member', ({ author, member }: FollowedGroup) => ignore(author, member, 'BLOCK')],
    ['been blocked by the member', ({ author, member }: FollowedGroup) => ignore(member, author, 'BLOCK')],
    ['been ignored by the member', ({ author, member }: FollowedGroup) => ignore(member, author, 'IGNORE')],
  ])('a group is not sent if the author of the only unread post has meanwhile %s', async (_, hide) => {
    const group = await aFollowedGroup()
    await markRead(group, group.earlierPostId)
    await hide(group)
    expect(await send(group.member, 'GROUP', group.groupId)).toBe(0)
  })
})

test('asks each device to close notifications about chats that have been read since', {
  tags: 'notifications.stale',
}, async () => {
  const { chatId, bo, device } = await anUnreadChat()
  const otherDevice = await aDevice(bo)
  await sendNotifications(ctx)
  await setUnread(chatId, bo, 0)
  const next = await anOpenChat(ctx.db, { bo })
  await setUnread(next.chatId, bo, 1)
  await aDueNotification(bo, 'CHAT', next.chatId)
  await sendNotifications(ctx)
  for (const { keys, ...rest } of [device, otherDevice]) {
    const [, second] = listReceived({ keys, ...rest })
    expect(second && readPayload(second, keys)).toMatchObject({
      tag: createTag(keys.auth, { kind: 'CHAT', subjectId: next.chatId }),
      close: [createTag(keys.auth, { kind: 'CHAT', subjectId: chatId })],
    })
  }
})

describe('a push service', { tags: 'notifications.failures' }, () => {
  test.each([404, 410])('that responds with %i ends the subscription', async (status) => {
    const { bo, device } = await anUnreadChat()
    service.answerWith(device.path, (response) => response.writeHead(status).end())
    await sendNotifications(ctx)
    expect(await listDevices(bo)).toEqual([])
  })

  test.each([429, 500, 503])(
    'that responds with %i receives the first retry no earlier than it requests, and three attempts in total',
    async (status) => {
      const { bo, device } = await anUnreadChat()
      service.answerWith(device.path, (response) => response.writeHead(status, { 'retry-after': '120' }).end())
      await sendNotifications(ctx)
      ctx.advanceClock(119_000)
      await sendNotifications(ctx)
      expect(listReceived(device)).toHaveLength(1)
      for (let attempt = 0; attempt < 5; attempt++) {
        ctx.advanceClock(120_000)
        await sendNotifications(ctx)
      }
      expect(listReceived(device)).toHaveLength(3)
      expect(await listDevices(bo)).toHaveLength(1)
    },
  )

  test('that redirects is not followed', async () => {
    const { device } = await anUnreadChat()
    const target = await aDevice(await aMember(ctx.db))
    service.answerWith(device.path, (response) => response.writeHead(307, { location: target.path }).end())
    await sendNotifications(ctx)
    expect([listReceived(device).length, listReceived(target)]).toEqual([1, []])
  })

  test('whose response never ends is disconnected', async () => {
    const { device } = await anUnreadChat()
    const onClose = vi.fn()
    service.answerWith(device.path, (response) => {
      response.on('close', onClose)
      response.writeHead(201)
      response.write('x'.repeat(100_000))
    })
    await sendNotifications(ctx)
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  })

  test('that cannot be reached keeps its subscription, and other devices receive the notification once', async () => {
    const { bo, device } = await anUnreadChat()
    await aDevice(bo, 'localhost:1')
    for (let attempt = 0; attempt < 3; attempt++) {
      await sendNotifications(ctx)
      ctx.advanceClock(120_000)
    }
    expect(listReceived(device)).toHaveLength(1)
    expect(await listDevices(bo)).toHaveLength(2)
  })

  test('that is no longer allowed receives no request, and its subscriptions are deleted', async () => {
    const { bo, device } = await anUnreadChat()
    const otherConfigCtx = { ...ctx, config: { ...ctx.config, pushHosts: ['fcm.googleapis.com'] } }
    await sendNotifications(otherConfigCtx)
    expect([listReceived(device), await listDevices(bo)]).toEqual([[], []])
  })
})

test('several workers send each notification once', { tags: 'notifications.send' }, async () => {
  const chats = await Promise.all(Array.from({ length: 30 }, anUnreadChat))
  await Promise.all([sendNotifications(ctx), sendNotifications(ctx), sendNotifications(ctx), sendNotifications(ctx)])
  expect(chats.map(({ device }) => listReceived(device).length)).toEqual(chats.map(() => 1))
})

test('concurrent workers claim all notifications of a member together', { tags: 'notifications.send' }, async () => {
  for (let round = 0; round < 10; round++) {
    const members = await Promise.all(Array.from({ length: 3 }, () => aMember(ctx.db)))
    await sql`
      insert into notifications ("memberId", kind, "subjectId", "dueAt")
      select unnest(${members.map(({ id }) => id)}::bigint[]), 'CHAT', subject, ${ctx.now()}
      from generate_series(1, 30) subject`.execute(ctx.db)
    const claims = await Promise.all(Array.from({ length: 4 }, () => claimDue(ctx.db, ctx.now())))
    expect(
      claims
        .flat()
        .map(({ memberId }) => memberId)
        .sort(),
    ).toEqual(members.map(({ id }) => id).sort())
  }
})

test('a message that arrives while the notification about an earlier one is sent causes its own', async () => {
  const { chatId, device } = await anUnreadChat()
  service.answerWith(device.path, async (response) => {
    await sql`update notifications set "messageId" = 900000000000000 where "subjectId" = ${chatId}`.execute(ctx.db)
    response.writeHead(201).end()
  })
  await sendNotifications(ctx)
  ctx.advanceClock(60_000)
  await sendNotifications(ctx)
  expect(listReceived(device)).toHaveLength(2)
})

test('a job uses one database connection, however many members it handles at once', async () => {
  const chats = await Promise.all(Array.from({ length: 20 }, anUnreadChat))
  for (const { bo } of chats) await ctx.redis.set(onlineKey(bo.id), ctx.now().getTime())
  let running = 0
  const counts: number[] = []
  const db = ctx.db.withPlugin({
    transformQuery({ node }) {
      running += 1
      counts.push(running)
      return node
    },
    async transformResult({ result }) {
      running -= 1
      return result
    },
  })
  await sendNotifications({ ...ctx, db })
  expect(counts.length).toBeGreaterThan(chats.length)
  expect(Math.max(...counts)).toBe(1)
})

test('a notification whose worker was killed is sent later', async () => {
  const { device } = await anUnreadChat()
  expect(await claimDue(ctx.db, ctx.now())).toHaveLength(1)
  await sendNotifications(ctx)
  expect(listReceived(device)).toEqual([])
  ctx.advanceClock(61_000)
  await sendNotifications(ctx)
  expect(listReceived(device)).toHaveLength(1)
})
