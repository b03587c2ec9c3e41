import type { UnsignedPush } from '@app/contract/pushes'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createContext, type OwnedCtx } from '../context.ts'
import { createBlockingRedis } from '../redis/connections.ts'
import { afterTest, listPushes, testConfig, testContext } from '../testing/context.ts'
import { aMember } from '../testing/members.ts'
import { memberChannel, parsePush } from './pushes.ts'
import { transact } from './transact.ts'

let ctx: OwnedCtx
beforeAll(async () => {
  ctx = await testContext()
})
afterAll(() => ctx.close())

const sessionEndedPush = (id: string) => ({ type: 'session:ended' as const, sessions: [id] })

/** Receives the pushes that a hub would receive for a member. */
async function receivePushes(memberId: string): Promise<UnsignedPush[]> {
  const received: UnsignedPush[] = []
  const redis = createBlockingRedis(ctx.config.redisUrl)
  afterTest(async () => redis.disconnect())
  await redis.connect()
  redis.on('message', (_channel, text: string) => received.push(parsePush(text).push))
  await redis.subscribe(memberChannel(memberId))
  return received
}

test('publishes the pushes of a transaction after its commit', async () => {
  const member = await aMember(ctx.db)
  const received = await receivePushes(member.id)
  await transact(ctx, async (tx) => tx.notify([member.id], sessionEndedPush(member.sessionId)))
  await vi.waitFor(() => expect(received).toEqual([sessionEndedPush(member.sessionId)]))
})

test('delivers the pushes of concurrent transactions to their own members only', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, () => aMember(ctx.db)))
  const received = await Promise.all(members.map(({ id }) => receivePushes(id)))
  const notify = ({ id, sessionId }: (typeof members)[number]) =>
    transact(ctx, async (tx) => tx.notify([id], sessionEndedPush(sessionId)))
  await Promise.all([...members, ...members].map(notify))
  const expected = members.map(({ sessionId }) => Array(2).fill(sessionEndedPush(sessionId)))
  await vi.waitFor(() => expect(received).toEqual(expected))
})

test('leaves no push in the outbox after a rollback', async () => {
  const member = await aMember(ctx.db)
  const previousPushes = await listPushes(ctx.db)
  await expect(
    transact(ctx, async (tx) => {
      tx.notify([member.id], sessionEndedPush(member.sessionId))
      throw new Error('failed')
    }),
  ).rejects.toThrow('failed')
  expect(await listPushes(ctx.db)).toEqual(previousPushes)
})

test('rejects a push without recipients and rolls back its transaction', async () => {
  const member = await aMember(ctx.db)
  await expect(
    transact(ctx, async (tx) => {
      await tx.db.deleteFrom('sessions').where('memberId', '=', member.id).execute()
      tx.notify([], sessionEndedPush(member.sessionId))
    }),
  ).rejects.toThrow()
  expect(await ctx.db.selectFrom('sessions').select('id').where('memberId', '=', member.id).execute()).toHaveLength(1)
})

test('counts unread messages only for members who are connected to a hub', async () => {
  const [connectedMember, disconnectedMember] = [await aMember(ctx.db), await aMember(ctx.db)]
  const received = await receivePushes(connectedMember.id)
  const query = vi.spyOn(ctx.pool, 'query')
  afterTest(async () => query.mockRestore())
  await transact(ctx, async (tx) =>
    tx.notify([disconnectedMember.id, connectedMember.id], { type: 'chat:changed', chatId: '1', chat: null }),
  )
  await vi.waitFor(() => expect(received.map(({ type }) => type)).toEqual(['chat:changed', 'chat:count']))
  const queries = query.mock.calls.map(([statement]) => statement as unknown as { name?: string; values?: unknown[] })
  expect(queries.filter(({ name }) => name === 'count-chats')).toMatchObject([{ values: [[connectedMember.id]] }])
})

