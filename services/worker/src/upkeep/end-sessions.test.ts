import { pushes } from '@app/server/testing/context'
import { aMember, aSession } from '@app/server/testing/members'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { redisDatabase, type TestWorker, testWorker } from '../testing-worker.ts'
import { relayOnce } from './relay.ts'

const DAY = 24 * 60 * 60 * 1_000

let ctx: TestWorker
beforeAll(async () => {
  ctx = await testWorker({ REDIS_URL: redisDatabase(12) })
})
afterAll(() => ctx.close())

const ago = (duration: number) => new Date(ctx.now().getTime() - duration)
const listSessionIds = async () =>
  (await ctx.db.selectFrom('sessions').select('id').orderBy('id').execute()).map(({ id }) => id)

test('deletes only expired sessions', async () => {
  const { id, sessionId } = await aMember(ctx.db)
  await aSession(ctx.db, id, ago(30 * DAY))
  const recentSession = await aSession(ctx.db, id, ago(29 * DAY))
  const oldSession = await aSession(ctx.db, id, ago(180 * DAY))
  await ctx.db
    .updateTable('sessions')
    .set({ lastSeenAt: ago(0).toISOString() })
    .where('id', '=', oldSession)
    .execute()
  await relayOnce(ctx)
  expect(await listSessionIds()).toEqual([sessionId, recentSession])
})

test('notifies members of expired sessions, so that their sockets close', async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const ofAnn = [await aSession(ctx.db, ann.id, ago(30 * DAY)), await aSession(ctx.db, ann.id, ago(31 * DAY))]
  const ofBo = await aSession(ctx.db, bo.id, ago(180 * DAY))
  const listSessionPushes = async () => (await pushes(ctx.db)).filter(({ to }) => [ann.id, bo.id].includes(to[0] ?? ''))
  await Promise.all([relayOnce(ctx), relayOnce(ctx)])
  await relayOnce(ctx)
  const ended = (to: string, session: string) => ({ to: [to], push: { type: 'session:ended', sessions: [session] } })
  expect(await listSessionPushes()).toHaveLength(3)
  expect(await listSessionPushes()).toEqual(
    expect.arrayContaining([...ofAnn.map((session) => ended(ann.id, session)), ended(bo.id, ofBo)]),
  )
})

test('deletes more sessions than one batch contains', async () => {
  const { id, sessionId } = await aMember(ctx.db)
  const at = ago(30 * DAY).toISOString()
  await ctx.db
    .insertInto('sessions')
    .values(Array.from({ length: 1_001 }, () => ({ memberId: id, device: 'Test', createdAt: at, lastSeenAt: at })))
    .execute()
  await relayOnce(ctx)
  const remaining = await ctx.db.selectFrom('sessions').select('id').where('memberId', '=', id).execute()
  expect(remaining).toEqual([{ id: sessionId }])
})
