import { DAY_MS } from '@app/contract/limits'
import { listPushes } from '@app/server/testing/context'
import { aMember, aSession } from '@app/server/testing/members'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestWorker, testWorker } from '../testing-worker.ts'
import { relayOnce } from './relay.ts'

let ctx: TestWorker
beforeAll(async () => {
  ctx = await testWorker({ REDIS_URL: ownRedisUrl(import.meta.url) })
})
afterAll(() => ctx.close())

const ago = (durationMs: number) => new Date(ctx.now().getTime() - durationMs)
const listSessionIds = async () =>
  (await ctx.db.selectFrom('sessions').select('id').orderBy('id').execute()).map(({ id }) => id)

test('deletes only expired sessions', async () => {
  const { id, sessionId } = await aMember(ctx.db)
  await aSession(ctx.db, id, ago(30 * DAY_MS))
  const recentSession = await aSession(ctx.db, id, ago(29 * DAY_MS))
  const oldSession = await aSession(ctx.db, id, ago(180 * DAY_MS))
  await ctx.db
    .updateTable('sessions')
    .set({ lastSeenAt: ago(0).toISOString() })
    .where('id', '=', oldSession)
    .execute()
  await relayOnce(ctx)
  expect(await listSessionIds()).toEqual([sessionId, recentSession])
})

test('notifies members once of each expired session, so that its sockets close', async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const sessionsOfAnn = [
    await aSession(ctx.db, ann.id, ago(30 * DAY_MS)),
    await aSession(ctx.db, ann.id, ago(31 * DAY_MS)),
  ]
  const sessionOfBo = await aSession(ctx.db, bo.id, ago(180 * DAY_MS))
  const listSessionPushes = async () =>
    (await listPushes(ctx.db)).filter(({ to }) => [ann.id, bo.id].includes(to[0] ?? ''))
  await Promise.all([relayOnce(ctx), relayOnce(ctx)])
  await relayOnce(ctx)
  const createEndedPush = (memberId: string, session: string) => ({
    to: [memberId],
    push: { type: 'session:ended', sessions: [session] },
  })
  expect(await listSessionPushes()).toHaveLength(3)
  expect(await listSessionPushes()).toEqual(
    expect.arrayContaining([
      ...sessionsOfAnn.map((session) => createEndedPush(ann.id, session)),
      createEndedPush(bo.id, sessionOfBo),
    ]),
  )
})

test('deletes more sessions than one batch contains', async () => {
  const { id, sessionId } = await aMember(ctx.db)
  const createdAt = ago(30 * DAY_MS).toISOString()
  await ctx.db
    .insertInto('sessions')
    .values(
      Array.from({ length: 1_001 }, () => ({
        memberId: id,
        device: 'Test',
        createdAt,
        lastSeenAt: createdAt,
      })),
    )
    .execute()
  await relayOnce(ctx)
  const remaining = await ctx.db.selectFrom('sessions').select('id').where('memberId', '=', id).execute()
  expect(remaining).toEqual([{ id: sessionId }])
})