/** Creates a context like that of another process on the same database, which removes delivered rows. */
function createOtherProcess(redisUrl = ctx.config.redisUrl): OwnedCtx {
  const otherProcess = createContext(testConfig(ctx.config.databaseUrl, { REDIS_URL: redisUrl }), {
    service: 'other',
    connections: 2,
  })
  afterTest(() => otherProcess.close())
  return otherProcess
}

const countRowsFor = async (sessionId: string): Promise<number> =>
  (await listPushes(ctx.db)).filter(({ push }) => push.type === 'session:ended' && push.sessions.includes(sessionId))
    .length

test('removes delivered rows', async () => {
  const member = await aMember(ctx.db)
  const otherProcess = createOtherProcess()
  await vi.waitFor(() => expect(otherProcess.redis.status).toBe('ready'))
  await transact(otherProcess, async (tx) => tx.notify([member.id], sessionEndedPush(member.sessionId)))
  await vi.waitFor(async () => expect(await countRowsFor(member.sessionId)).toBe(0))
})

test('commits while Redis is unreachable, and later relays the push once', async () => {
  const member = await aMember(ctx.db)
  const received = await receivePushes(member.id)
  const processWithoutRedis = createOtherProcess('redis://127.0.0.1:1')
  await transact(processWithoutRedis, async (tx) => tx.notify([member.id], sessionEndedPush(member.sessionId)))
  expect(await countRowsFor(member.sessionId)).toBe(1)
  await ctx.db
    .updateTable('outbox')
    .set({ createdAt: new Date(Date.now() - 60_000).toISOString() })
    .execute()
  const relayed = await Promise.all([ctx.outbox.relayPending(), ctx.outbox.relayPending(), ctx.outbox.relayPending()])
  expect(relayed.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(1)
  // Arrives after all pushes that were relayed before it.
  await transact(ctx, async (tx) => tx.notify([member.id], sessionEndedPush('2')))
  await vi.waitFor(() => expect(received).toEqual([sessionEndedPush(member.sessionId), sessionEndedPush('2')]))
  expect(await countRowsFor(member.sessionId)).toBe(0)
})

test('leaves recent rows to the process that wrote them', async () => {
  const member = await aMember(ctx.db)
  await transact(ctx, async (tx) => tx.notify([member.id], sessionEndedPush('1')))
  await ctx.outbox.relayPending()
  expect(await countRowsFor('1')).toBe(1)
})

test('leaves a job of another release to that release, without delaying other rows', async () => {
  const member = await aMember(ctx.db)
  const received = await receivePushes(member.id)
  const longAgo = new Date(Date.now() - 60_000).toISOString()
  const unknownJob = {
    kind: 'JOB' as const,
    payload: JSON.stringify({ name: 'unknown:job', payload: {} }),
    createdAt: longAgo,
  }
  const push = { to: [member.id], push: sessionEndedPush(member.sessionId) }
  await ctx.db.insertInto('outbox').values(unknownJob).execute()
  await ctx.db
    .insertInto('outbox')
    .values({ kind: 'PUSH', payload: JSON.stringify(push), createdAt: longAgo })
    .execute()
  await ctx.outbox.relayPending()
  await vi.waitFor(() => expect(received).toHaveLength(1))
  const remaining = await ctx.db.selectFrom('outbox').select('payload').where('kind', '=', 'JOB').execute()
  expect(remaining).toEqual([{ payload: { name: 'unknown:job', payload: {} } }])
})

test('counts again later if counting fails, without another push', async () => {
  const member = await aMember(ctx.db)
  const received = await receivePushes(member.id)
  const query = vi.spyOn(ctx.pool, 'query').mockImplementationOnce(() => Promise.reject(new Error('unreachable')))
  afterTest(async () => query.mockRestore())
  await transact(ctx, async (tx) => tx.notify([member.id], { type: 'chat:changed', chatId: '1', chat: null }))
  await vi.waitFor(() => expect(received.map(({ type }) => type)).toEqual(['chat:changed', 'chat:count']))
  expect(query).toHaveBeenCalledTimes(2)
})
