import { SOCKETS_PER_MEMBER } from '@app/contract/limits'
import { publish } from '@app/server/delivery/pushes'
import { asOwner } from '@app/server/testing/context'
import { countLockWaiters } from '@app/server/testing/locks'
import { aMember, aSession } from '@app/server/testing/members'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  aHub,
  aReadySocket,
  aSocket,
  countSubscribedHubs,
  createToken,
  eventually,
  listReceivedTypes,
  setUpHubContext,
  waitForDisconnect,
  waitForPushes,
  waitForRejection,
} from '../testing.ts'
import { aRawClient, aRedisProxy } from '../testing-connections.ts'

const ctx = await setUpHubContext()
const limitedCtx = await setUpHubContext({ RATE_LIMITS: 'on' })
const ageCtx = await setUpHubContext({
  AGE_ASSURANCE: 'required',
  AGE_ISSUER: 'http://127.0.0.1:9',
  AGE_CLIENT_ID: 'client',
})

test('sends ready to a member with an active session', async () => {
  const hub = await aHub(ctx)
  const socket = await aReadySocket(hub, await aMember(ctx.db))
  expect(listReceivedTypes(socket)).toEqual(['ready'])
})

test.each([
  ['no token', () => null],
  ['an empty token', () => ''],
  ['an object', () => ({ sessionId: '1' })],
  ['a malformed token', () => 'eyJ.eyJ.sig'],
  ['an oversized token', () => 'x'.repeat(10_000)],
  [
    'an unsigned token',
    () => `${encodeJwtPart({ alg: 'none', typ: 'JWT' })}.${encodeJwtPart({ sessionId: '1', memberId: '1' })}.`,
  ],
])('rejects a login with %s', async (_, token) => {
  const hub = await aHub(ctx)
  const socket = aSocket(hub, await aMember(ctx.db), { token: token() })
  expect(await waitForRejection(socket)).toBe('PLEASE_LOGIN')
})

const encodeJwtPart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

test('admits only members who have passed the age check that the installation requires', {
  tags: 'age-checks.sockets',
}, async () => {
  const hub = await aHub(ageCtx)
  const [ann, bo, vera] = [
    await aMember(ageCtx.db),
    await aMember(ageCtx.db),
    await aMember(ageCtx.db, { level: 'ADMIN' }),
  ]
  const check = { provider: 'test', at: ageCtx.now().toISOString() }
  await ageCtx.db
    .insertInto('age_checks')
    .values([
      { memberId: ann.id, result: 'FAIL', ...check },
      { memberId: bo.id, result: 'PASS', ...check },
    ])
    .execute()
  expect(await waitForRejection(aSocket(hub, ann))).toBe('AGE_CHECK_REQUIRED')
  for (const member of [bo, vera]) expect(listReceivedTypes(await aReadySocket(hub, member))).toContain('ready')
})

test('rejects a token with an invalid signature', async () => {
  const hub = await aHub(ctx)
  const member = await aMember(ctx.db)
  const [head, claims] = createToken(hub, member).split('.')
  const socket = aSocket(hub, member, { token: `${head}.${claims}.${'A'.repeat(43)}` })
  expect(await waitForRejection(socket)).toBe('PLEASE_LOGIN')
})

test('rejects a revoked session, and a session of another member', async () => {
  const hub = await aHub(ctx)
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  await ctx.db.deleteFrom('sessions').where('id', '=', ann.sessionId).execute()
  expect(await waitForRejection(aSocket(hub, ann))).toBe('PLEASE_LOGIN')
  expect(await waitForRejection(aSocket(hub, { ...ann, sessionId: bo.sessionId }))).toBe('PLEASE_LOGIN')
})

test('rejects a deleted member', async () => {
  const hub = await aHub(ctx)
  const deletedMember = await aMember(ctx.db, { deletedAt: new Date() })
  expect(await waitForRejection(aSocket(hub, deletedMember))).toBe('PLEASE_LOGIN')
})

test.each(['accountId', 'sessionId'] as const)('rejects a claim of the %s that is not an id', async (claim) => {
  const hub = await aHub(ctx)
  const socket = aSocket(hub, { ...(await aMember(ctx.db)), [claim]: 'x' })
  expect(await waitForRejection(socket)).toBe('PLEASE_LOGIN')
})

test('closes the connection of a rejected login, and unsubscribes from its channel', async () => {
  const hub = await aHub(ctx)
  const member = await aMember(ctx.db, { deletedAt: new Date() })
  const client = await ctx.pool.connect()
  await client.query('begin')
  await client.query('lock table sessions in access exclusive mode')
  const closed = aRawClient(hub.url, createToken(hub, member), 'PLEASE_LOGIN').then(
    (stream) => new Promise((resolve) => stream.once('end', resolve)),
  )
  await eventually(async () => expect(await countSubscribedHubs(ctx, member)).toBe(1))
  await client.query('rollback')
  client.release()
  await closed
  await eventually(async () => expect(await countSubscribedHubs(ctx, member)).toBe(0))
})

