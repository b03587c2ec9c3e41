import type { Push } from '@app/contract/pushes'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createContext, type OwnedCtx } from './context.ts'
import { memberChannel, readFromWire } from './pushes.ts'
import { createWaitingRedis } from './redis.ts'
import { afterwards, pushes, testConfig, testContext } from './testing.ts'
import { aMember } from './testing-members.ts'
import { transact } from './transact.ts'

let ctx: OwnedCtx
beforeAll(async () => {
  ctx = await testContext()
})
afterAll(() => ctx.close())

const ended = (id: string) => ({ type: 'session:ended' as const, sessions: [id] })

/** Hears what a hub would hear of a member. */
async function listen(memberId: string): Promise<Push[]> {
  const heard: Push[] = []
  const redis = createWaitingRedis(ctx.config.redisUrl)
  afterwards(async () => redis.disconnect())
  await redis.connect()
  redis.on('message', (_channel, text: string) => heard.push(readFromWire(text).push))
  await redis.subscribe(memberChannel(memberId))
  return heard
}

test('what a transaction tells is heard after its commit', async () => {
  const member = await aMember(ctx.db)
  const heard = await listen(member.id)
  await transact(ctx, async (tx) => tx.notify([member.id], ended(member.sessionId)))
  await vi.waitFor(() => expect(heard).toEqual([ended(member.sessionId)]))
})

test('what many transactions tell at the same moment reaches each of their members, and nobody else', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, () => aMember(ctx.db)))
  const heard = await Promise.all(members.map(({ id }) => listen(id)))
  const tell = ({ id, sessionId }: (typeof members)[number]) =>
    transact(ctx, async (tx) => tx.notify([id], ended(sessionId)))
  await Promise.all([...members, ...members].map(tell))
  const expected = members.map(({ sessionId }) => Array(2).fill(ended(sessionId)))
  await vi.waitFor(() => expect(heard).toEqual(expected))
})

test('a rollback tells nobody and leaves no row', async () => {
  const member = await aMember(ctx.db)
  const before = await pushes(ctx.db)
  await expect(
    transact(ctx, async (tx) => {
      tx.notify([member.id], ended(member.sessionId))
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await pushes(ctx.db)).toEqual(before)
})

test('a push to nobody is refused and undoes its transaction', async () => {
  const member = await aMember(ctx.db)
  await expect(
    transact(ctx, async (tx) => {
      await tx.db.deleteFrom('sessions').where('memberId', '=', member.id).execute()
      tx.notify([], ended(member.sessionId))
    }),
  ).rejects.toThrow()
  expect(await ctx.db.selectFrom('sessions').select('id').where('memberId', '=', member.id).execute()).toHaveLength(1)
})

test('counts are read for members whom a hub serves, and for nobody else', async () => {
  const [here, away] = [await aMember(ctx.db), await aMember(ctx.db)]
  const heard = await listen(here.id)
  const query = vi.spyOn(ctx.pool, 'query')
  afterwards(async () => query.mockRestore())
  await transact(ctx, async (tx) => tx.notify([away.id, here.id], { type: 'chat:changed', chatId: '1', chat: null }))
  await vi.waitFor(() => expect(heard.map(({ type }) => type)).toEqual(['chat:changed', 'chat:count']))
  const asked = query.mock.calls.map(([question]) => question as unknown as { name?: string; values?: unknown[] })
  expect(asked.filter(({ name }) => name === 'count-chats')).toMatchObject([{ values: [[here.id]] }])
})

/** A process of its own on the same database, which removes what it has delivered. */
function anotherProcess(redisUrl = ctx.config.redisUrl): OwnedCtx {
  const other = createContext(testConfig(ctx.config.databaseUrl, { REDIS_URL: redisUrl }), {
    service: 'other',
    connections: 2,
  })
  afterwards(() => other.close())
  return other
}

const rowsFor = async (sessionId: string): Promise<number> =>
  (await pushes(ctx.db)).filter(({ push }) => push.type === 'session:ended' && push.sessions.includes(sessionId)).length

test('delivered rows are removed', async () => {
  const member = await aMember(ctx.db)
  const other = anotherProcess()
  await vi.waitFor(() => expect(other.redis.status).toBe('ready'))
  await transact(other, async (tx) => tx.notify([member.id], ended(member.sessionId)))
  await vi.waitFor(async () => expect(await rowsFor(member.sessionId)).toBe(0))
})

test('with Redis out of reach the write stands, and the sweep tells of it later, once', async () => {
  const member = await aMember(ctx.db)
  const heard = await listen(member.id)
  const cutOff = anotherProcess('redis://127.0.0.1:1')
  await transact(cutOff, async (tx) => tx.notify([member.id], ended(member.sessionId)))
  expect(await rowsFor(member.sessionId)).toBe(1)
  await ctx.db
    .updateTable('outbox')
    .set({ createdAt: new Date(Date.now() - 60_000).toISOString() })
    .execute()
  const sweeps = await Promise.all([ctx.outbox.sweep(), ctx.outbox.sweep(), ctx.outbox.sweep()])
  expect(sweeps.reduce((sum, taken) => sum + taken, 0)).toBeGreaterThanOrEqual(1)
  await vi.waitFor(() => expect(heard).toHaveLength(1))
  expect(await rowsFor(member.sessionId)).toBe(0)
})

test('what was just written is left to the process that wrote it', async () => {
  const member = await aMember(ctx.db)
  await transact(ctx, async (tx) => tx.notify([member.id], ended('1')))
  await ctx.outbox.sweep()
  expect(await rowsFor('1')).toBe(1)
})

test('a job that this release does not know waits for one that does, and holds up nothing', async () => {
  const member = await aMember(ctx.db)
  const heard = await listen(member.id)
  const longAgo = new Date(Date.now() - 60_000).toISOString()
  const later = { kind: 'JOB' as const, payload: JSON.stringify({ name: 'moon:fly', payload: {} }), createdAt: longAgo }
  const push = { to: [member.id], push: ended(member.sessionId) }
  await ctx.db.insertInto('outbox').values(later).execute()
  await ctx.db
    .insertInto('outbox')
    .values({ kind: 'PUSH', payload: JSON.stringify(push), createdAt: longAgo })
    .execute()
  await ctx.outbox.sweep()
  await vi.waitFor(() => expect(heard).toHaveLength(1))
  const left = await ctx.db.selectFrom('outbox').select('payload').where('kind', '=', 'JOB').execute()
  expect(left).toEqual([{ payload: { name: 'moon:fly', payload: {} } }])
})
