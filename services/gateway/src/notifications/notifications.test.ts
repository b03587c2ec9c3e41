import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import type { ChatSummary } from '@app/contract/chats'
import { DEVICES_PER_MEMBER, HOUR_MS } from '@app/contract/limits'
import type { NotificationSettings } from '@app/contract/notifications'
import { aGroup, anOpenChat } from '@app/server/testing/context'
import { anEvent } from '@app/server/testing/events'
import { countLockWaiters } from '@app/server/testing/locks'
import { aMember, type TestMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

const { ctx, as } = await setUpTestGateway({ settings: { WEB_PUSH_KEY: randomBytes(32).toString('base64url') } })

const createKeys = () => ({
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
})
const anEndpoint = () => `https://fcm.googleapis.com/fcm/send/${randomUUID()}`
const aSubscription = (endpoint = anEndpoint()) => ({ endpoint, keys: createKeys() })

const subscribe = async (member: TestMember, subscription: unknown = aSubscription()) =>
  (await as(member).post('/push/subscriptions', subscription)).status
const listDevices = ({ id }: TestMember) =>
  ctx.db
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'sessionId'])
    .where('memberId', '=', id)
    .orderBy('id')
    .execute()

async function aSubscribedMember(): Promise<TestMember> {
  const member = await aMember(ctx.db)
  expect(await subscribe(member)).toBe(204)
  return member
}

describe('a device', { tags: 'notifications.subscribe' }, () => {
  test('has one subscription, which a repeated request replaces, until it is turned off', async () => {
    const ann = await aMember(ctx.db)
    const [first, second] = [aSubscription(), aSubscription()]
    expect(await subscribe(ann, first)).toBe(204)
    expect(await subscribe(ann, { ...first, keys: createKeys() })).toBe(204)
    expect(await listDevices(ann)).toEqual([{ endpoint: first.endpoint, sessionId: ann.sessionId }])
    await subscribe(ann, second)
    expect(await listDevices(ann)).toEqual([{ endpoint: second.endpoint, sessionId: ann.sessionId }])
    expect((await as(ann).post('/push/subscriptions/remove')).status).toBe(204)
    expect(await listDevices(ann)).toEqual([])
  })

  test('on which another member logs in no longer receives the notifications of the previous member', async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    const subscription = aSubscription()
    await subscribe(ann, subscription)
    await subscribe(bo, subscription)
    expect([await listDevices(ann), (await listDevices(bo)).length]).toEqual([[], 1])
  })

  test('receives no notifications after the logout', async () => {
    const ann = await aSubscribedMember()
    await as(ann).post('/sessions/logout')
    expect(await listDevices(ann)).toEqual([])
  })

  test('beyond the limit replaces another one, even with concurrent requests', async () => {
    const ann = await aMember(ctx.db)
    const sessions = await Promise.all(
      Array.from({ length: DEVICES_PER_MEMBER + 5 }, async () => {
        const { sessionId } = await aMember(ctx.db)
        await sql`update sessions set "memberId" = ${ann.id} where id = ${sessionId}`.execute(ctx.db)
        return { ...ann, sessionId }
      }),
    )
    expect(new Set(await Promise.all(sessions.map((session) => subscribe(session))))).toEqual(new Set([204]))
    expect(await listDevices(ann)).toHaveLength(DEVICES_PER_MEMBER)
  })
})

