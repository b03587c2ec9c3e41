import { DAY_MS } from '@app/contract/limits'
import type { SessionEntry } from '@app/contract/members/sessions'
import { listPushes } from '@app/server/testing/context'
import { aMember, aSession } from '@app/server/testing/members'
import { recordStatements } from '@app/server/testing/statements'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

const { ctx, as, tokenOf, visitor } = await setUpTestGateway()
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
const listRevokedSessions = async (memberId: string) =>
  (await listPushes(ctx.db)).flatMap(({ to, push }) =>
    push.type === 'session:ended' && to[0] === memberId ? push.sessions : [],
  )

test('the verification of a session returns the current data of its account', {
  tags: 'sessions.current',
}, async () => {
  const ann = await aMember(ctx.db, { couple: true })
  await ctx.db.updateTable('members').set({ language: 'ENGLISH', level: 'ADMIN' }).where('id', '=', ann.id).execute()
  const statements = await recordStatements(async () => {
    expect((await as(ann).get('/sessions/verify')).body).toEqual({
      sessionId: tokenOf(ann),
      userName: ann.userName,
      memberLevel: 'ADMIN',
      couple: true,
      language: 'ENGLISH',
      duties: [],
    })
  })
  expect(statements).toHaveLength(2)
})

test('a member lists only their own valid sessions, the current one first', { tags: 'sessions.own-list' }, async () => {
  const ann = await aMember(ctx.db)
  await aMember(ctx.db)
  const olderSession = await aSession(ctx.db, ann.id, daysAgo(2))
  await aSession(ctx.db, ann.id, daysAgo(31))
  const newerSession = await aSession(ctx.db, ann.id, daysAgo(1))
  const { body } = await as(ann).get<SessionEntry[]>('/sessions')
  expect(body.map(({ id, current }) => [id, current])).toEqual([
    [ann.sessionId, true],
    [newerSession, false],
    [olderSession, false],
  ])
})

describe('revoking a session', () => {
  test('takes effect immediately and notifies its devices', { tags: 'sessions.end' }, async () => {
    const ann = await aMember(ctx.db)
    const otherSession = await aSession(ctx.db, ann.id)
    expect((await as(ann).post(`/sessions/${otherSession}/end`)).status).toBe(204)
    expect(await listRevokedSessions(ann.id)).toEqual([otherSession])
    expect((await as({ ...ann, sessionId: otherSession }).get('/sessions')).status).toBe(401)
    expect((await as(ann).get('/sessions')).status).toBe(200)
  })

  test('takes effect once if ten requests are concurrent', async () => {
    const ann = await aMember(ctx.db)
    const otherSession = await aSession(ctx.db, ann.id)
    const responses = await Promise.all(Array.from({ length: 10 }, () => as(ann).post(`/sessions/${otherSession}/end`)))
    expect(responses.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(404)])
    expect(await listRevokedSessions(ann.id)).toEqual([otherSession])
  })

  test("has the same response for another member's session as for an unknown one", async () => {
    const [ann, bo, admin] = [await aMember(ctx.db), await aMember(ctx.db), await aMember(ctx.db, { level: 'ADMIN' })]
    for (const outsider of [ann, admin]) {
      const foreignSession = await as(outsider).post(`/sessions/${bo.sessionId}/end`)
      const unknownSession = await as(outsider).post('/sessions/900000000000000000/end')
      expect(foreignSession).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
      expect(foreignSession.body).toEqual(unknownSession.body)
    }
    expect(await listRevokedSessions(bo.id)).toEqual([])
    expect((await as(bo).get('/sessions')).status).toBe(200)
  })
})

test('logging out revokes only the current session', { tags: 'sessions.log-out' }, async () => {
  const ann = await aMember(ctx.db)
  const otherSession = await aSession(ctx.db, ann.id)
  expect((await as(ann).post('/sessions/logout')).status).toBe(204)
  expect((await as(ann).post('/sessions/logout')).status).toBe(401)
  expect(await listRevokedSessions(ann.id)).toEqual([ann.sessionId])
  expect((await as({ ...ann, sessionId: otherSession }).get('/sessions')).status).toBe(200)
})

test('logging out everywhere revokes all sessions of the member', { tags: 'sessions.log-out-everywhere' }, async () => {
  const ann = await aMember(ctx.db)
  const bo = await aMember(ctx.db)
  const otherSession = await aSession(ctx.db, ann.id)
  expect((await as(ann).post('/sessions/logout-everywhere')).status).toBe(204)
  expect((await listRevokedSessions(ann.id)).sort()).toEqual([ann.sessionId, otherSession].sort())
  for (const sessionId of [ann.sessionId, otherSession])
    expect((await as({ ...ann, sessionId }).get('/sessions')).status).toBe(401)
  expect((await as(bo).get('/sessions')).status).toBe(200)
})

describe('a session', () => {
  test('expires after 30 days without use', async () => {
    const ann = await aMember(ctx.db)
    const idleSession = await aSession(ctx.db, ann.id, daysAgo(30))
    expect((await as({ ...ann, sessionId: idleSession }).get('/sessions/verify')).status).toBe(401)
  })

  test('stays valid while it is used, until 180 days after its creation', async () => {
    const ann = await aMember(ctx.db)
    const usedSession = await aSession(ctx.db, ann.id, daysAgo(29))
    expect((await as({ ...ann, sessionId: usedSession }).get('/sessions/verify')).status).toBe(200)
    await expect
      .poll(async () => {
        const { body } = await as(ann).get<SessionEntry[]>('/sessions')
        return body.find(({ id }) => id === usedSession)?.lastSeenAt
      })
      .toSatisfy((at: string) => Date.now() - Date.parse(at) < DAY_MS)
    await ctx.db
      .updateTable('sessions')
      .set({ createdAt: daysAgo(180).toISOString() })
      .where('id', '=', usedSession)
      .execute()
    expect((await as({ ...ann, sessionId: usedSession }).get('/sessions/verify')).status).toBe(401)
  })

  test('is invalid while its account is being deleted', async () => {
    const ann = await aMember(ctx.db, { deletedAt: new Date() })
    expect((await as(ann).get('/sessions/verify')).status).toBe(401)
  })

  test('is invalid with a token that names another member', async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    expect((await as({ ...ann, sessionId: bo.sessionId }).get('/sessions/verify')).status).toBe(401)
  })
})

test.each(['/sessions/verify', '/sessions'])('GET %s requires a session', async (path) => {
  expect(await visitor.get(path)).toMatchObject({ status: 401, body: { code: 'PLEASE_LOGIN' } })
})