test('rejects sockets from other origins, and accepts the public one', async () => {
  const hub = await aHub(ctx)
  const member = await aMember(ctx.db)
  for (const origin of ['https://evil.example', 'null', `${ctx.config.publicUrl}.evil.example`]) {
    expect(await waitForRejection(aSocket(hub, member, { origin }))).toMatch(/websocket error/)
  }
  await aReadySocket(hub, member, { origin: ctx.config.publicUrl })
})

test('accepts only the WebSocket transport', async () => {
  const hub = await aHub(ctx)
  const response = await fetch(`${hub.url}/socket.io/?EIO=4&transport=polling`)
  expect(response.status).toBe(400)
  expect((await fetch(`${hub.url}/socket.io/socket.io.js`)).status).toBe(400)
})

test("subscribes to the member's channel before sending ready, and unsubscribes after the last tab closes", async () => {
  const hub = await aHub(ctx)
  const member = await aMember(ctx.db)
  const tabs = [await aReadySocket(hub, member), await aReadySocket(hub, member)]
  expect(await countSubscribedHubs(ctx, member)).toBe(1)
  tabs[0]!.disconnect()
  await aReadySocket(hub, await aMember(ctx.db))
  expect(await countSubscribedHubs(ctx, member)).toBe(1)
  tabs[1]!.disconnect()
  await eventually(async () => expect(await countSubscribedHubs(ctx, member)).toBe(0))
})

test('rejects a login while Redis does not respond', async () => {
  const proxy = await aRedisProxy()
  const hub = await aHub(ctx, { redisUrl: proxy.url })
  const member = await aMember(ctx.db)
  proxy.silence()
  const socket = aSocket(hub, member)
  expect(await waitForRejection(socket)).toMatch(/UNAVAILABLE|websocket error/)
  expect(socket.received).toEqual([])
})

test('rejects a session that is revoked during its login', async () => {
  const hub = await aHub(ctx)
  const member = await aMember(ctx.db)
  const otherTab = await aReadySocket(hub, { ...member, sessionId: await aSession(ctx.db, member.id) })
  const client = await ctx.pool.connect()
  await client.query('begin')
  await client.query('lock table sessions in access exclusive mode')
  const lateSocket = aSocket(hub, member)
  const disconnectReason = waitForDisconnect(lateSocket)
  await eventually(async () => expect(await countLockWaiters(ctx)).toBe(1))
  await publish(ctx.redis, [{ to: [member.id], push: { type: 'session:ended', sessions: [member.sessionId] } }])
  await waitForPushes(ctx, otherTab, member)
  await client.query('rollback')
  client.release()
  expect(await disconnectReason).toBe('io server disconnect')
  expect(lateSocket.received).toEqual([])
})

test('rejects a login with UNAVAILABLE if its database query fails', async () => {
  const hub = await aHub(ctx)
  const member = await aMember(ctx.db)
  await asOwner(ctx.db, sql`alter table sessions rename to sessions_renamed`)
  try {
    expect(await waitForRejection(aSocket(hub, member))).toBe('UNAVAILABLE')
  } finally {
    await asOwner(ctx.db, sql`alter table sessions_renamed rename to sessions`)
  }
})

test('accepts ten sockets of a member, and rejects the eleventh', async () => {
  const hub = await aHub(limitedCtx)
  const member = await aMember(limitedCtx.db)
  const tabs = await Promise.all(Array.from({ length: SOCKETS_PER_MEMBER }, () => aReadySocket(hub, member)))
  expect(await waitForRejection(aSocket(hub, member))).toBe('TOO_MANY_REQUESTS')
  expect(tabs.every(({ connected }) => connected)).toBe(true)
  tabs[0]!.disconnect()
  await eventually(() => aReadySocket(hub, member))
})

test('limits the logins of a session without limiting other sessions of its member', async () => {
  const hub = await aHub(limitedCtx)
  const member = await aMember(limitedCtx.db)
  const revokedSession = { ...member, sessionId: '999999' }
  const errorCodes = new Set<string>()
  for (let attempt = 0; attempt < 70; attempt++) errorCodes.add(await waitForRejection(aSocket(hub, revokedSession)))
  expect([...errorCodes]).toEqual(['PLEASE_LOGIN', 'TOO_MANY_REQUESTS'])
  await aReadySocket(hub, member)
})