test.each([
  ['another host', 'https://push.example.com/1'],
  ['a host that only begins like an allowed one', 'https://fcm.googleapis.com.example.com/1'],
  ['a host that only ends like an allowed one', 'https://evilpush.apple.com/1'],
  ['the parent of allowed hosts', 'https://push.apple.com/1'],
  ['an address', 'https://127.0.0.1/1'],
  ['an internal address', 'https://169.254.169.254/latest/meta-data'],
  ['an IPv6 address', 'https://[::1]/1'],
  ['a decimal address', 'https://2130706433/1'],
  ['an internal name', 'https://redis/1'],
  ['localhost', 'https://localhost/1'],
  ['another port', 'https://fcm.googleapis.com:8443/1'],
  ['HTTP', 'http://fcm.googleapis.com/1'],
  ['a user name', 'https://me@fcm.googleapis.com/1'],
  ['another scheme', 'file:///etc/passwd'],
  ['a text that is not a URL', 'fcm.googleapis.com'],
  ['an overlong URL', `https://fcm.googleapis.com/${'x'.repeat(2_000)}`],
])('rejects a subscription to %s', { tags: 'notifications.endpoints' }, async (_, endpoint) => {
  const ann = await aMember(ctx.db)
  expect(await subscribe(ann, aSubscription(endpoint))).toBe(400)
  expect(await listDevices(ann)).toEqual([])
})

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://db5p.notify.windows.com/w/?token=abc',
])('accepts a subscription to %s', { tags: 'notifications.endpoints' }, async (endpoint) => {
  const ann = await aMember(ctx.db)
  expect(await subscribe(ann, aSubscription(`${endpoint}${randomUUID()}`))).toBe(204)
})

test.each([
  ['a point that is not on the curve', Buffer.from([4, ...Array(64).fill(7)]).toString('base64url')],
  ['a compressed point', createECDH('prime256v1').generateKeys('base64url', 'compressed')],
  ['a point of another length', 'AAAA'],
  ['a number', 7],
])('rejects %s as a key', { tags: 'notifications.endpoints' }, async (_, p256dh) => {
  const ann = await aMember(ctx.db)
  const { endpoint, keys } = aSubscription()
  expect(await subscribe(ann, { endpoint, keys: { ...keys, p256dh } })).toBe(400)
})

describe('preferences', { tags: 'notifications.settings' }, () => {
  const DEFAULTS = { messages: true, invites: false, seats: false, quietHours: { from: 22, to: 7 }, groupIds: [] }

  test('are stored for the member, with defaults', async () => {
    const ann = await aMember(ctx.db)
    expect((await as(ann).get('/push/settings')).body).toEqual(DEFAULTS)
    const changed = { messages: false, invites: true, seats: true, quietHours: null }
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect((await as(ann).post('/push/settings', changed)).body).toEqual({ ...changed, groupIds: [] })
    expect((await as(ann).get('/push/settings')).body).toEqual({ ...changed, groupIds: [] })
    expect((await as(await aMember(ctx.db)).get('/push/settings')).body).toEqual(DEFAULTS)
  })

  test.each([
    { from: 7, to: 7 },
    { from: 22, to: 24 },
    { from: -1, to: 7 },
    { from: 22.5, to: 7 },
    { from: 22 },
    'night',
  ])('reject the quiet hours %j', async (quietHours) => {
    const ann = await aMember(ctx.db)
    const body = { messages: true, invites: true, seats: true, quietHours }
    expect((await as(ann).post('/push/settings', body)).status).toBe(400)
  })
})

describe('notifications about a group', { tags: 'notifications.groups' }, () => {
  const setOn = async (member: TestMember, groupId: string, on: boolean) =>
    (await as(member).post(`/push/groups/${groupId}`, { on })).status
  const listGroupIds = async (member: TestMember) =>
    (await as(member).get<NotificationSettings>('/push/settings')).body.groupIds

  test('can be turned on and off by a member, and are turned off when the member leaves', async () => {
    const ann = await aMember(ctx.db)
    const { groupId } = await aGroup(ctx.db, { members: [ann] })
    expect(await Promise.all([1, 2, 3].map(() => setOn(ann, groupId, true)))).toEqual([204, 204, 204])
    expect(await listGroupIds(ann)).toEqual([groupId])
    expect(await setOn(ann, groupId, false)).toBe(204)
    expect(await listGroupIds(ann)).toEqual([])
    await setOn(ann, groupId, true)
    await as(ann).post(`/groups/${groupId}/leave`)
    expect(await listGroupIds(ann)).toEqual([])
  })

  test('stay off for a member who concurrently leaves', async () => {
    const ann = await aMember(ctx.db)
    const { groupId } = await aGroup(ctx.db, { members: [ann] })
    const pending = await ctx.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('group_members').where('groupId', '=', groupId).where('memberId', '=', ann.id).execute()
      const status = setOn(ann, groupId, true)
      await expect.poll(() => countLockWaiters(ctx), { timeout: 10_000 }).toBe(1)
      return { status }
    })
    expect(await pending.status).toBe(204)
    expect(await listGroupIds(ann)).toEqual([])
  })

  test('cannot be turned on by outsiders or by the team', async () => {
    const [outsider, admin] = [await aMember(ctx.db), await aMember(ctx.db, { level: 'ADMIN' })]
    const { groupId } = await aGroup(ctx.db, { members: [admin] })
    expect([await setOn(outsider, groupId, true), await setOn(admin, groupId, true)]).toEqual([403, 403])
    expect(await setOn(outsider, '900000000000000000', true)).toBe(404)
  })
})

