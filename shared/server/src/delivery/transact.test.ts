import type { Push } from '@app/contract/pushes'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createContext, type OwnedCtx } from '../context.ts'
import { createBlockingRedis } from '../redis/connections.ts'
import { afterTest, pushes, testConfig, testContext } from '../testing/context.ts'
import { aMember } from '../testing/members.ts'
import { memberChannel, parsePush } from './pushes.ts'
import { transact } from './transact.ts'

let ctx: OwnedCtx
beforeAll(async () => {
  ctx = await testContext()
})
afterAll(() => ctx.close())

const sessionEnded = (id: string) => ({ type: 'session:ended' as const, sessions: [id] })

/** Receives the pushes that a hub would receive for a member. */
async function receivePushes(memberId: string): Promise<Push[]> {
  const received: Push[] = []
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
  await transact(ctx, async (tx) => tx.notify([member.id], sessionEnded(member.sessionId)))
  await vi.waitFor(() => expect(received).toEqual([sessionEnded(member.sessionId)]))
})

test('delivers the pushes of concurrent transactions to their own members only', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, () => aMember(ctx.db)))
  const received = await Promise.all(members.map(({ id }) => receivePushes(id)))
  const notify = ({ id, sessionId }: (typeof members)[number]) =>
    transact(ctx, async (tx) => tx.notify([id], sessionEnded(sessionId)))
  await Promise.all([...members, ...members].map(notify))
  const expected = members.map(({ sessionId }) => Array(2).fill(sessionEnded(sessionId)))
  await vi.waitFor(() => expect(received).toEqual(expected))
})

test('publishes nothing and leaves no row after a rollback', async () => {
  const member = await aMember(ctx.db)
  const before = await pushes(ctx.db)
  await expect(
    transact(ctx, async (tx) => {
      tx.notify([member.id], sessionEnded(member.sessionId))
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await pushes(ctx.db)).toEqual(before)
})

test('rejects a push without recipients and rolls back its transaction', async () => {
  const member = await aMember(ctx.db)
  await expect(
    transact(ctx, async (tx) => {
      await tx.db.deleteFrom('sessions').where('memberId', '=', member.id).execute()
      tx.notify([], sessionEnded(member.sessionId))
    }),
  ).rejects.toThrow()
  expect(await ctx.db.selectFrom('sessions').select('id').where('memberId', '=', member.id).execute()).toHaveLength(1)
})

test('counts only for members who are connected to a hub', async () => {
  const [connected, disconnected] = [await aMember(ctx.db), await aMember(ctx.db)]
  const received = await receivePushes(connected.id)
  const query = vi.spyOn(ctx.pool, 'query')
  afterTest(async () => query.mockRestore())
  await transact(ctx, async (tx) =>
    tx.notify([disconnected.id, connected.id], { type: 'chat:changed', chatId: '1', chat: null }),
  )
  await vi.waitFor(() => expect(received.map(({ type }) => type)).toEqual(['chat:changed', 'chat:count']))
  const queries = query.mock.calls.map(([statement]) => statement as unknown as { name?: string; values?: unknown[] })
  expect(queries.filter(({ name }) => name === 'count-chats')).toMatchObject([{ values: [[connected.id]] }])
})

/** Creates a separate process on the same database, which removes delivered rows. */
function createOtherProcess(redisUrl = ctx.config.redisUrl): OwnedCtx {
  const other = createContext(testConfig(ctx.config.databaseUrl, { REDIS_URL: redisUrl }), {
    service: 'other',
    connections: 2,
  })
  afterTest(() => other.close())
  return other
}

const countRowsFor = async (sessionId: string): Promise<number> =>
  (await pushes(ctx.db)).filter(({ push }) => push.type === 'session:ended' && push.sessions.includes(sessionId)).length

test('removes delivered rows', async () => {
  const member = await aMember(ctx.db)
  const other = createOtherProcess()
  await vi.waitFor(() => expect(other.redis.status).toBe('ready'))
  await transact(other, async (tx) => tx.notify([member.id], sessionEnded(member.sessionId)))
  await vi.waitFor(async () => expect(await countRowsFor(member.sessionId)).toBe(0))
})

test('commits while Redis is unreachable, and relays the push later, once', async () => {
  const member = await aMember(ctx.db)
  const received = await receivePushes(member.id)
  const offline = createOtherProcess('redis://127.0.0.1:1')
  await transact(offline, async (tx) => tx.notify([member.id], sessionEnded(member.sessionId)))
  expect(await countRowsFor(member.sessionId)).toBe(1)
  await ctx.db
    .updateTable('outbox')
    .set({ createdAt: new Date(Date.now() - 60_000).toISOString() })
    .execute()
  const relayed = await Promise.all([ctx.outbox.relayPending(), ctx.outbox.relayPending(), ctx.outbox.relayPending()])
  expect(relayed.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(1)
  await vi.waitFor(() => expect(received).toHaveLength(1))
  expect(await countRowsFor(member.sessionId)).toBe(0)
})

test('leaves recent rows to the process that wrote them', async () => {
  const member = await aMember(ctx.db)
  await transact(ctx, async (tx) => tx.notify([member.id], sessionEnded('1')))
  await ctx.outbox.relayPending()
  expect(await countRowsFor('1')).toBe(1)
})

test('leaves a job of another release to that release, without delaying other rows', async () => {
  const member = await aMember(ctx.db)
  const received = await receivePushes(member.id)
  const longAgo = new Date(Date.now() - 60_000).toISOString()
  const unknownJob = {
    kind: 'JOB' as const,
    payload: JSON.stringify({ name: 'moon:fly', payload: {} }),
    createdAt: longAgo,
  }
  const push = { to: [member.id], push: sessionEnded(member.sessionId) }
  await ctx.db.insertInto('outbox').values(unknownJob).execute()
  await ctx.db
    .insertInto('outbox')
    .values({ kind: 'PUSH', payload: JSON.stringify(push), createdAt: longAgo })
    .execute()
  await ctx.outbox.relayPending()
  await vi.waitFor(() => expect(received).toHaveLength(1))
  const remaining = await ctx.db.selectFrom('outbox').select('payload').where('kind', '=', 'JOB').execute()
  expect(remaining).toEqual([{ payload: { name: 'moon:fly', payload: {} } }])
})
