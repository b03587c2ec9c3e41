import type { SessionEntry } from '@app/contract/members/sessions'
import { pushes } from '@app/server/testing/context'
import { aMember, aSession } from '@app/server/testing/members'
import { recordStatements } from '@app/server/testing/statements'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

const { ctx, as, tokenOf, visitor } = await setUpTestGateway()
const DAY = 24 * 60 * 60 * 1_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY)
const listEndedSessions = async (memberId: string) =>
  (await pushes(ctx.db)).flatMap(({ to, push }) =>
    push.type === 'session:ended' && to[0] === memberId ? push.sessions : [],
  )

test('a session returns its current owner', { tags: 'sessions.current' }, async () => {
  const ann = await aMember(ctx.db, { couple: true })
  await ctx.db.updateTable('members').set({ language: 'ENGLISH', level: 'ADMIN' }).where('id', '=', ann.id).execute()
  const statements = await recordStatements(async () => {
    expect((await as(ann).get('/sessions/verify')).body).toEqual({
      sessionId: tokenOf(ann),
      userName: ann.userName,
      memberLevel: 'ADMIN',
      couple: true,
      language: 'ENGLISH',
    })
  })
  expect(statements).toHaveLength(2)
})

test('a member lists only their own sessions, the current one first', { tags: 'sessions.own-list' }, async () => {
  const ann = await aMember(ctx.db)
  await aMember(ctx.db)
  const older = await aSession(ctx.db, ann.id, daysAgo(2))
  await aSession(ctx.db, ann.id, daysAgo(31))
  const newer = await aSession(ctx.db, ann.id, daysAgo(1))
  const { body } = await as(ann).get<SessionEntry[]>('/sessions')
  expect(body.map(({ id, current }) => [id, current])).toEqual([
    [ann.sessionId, true],
    [newer, false],
    [older, false],
  ])
})

describe('ending a session', () => {
  test('ends it immediately and notifies its devices', { tags: 'sessions.end' }, async () => {
    const ann = await aMember(ctx.db)
    const other = await aSession(ctx.db, ann.id)
    expect((await as(ann).post(`/sessions/${other}/end`)).status).toBe(204)
    expect(await listEndedSessions(ann.id)).toEqual([other])
    expect((await as({ ...ann, sessionId: other }).get('/sessions')).status).toBe(401)
    expect((await as(ann).get('/sessions')).status).toBe(200)
  })

  test('takes effect once if ten requests are concurrent', async () => {
    const ann = await aMember(ctx.db)
    const other = await aSession(ctx.db, ann.id)
    const responses = await Promise.all(Array.from({ length: 10 }, () => as(ann).post(`/sessions/${other}/end`)))
    expect(responses.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(404)])
    expect(await listEndedSessions(ann.id)).toEqual([other])
  })

  test("responds alike for another member's session and for an unknown one", async () => {
    const [ann, bo, admin] = [await aMember(ctx.db), await aMember(ctx.db), await aMember(ctx.db, { level: 'ADMIN' })]
    for (const outsider of [ann, admin]) {
      const foreignSession = await as(outsider).post(`/sessions/${bo.sessionId}/end`)
      const unknownSession = await as(outsider).post('/sessions/900000000000000000/end')
      expect(foreignSession).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
      expect(foreignSession.body).toEqual(unknownSession.body)
    }
    expect(await listEndedSessions(bo.id)).toEqual([])
    expect((await as(bo).get('/sessions')).status).toBe(200)
  })
})

test('logging out ends only the current session', { tags: 'sessions.log-out' }, async () => {
  const ann = await aMember(ctx.db)
  const other = await aSession(ctx.db, ann.id)
  expect((await as(ann).post('/sessions/logout')).status).toBe(204)
  expect((await as(ann).post('/sessions/logout')).status).toBe(401)
  expect(await listEndedSessions(ann.id)).toEqual([ann.sessionId])
  expect((await as({ ...ann, sessionId: other }).get('/sessions')).status).toBe(200)
})

test('logging out everywhere ends all sessions of the member', { tags: 'sessions.log-out-everywhere' }, async () => {
  const ann = await aMember(ctx.db)
  const bo = await aMember(ctx.db)
  const other = await aSession(ctx.db, ann.id)
  expect((await as(ann).post('/sessions/logout-everywhere')).status).toBe(204)
  expect((await listEndedSessions(ann.id)).sort()).toEqual([ann.sessionId, other].sort())
  for (const sessionId of [ann.sessionId, other])
    expect((await as({ ...ann, sessionId }).get('/sessions')).status).toBe(401)
  expect((await as(bo).get('/sessions')).status).toBe(200)
})

describe('a session that', () => {
  test('has been idle for 30 days has expired', async () => {
    const ann = await aMember(ctx.db)
    const idle = await aSession(ctx.db, ann.id, daysAgo(30))
    expect((await as({ ...ann, sessionId: idle }).get('/sessions/verify')).status).toBe(401)
  })

  test('is used stays valid, and its lifetime slides, until 180 days have passed', async () => {
    const ann = await aMember(ctx.db)
    const used = await aSession(ctx.db, ann.id, daysAgo(29))
    expect((await as({ ...ann, sessionId: used }).get('/sessions/verify')).status).toBe(200)
    await expect
      .poll(async () => {
        const { body } = await as(ann).get<SessionEntry[]>('/sessions')
        return body.find(({ id }) => id === used)?.lastSeenAt
      })
      .toSatisfy((at: string) => Date.now() - Date.parse(at) < DAY)
    await ctx.db
      .updateTable('sessions')
      .set({ createdAt: daysAgo(180).toISOString() })
      .where('id', '=', used)
      .execute()
    expect((await as({ ...ann, sessionId: used }).get('/sessions/verify')).status).toBe(401)
  })

  test('belongs to an account that is being deleted has ended', async () => {
    const ann = await aMember(ctx.db, { deletedAt: new Date() })
    expect((await as(ann).get('/sessions/verify')).status).toBe(401)
  })

  test('names another member than its own is invalid', async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    expect((await as({ ...ann, sessionId: bo.sessionId }).get('/sessions/verify')).status).toBe(401)
  })
})

test.each(['/sessions/verify', '/sessions'])('GET %s requires a session', async (path) => {
  expect(await visitor.get(path)).toMatchObject({ status: 401, body: { code: 'PLEASE_LOGIN' } })
})
