import { SOCKETS_PER_MEMBER } from '@app/contract/limits'
import type { OwnedCtx } from '@app/server/context'
import { publish } from '@app/server/pushes'
import { asOwner } from '@app/server/testing'
import { aMember, aSession } from '@app/server/testing-members'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aHub,
  aReadySocket,
  aSocket,
  countSubscribedHubs,
  createToken,
  eventually,
  hubContext,
  waitForDisconnect,
  waitForPushes,
  waitForRefusal,
} from './testing.ts'
import { aPlainClient, aRedisWire } from './testing-wires.ts'

let ctx: OwnedCtx
let strict: OwnedCtx
beforeAll(async () => {
  ctx = await hubContext()
  strict = await hubContext({ RATE_LIMITS: 'on' })
})
afterAll(async () => {
  await ctx.close()
  await strict.close()
})

test('a member with a living session gets ready', async () => {
  const hub = await aHub(ctx)
  const socket = await aReadySocket(hub, await aMember(ctx.db))
  expect(socket.received).toEqual([{ type: 'ready' }])
})

test.each([
  ['no token', () => null],
  ['an empty token', () => ''],
  ['an object', () => ({ sessionId: '1' })],
  ['nonsense', () => 'eyJ.eyJ.sig'],
  ['an endless token', () => 'x'.repeat(10_000)],
  ['an unsigned token', () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ sessionId: '1', memberId: '1' })}.`],
])('%s is refused', async (_, token) => {
  const hub = await aHub(ctx)
  const socket = aSocket(hub, await aMember(ctx.db), { token: token() })
  expect(await waitForRefusal(socket)).toBe('PLEASE_LOGIN')
})

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

test('a token that somebody else signed is refused', async () => {
  const hub = await aHub(ctx)
  const member = await aMember(ctx.db)
  const [head, claims] = createToken(hub, member).split('.')
  const socket = aSocket(hub, member, { token: `${head}.${claims}.${'A'.repeat(43)}` })
  expect(await waitForRefusal(socket)).toBe('PLEASE_LOGIN')
})

test('a session is refused once it has ended, and for another member at any time', async () => {
  const hub = await aHub(ctx)
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  await ctx.db.deleteFrom('sessions').where('id', '=', ann.sessionId).execute()
  expect(await waitForRefusal(aSocket(hub, ann))).toBe('PLEASE_LOGIN')
  expect(await waitForRefusal(aSocket(hub, { ...ann, sessionId: bo.sessionId }))).toBe('PLEASE_LOGIN')
})

test('a deleted member and claims that are no ids are refused', async () => {
  const hub = await aHub(ctx)
  const deletedMember = await aMember(ctx.db, { deletedAt: new Date() })
  expect(await waitForRefusal(aSocket(hub, deletedMember))).toBe('PLEASE_LOGIN')
  expect(await waitForRefusal(aSocket(hub, { ...deletedMember, id: 'x' }))).toBe('PLEASE_LOGIN')
})

test('who is refused keeps neither a connection nor a channel', async () => {
  const hub = await aHub(ctx)
  const member = await aMember(ctx.db, { deletedAt: new Date() })
  const stream = await aPlainClient(hub.url, createToken(hub, member), 'PLEASE_LOGIN')
  await new Promise((resolve) => stream.once('end', resolve))
  await eventually(async () => expect(await countSubscribedHubs(ctx, member)).toBe(0))
})

test('a page of another origin is refused, our own is not', async () => {
  const hub = await aHub(ctx)
  const member = await aMember(ctx.db)
  for (const origin of ['https://evil.example', 'null', `${ctx.config.publicUrl}.evil.example`]) {
    expect(await waitForRefusal(aSocket(hub, member, { origin }))).toMatch(/websocket error/)
  }
  await aReadySocket(hub, member, { origin: ctx.config.publicUrl })
})

test('only websockets are spoken', async () => {
  const hub = await aHub(ctx)
  const response = await fetch(`${hub.url}/socket.io/?EIO=4&transport=polling`)
  expect(response.status).toBe(400)
  expect((await fetch(`${hub.url}/socket.io/socket.io.js`)).status).toBe(400)
})

test('ready means that Redis knows of the member, and the last tab takes the channel along', async () => {
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

test('ready waits for Redis', async () => {
  const wire = await aRedisWire()
  const hub = await aHub(ctx, { redisUrl: wire.url })
  const member = await aMember(ctx.db)
  wire.silence()
  const socket = aSocket(hub, member)
  expect(await waitForRefusal(socket)).toMatch(/UNAVAILABLE|websocket error/)
  expect(socket.received).toEqual([])
})

test('a session that ends during the login gets no socket', async () => {
  const hub = await aHub(ctx)
  const member = await aMember(ctx.db)
  const elsewhere = await aReadySocket(hub, { ...member, sessionId: await aSession(ctx.db, member.id) })
  const client = await ctx.pool.connect()
  await client.query('begin')
  await client.query('lock table sessions in access exclusive mode')
  const lateSocket = aSocket(hub, member)
  const end = waitForDisconnect(lateSocket)
  await eventually(async () => {
    const waiting = `select from pg_locks where not granted and relation = 'sessions'::regclass`
    expect((await client.query(waiting)).rows).toHaveLength(1)
  })
  await publish(ctx.redis, [{ to: [member.id], push: { type: 'session:ended', sessions: [member.sessionId] } }])
  await waitForPushes(ctx, elsewhere, member)
  await client.query('rollback')
  client.release()
  expect(await end).toBe('io server disconnect')
  expect(lateSocket.received).toEqual([])
})

test('when PostgreSQL does not answer the client is told to come back later', async () => {
  const hub = await aHub(ctx)
  const member = await aMember(ctx.db)
  await asOwner(ctx.db, sql`alter table sessions rename to sessions_away`)
  try {
    expect(await waitForRefusal(aSocket(hub, member))).toBe('UNAVAILABLE')
  } finally {
    await asOwner(ctx.db, sql`alter table sessions_away rename to sessions`)
  }
})

test('a member has ten sockets and not one more', async () => {
  const hub = await aHub(strict)
  const member = await aMember(strict.db)
  const tabs = await Promise.all(Array.from({ length: SOCKETS_PER_MEMBER }, () => aReadySocket(hub, member)))
  expect(await waitForRefusal(aSocket(hub, member))).toBe('TOO_MANY_REQUESTS')
  expect(tabs.every(({ connected }) => connected)).toBe(true)
  tabs[0]!.disconnect()
  await eventually(() => aReadySocket(hub, member))
})

test('a session that logs in without end is stopped, the others of its member are not', async () => {
  const hub = await aHub(strict)
  const member = await aMember(strict.db)
  const ended = { ...member, sessionId: '999999' }
  const answers = new Set<string>()
  for (let attempt = 0; attempt < 70; attempt++) answers.add(await waitForRefusal(aSocket(hub, ended)))
  expect([...answers]).toEqual(['PLEASE_LOGIN', 'TOO_MANY_REQUESTS'])
  await aReadySocket(hub, member)
})