describe('a notification becomes due after five seconds', { tags: 'notifications.due' }, () => {
  const listUnhandled = ({ id }: TestMember) =>
    ctx.db
      .selectFrom('notifications')
      .select(['kind', 'subjectId'])
      .where('memberId', '=', id)
      .where('handledAt', 'is', null)
      .orderBy('kind')
      .orderBy('subjectId')
      .execute()
  const waitForUnhandled = (member: TestMember, expected: { kind: string; subjectId: string }[]) =>
    vi.waitFor(async () => expect(await listUnhandled(member)).toEqual(expected), 3_000)
  const markAllHandled = ({ id }: TestMember) =>
    sql`update notifications set "handledAt" = now() where "memberId" = ${id}`.execute(ctx.db)
  const send = (sender: TestMember, path: string) =>
    as(sender).post<{ id: string }>(path, { message: 'Hej', clientId: randomUUID() })

  test('for the first unread message of a chat, and again only after it was read', async () => {
    const { chatId, ann, bo } = await anOpenChat(ctx.db, { bo: await aSubscribedMember() })
    await subscribe(ann)
    const before = Date.now()
    const { body: first } = await send(ann, `/chats/${chatId}`)
    await waitForUnhandled(bo, [{ kind: 'CHAT', subjectId: chatId }])
    const { dueAt } = await ctx.db
      .selectFrom('notifications')
      .select('dueAt')
      .where('memberId', '=', bo.id)
      .executeTakeFirstOrThrow()
    expect(Date.parse(dueAt) - before).toBeGreaterThanOrEqual(5_000)
    await markAllHandled(bo)
    await send(ann, `/chats/${chatId}`)
    // Once a message in another chat has caused its notification, the one before has been processed, too.
    const marker = await anOpenChat(ctx.db, { bo })
    await send(marker.ann, `/chats/${marker.chatId}`)
    await waitForUnhandled(bo, [{ kind: 'CHAT', subjectId: marker.chatId }])
    await as(bo).post(`/chats/${chatId}/mark-read/${first.id}`)
    const { body: last } = await send(ann, `/chats/${chatId}`)
    await as(bo).post(`/chats/${chatId}/mark-read/${last.id}`)
    await send(ann, `/chats/${chatId}`)
    await waitForUnhandled(bo, [
      { kind: 'CHAT', subjectId: chatId },
      { kind: 'CHAT', subjectId: marker.chatId },
    ])
    expect(await listUnhandled(ann)).toEqual([])
  })

  test('once within an hour if the sender deletes the message and sends another', async () => {
    const { chatId, ann, bo } = await anOpenChat(ctx.db, { bo: await aSubscribedMember() })
    const { body: deleted } = await send(ann, `/chats/${chatId}`)
    const chat = { kind: 'CHAT', subjectId: chatId }
    await waitForUnhandled(bo, [chat])
    await markAllHandled(bo)
    const deleteAndSend = async (messageId: string) => {
      expect((await as(ann).post(`/chats/${chatId}/${messageId}/delete`)).status).toBe(204)
      return (await send(ann, `/chats/${chatId}`)).body.id
    }
    const next = await deleteAndSend(deleted.id)
    const marker = await anOpenChat(ctx.db, { bo })
    await send(marker.ann, `/chats/${marker.chatId}`)
    await waitForUnhandled(bo, [{ kind: 'CHAT', subjectId: marker.chatId }])
    await sql`update notifications set "handledAt" = now() - interval '1 hour' where "subjectId" = ${chatId}`.execute(
      ctx.db,
    )
    await deleteAndSend(next)
    await waitForUnhandled(bo, [chat, { kind: 'CHAT', subjectId: marker.chatId }])
  })

  describe('which begin again with the first message after the chat was read', () => {
    const readNotification = ({ id }: TestMember) =>
      ctx.db
        .selectFrom('notifications')
        .select(['messageId', 'dueAt', 'attempts'])
        .where('memberId', '=', id)
        .executeTakeFirstOrThrow()

    /** Sends two messages, of which the recipient reads the first while its notification is pending. */
    async function sendAfterReading(dueAt: Date) {
      const { chatId, ann, bo } = await anOpenChat(ctx.db, { bo: await aSubscribedMember() })
      const { body: first } = await send(ann, `/chats/${chatId}`)
      await waitForUnhandled(bo, [{ kind: 'CHAT', subjectId: chatId }])
      await sql`update notifications set "dueAt" = ${dueAt}, attempts = 1 where "memberId" = ${bo.id}`.execute(ctx.db)
      await as(bo).post(`/chats/${chatId}/mark-read/${first.id}`)
      const sentAt = Date.now()
      const { body: second } = await send(ann, `/chats/${chatId}`)
      await vi.waitFor(
        async () => expect(await readNotification(bo)).toMatchObject({ messageId: second.id, attempts: 1 }),
        3_000,
      )
      return { sentAt, dueAt: Date.parse((await readNotification(bo)).dueAt) }
    }

    test('although the notification about the earlier one was due already', async () => {
      const { sentAt, dueAt } = await sendAfterReading(new Date())
      expect(dueAt - sentAt).toBeGreaterThanOrEqual(5_000)
    })

    test('but not before the time to which that notification was deferred', async () => {
      const deferred = new Date(Date.now() + HOUR_MS)
      expect((await sendAfterReading(deferred)).dueAt).toBe(deferred.getTime())
    })
  })

  test('for the first post of a group, which later posts do not postpone', async () => {
    const follower = await aSubscribedMember()
    const { groupId, owner } = await aGroup(ctx.db, { members: [follower] })
    await as(follower).post(`/push/groups/${groupId}`, { on: true })
    await send(owner, `/groups/${groupId}/messages`)
    const group = { kind: 'GROUP', subjectId: groupId }
    await waitForUnhandled(follower, [group])
    const readDue = () => ctx.db.selectFrom('notifications').select('dueAt').where('subjectId', '=', groupId).execute()
    const due = await readDue()
    await send(owner, `/groups/${groupId}/messages`)
    const { chatId, ann } = await anOpenChat(ctx.db, { bo: follower })
    await send(ann, `/chats/${chatId}`)
    await waitForUnhandled(follower, [{ kind: 'CHAT', subjectId: chatId }, group])
    expect(await readDue()).toEqual(due)
  })

  test('for an invite and for its acceptance, but not for the member who acts', async () => {
    const [ann, bo] = [await aSubscribedMember(), await aSubscribedMember()]
    const { body: chat } = await as(ann).post<ChatSummary>('/chats/invites', {
      recipientName: bo.userName,
      message: 'Hej',
    })
    await waitForUnhandled(bo, [{ kind: 'INVITE', subjectId: chat.chatId }])
    await as(bo).post(`/chats/${chat.chatId}/accept`)
    await waitForUnhandled(ann, [{ kind: 'CHAT', subjectId: chat.chatId }])
    expect(await listUnhandled(bo)).toHaveLength(1)
  })

  test("but not for an invite that the recipient's contact rule puts aside", async () => {
    const [ann, bo] = [await aMember(ctx.db), await aSubscribedMember()]
    await as(bo).post('/members/contact', { needs: ['PHOTO'], others: 'PUT_ASIDE' })
    const invite = { recipientName: bo.userName, message: 'Hej' }
    expect((await as(ann).post('/chats/invites', invite)).status).toBe(201)
    const { chatId, ann: other } = await anOpenChat(ctx.db, { bo })
    await send(other, `/chats/${chatId}`)
    await waitForUnhandled(bo, [{ kind: 'CHAT', subjectId: chatId }])
  })

  test('for a post in a group that the member follows, and again only after it was read', async () => {
    const [follower, other] = [await aSubscribedMember(), await aSubscribedMember()]
    const { groupId, owner } = await aGroup(ctx.db, { members: [follower, other] })
    await as(follower).post(`/push/groups/${groupId}`, { on: true })
    const { body: first } = await send(owner, `/groups/${groupId}/messages`)
    const group = { kind: 'GROUP', subjectId: groupId }
    await waitForUnhandled(follower, [group])
    await markAllHandled(follower)
    await send(owner, `/groups/${groupId}/messages`)
    const { chatId, ann } = await anOpenChat(ctx.db, { bo: follower })
    await send(ann, `/chats/${chatId}`)
    await waitForUnhandled(follower, [{ kind: 'CHAT', subjectId: chatId }])
    await as(follower).post(`/groups/${groupId}/mark-read/${first.id}`)
    await send(owner, `/groups/${groupId}/messages`)
    await waitForUnhandled(follower, [{ kind: 'CHAT', subjectId: chatId }, group])
    expect(await listUnhandled(other)).toEqual([])
  })

  test.each([
    [
      'the follower ignores',
      (follower: TestMember, author: TestMember) => as(follower).post('/ignore', author.userName),
    ],
    [
      'the follower has blocked',
      (follower: TestMember, author: TestMember) => as(follower).post('/blocks', { userName: author.userName }),
    ],
    [
      'has blocked the follower',
      (follower: TestMember, author: TestMember) => as(author).post('/blocks', { userName: follower.userName }),
    ],
  ])('but not for a post in a group by an author who is hidden: %s', async (_, hide) => {
    const [follower, author] = [await aSubscribedMember(), await aMember(ctx.db)]
    const { groupId, owner } = await aGroup(ctx.db, { members: [follower, author] })
    await as(follower).post(`/push/groups/${groupId}`, { on: true })
    await send(owner, `/groups/${groupId}/messages`)
    await waitForUnhandled(follower, [{ kind: 'GROUP', subjectId: groupId }])
    await ctx.db.deleteFrom('notifications').where('memberId', '=', follower.id).execute()
    expect((await hide(follower, author)).status).toBeLessThan(300)
    await send(author, `/groups/${groupId}/messages`)
    const { chatId, ann } = await anOpenChat(ctx.db, { bo: follower })
    await send(ann, `/chats/${chatId}`)
    await waitForUnhandled(follower, [{ kind: 'CHAT', subjectId: chatId }])
  })

  test('for a seat at an event', async () => {
    const [ann, bo] = [await aMember(ctx.db), await aSubscribedMember()]
    const event = await anEvent(ctx.db, { capacity: 1 }, ctx.now())
    await as(ann).post(`/events/${event.id}/attending`)
    await as(bo).post(`/events/${event.id}/attending`)
    await as(ann).post(`/events/${event.id}/no-answer`)
    await waitForUnhandled(bo, [{ kind: 'SEAT', subjectId: event.id }])
  })

  test('but not for a member without a subscribed device', async () => {
    const { chatId, ann, bo } = await anOpenChat(ctx.db)
    await send(ann, `/chats/${chatId}`)
    const marker = await anOpenChat(ctx.db, { bo: await aSubscribedMember() })
    await send(marker.ann, `/chats/${marker.chatId}`)
    await waitForUnhandled(marker.bo, [{ kind: 'CHAT', subjectId: marker.chatId }])
    expect(await listUnhandled(bo)).toEqual([])
  })
})
