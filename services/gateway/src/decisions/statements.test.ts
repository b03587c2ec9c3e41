import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@app/contract/limits'
import type { Session } from '@app/contract/members/members'
import type { Statement } from '@app/contract/safety/decisions'
import { listPushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aReportWorld } from '../reports/testing.ts'
import { setUpTestGateway } from '../testing.ts'
import { createDeciding } from './testing.ts'

const DISPUTE_ADDRESS = 'https://disputes.example'
const gateway = await setUpTestGateway({ settings: { DISPUTE_ADDRESS } })
const { ctx, as, visitor } = gateway
const { db } = ctx
const { decide, reportAndClaim, reportAndDecide, listStatements, readToken, storeCopies } = createDeciding(gateway)

const verify = async (member: TestMember) => (await as(member).get<Session>('/sessions/verify')).body

test('a session contains the numbers of unread statements and of removed posts, photos and other content', {
  tags: 'decisions.session',
}, async () => {
  const { reporter, reported, subjects } = await aReportWorld(ctx)
  expect(await verify(reported)).not.toHaveProperty('unreadDecisions')
  const { decisionId } = await reportAndDecide(reporter, subjects.AD)
  expect(await verify(reported)).toMatchObject({ unreadDecisions: 1, removedContent: 1 })
  expect(await verify(reporter)).not.toHaveProperty('unreadDecisions')
  for (const _ of [1, 2]) expect((await as(reported).post(`/decisions/${decisionId}/read`)).status).toBe(204)
  expect(await verify(reported)).not.toHaveProperty('unreadDecisions')
  const read = (await listPushes(db)).filter(({ push }) => push.type === 'decision:new' && push.unread === 0)
  expect(read).toHaveLength(1)
})

test('only its addressee can read a statement', { tags: 'decisions.statement' }, async () => {
  const { reporter, subjects } = await aReportWorld(ctx)
  const { decisionId } = await reportAndDecide(reporter, subjects.AD)
  for (const member of [reporter, await aMember(db)]) {
    expect(await listStatements(member)).toEqual([])
    expect((await as(member).post(`/decisions/${decisionId}/read`)).status).toBe(404)
    expect((await as(member).get(`/decisions/${decisionId}/picture`)).status).toBe(404)
  }
})

test('a statement quotes only its addressee', { tags: 'decisions.statement' }, async () => {
  const { reporter, reported, chat, subjects } = await aReportWorld(ctx)
  await sql`
    insert into chat_messages ("chatId", "senderId", "clientId", message, "sentAt", version)
    values (${chat.chatId}, ${reporter.id}, gen_random_uuid(), 'Sluta skriva till mig', now(), 2)`.execute(db)
  await reportAndDecide(reporter, subjects.CHAT_MESSAGE)
  const statements = JSON.stringify(await listStatements(reported))
  expect(statements).toContain('Hej där')
  expect(statements).not.toContain('Sluta skriva')
  expect(statements).not.toContain(reporter.userName)
})

test('a statement names the dispute settlement body of the operator, also to the team', {
  tags: 'decisions.statement',
}, async () => {
  const { reporter, reported, subjects } = await aReportWorld(ctx)
  const claimed = await reportAndClaim(reporter, subjects.AD)
  const { decisionId } = (await decide(claimed)).body
  const named = { disputeAddress: DISPUTE_ADDRESS }
  expect(await listStatements(reported)).toMatchObject([named])
  expect((await visitor.get(`/statements/${await readToken(decisionId)}`)).body).toMatchObject(named)
  const shown = await as(claimed.moderator).get(`/moderation/cases/${claimed.caseId}`)
  expect(shown.body).toMatchObject({ decision: named })
})

test('the push of an appeal by link carries the id of its request', { tags: 'decisions.link' }, async () => {
  const { reporter, subjects } = await aReportWorld(ctx)
  const { decisionId } = await reportAndDecide(reporter, subjects.AD)
  const requestId = `test-${randomUUID()}`
  const path = `/statements/${await readToken(decisionId)}/appeal`
  const { status } = await visitor.post(path, { words: 'Det var på skoj.' }, { 'x-request-id': requestId })
  expect(status).toBe(204)
  const rows = await db.selectFrom('outbox').select(['kind', 'payload']).execute()
  const own = rows.filter(({ payload }) => (payload as { requestId?: string }).requestId === requestId)
  expect(own).not.toEqual([])
})

test('the link opens the statement without a login, until 30 days after the time for appeals', {
  tags: 'decisions.link',
}, async () => {
  const { reporter, reported, subjects } = await aReportWorld(ctx)
  const { decisionId } = await reportAndDecide(reporter, subjects.AD)
  const other = await reportAndDecide(reporter, subjects.NEWS_COMMENT)
  const token = await readToken(decisionId)
  const { status, body } = await visitor.get(`/statements/${token}`)
  expect({ status, body }).toMatchObject({ status: 200, body: { id: decisionId, userName: reported.userName } })
  const { appealBy, linkUntil } = body as Statement
  expect(Date.parse(linkUntil ?? '') - Date.parse(appealBy ?? '')).toBe(30 * DAY_MS)
  expect((await visitor.get(`/statements/${await readToken(other.decisionId)}`)).body).toMatchObject({
    id: other.decisionId,
  })
  expect(await listStatements(reported)).toMatchObject([{ readAt: null }, { readAt: null }])
  for (const wrong of ['x', token.slice(1), `${token}x`, 'a'.repeat(43)])
    expect((await visitor.get(`/statements/${wrong}`)).body).toMatchObject({ code: 'INVALID_TOKEN' })
  await sql`update decisions set "appealBy" = now() - interval '29 days' where id = ${decisionId}`.execute(db)
  expect((await visitor.get(`/statements/${token}`)).body).toMatchObject({ appealBy: null })
  await sql`update decisions set "appealBy" = now() - interval '31 days' where id = ${decisionId}`.execute(db)
  expect((await visitor.get(`/statements/${token}`)).body).toMatchObject({ code: 'INVALID_TOKEN' })
})

test('a statement shows the copy of its picture, unless it is sealed or damaged', {
  tags: 'decisions.picture',
}, async () => {
  const { reporter, reported, subjects } = await aReportWorld(ctx)
  const { decisionId, caseId } = await reportAndDecide(reporter, subjects.MOVIE_ENTRY)
  const get = () => as(reported).get(`/decisions/${decisionId}/picture`)
  expect((await get()).status).toBe(404)
  const keys = await storeCopies(caseId, 'bild')
  expect(await listStatements(reported)).toMatchObject([{ hasPicture: true }])
  const { status, headers } = await get()
  expect({ status, type: headers['content-type'], cache: headers['cache-control'] }).toEqual({
    ...{ status: 200, type: 'image/webp', cache: 'private, no-store' },
  })
  expect((await visitor.get(`/statements/${await readToken(decisionId)}/picture`)).status).toBe(200)
  for (const key of keys) await ctx.photos.put(key, Buffer.from('annan'))
  expect((await get()).status).toBe(404)
  for (const key of keys) await ctx.photos.put(key, Buffer.from('bild'))
  expect((await get()).status).toBe(200)
  await sql`update evidence set sealed = true where "caseId" = ${caseId}`.execute(db)
  expect(await listStatements(reported)).toMatchObject([{ hasPicture: false }])
  expect((await get()).status).toBe(404)
})
