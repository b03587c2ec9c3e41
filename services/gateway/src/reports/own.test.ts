import type { OwnReports, Report } from '@app/contract/safety/reports'
import { SubjectKind } from '@app/contract/safety/subjects'
import { nameKey } from '@app/contract/text/names'
import { TEAM_ID } from '@app/server/policies/team'
import { anOpenChat, asOwner, listPushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { aReportWorld, createFiling, sendMessages } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { db } = ctx
const file = createFiling(gateway)

const listOwn = async (member: TestMember) => (await as(member).get<OwnReports>('/reports')).body.reports
const findOwn = async (member: TestMember, id: string) =>
  (await listOwn(member)).find((report) => report.id === id) as Report
const changeCaseOf = (reportId: string, change: RawBuilder<unknown>) =>
  asOwner(db, sql`update cases set ${change} where id = (select "caseId" from reports where id = ${reportId})`)
const decide = (reportId: string, outcome: 'ACTED' | 'NO_BREACH' | 'OVERTURNED', ago = '0 days') =>
  changeCaseOf(
    reportId,
    sql`state = 'DECIDED', outcome = ${outcome}, reason = 'NO_BREACH', removed = ${outcome === 'ACTED'},
      "decidedAt" = now() - ${ago}::interval`,
  )
const ask = (reportId: string, wider: 'NONE' | 'ASKED' = 'NONE') =>
  changeCaseOf(
    reportId,
    sql`state = 'ASKED', "askedReportId" = ${reportId}, question = 'När hände det?', wider = ${wider}`,
  )

async function aReport() {
  const world = await aReportWorld(ctx)
  const { body } = await file(world.reporter, world.subjects.AD)
  return { ...world, report: body }
}

async function aReportedChat() {
  const { ann, bo, chatId } = await anOpenChat(db)
  const ids = await sendMessages(
    ctx,
    chatId,
    ann,
    Array.from({ length: 40 }, (_, index) => `rad ${index}`),
  )
  const { body: report } = await file(bo, { kind: 'CHAT_MESSAGE', id: ids[0] ?? '', parentId: chatId })
  return { ann, bo, chatId, report }
}

describe('the list of own reports', () => {
  test('shows each state, and never the measure', { tags: 'reports.own' }, async () => {
    const { reporter, report } = await aReport()
    expect(await findOwn(reporter, report.id)).toEqual(report)
    await ask(report.id)
    expect(await findOwn(reporter, report.id)).toMatchObject({
      state: 'ASKED',
      question: 'När hände det?',
      wider: false,
    })
    await decide(report.id, 'ACTED')
    expect(await findOwn(reporter, report.id)).toMatchObject({
      ...{ state: 'ACTED', removed: true, reason: null, question: null, objectBy: null, decidedAt: expect.any(String) },
    })
    expect(Object.keys(await findOwn(reporter, report.id)).toSorted()).toEqual(Object.keys(report).toSorted())
    await decide(report.id, 'NO_BREACH')
    expect(await findOwn(reporter, report.id)).toMatchObject({
      ...{ state: 'NO_BREACH', removed: false, reason: 'NO_BREACH', objectBy: expect.any(String) },
    })
    await decide(report.id, 'OVERTURNED')
    expect(await findOwn(reporter, report.id)).toMatchObject({ state: 'OVERTURNED', objectBy: null })
  })

  test.each(SubjectKind.options)(
    'shows the name of the reported %s at the time of the report, unless its author may be hidden',
    {
      tags: 'reports.own-name',
    },
    async (kind) => {
      const { reporter, reported, group, subjects } = await aReportWorld(ctx)
      const event = await db.selectFrom('events').select('title').where('id', '=', subjects.EVENT.id).executeTakeFirst()
      const names: Partial<Record<SubjectKind, string | undefined>> = {
        GROUP: group.groupName,
        EVENT: event?.title,
        GROUP_MESSAGE: undefined,
      }
      const name = kind in names ? names[kind] : reported.userName
      const { body } = await file(reporter, subjects[kind])
      expect(body.name).toBe(name)
      await as(reported).post('/blocks', { userName: reporter.userName })
      await sql`update members set "userName" = 'Ny', "nameKey" = 'ny' where id = ${reported.id}`.execute(db)
      expect((await findOwn(reporter, body.id)).name).toBe(name)
      await sql`update members set "userName" = ${reported.userName}, "nameKey" = ${nameKey(reported.userName)}
      where id = ${reported.id}`.execute(db)
      await asOwner(db, sql`delete from evidence where "reportId" = ${body.id}`)
      expect(await findOwn(reporter, body.id)).not.toHaveProperty('name')
    },
  )

  test('shows a question only to the reporter who was asked', async () => {
    const { reporter, subjects, report } = await aReport()
    const other = await aMember(db)
    const { body } = await file(other, subjects.AD)
    await ask(report.id)
    expect(await findOwn(other, body.id)).toMatchObject({ state: 'RECEIVED', question: null })
    expect(await findOwn(reporter, report.id)).toMatchObject({ state: 'ASKED' })
  })

  test('contains only own reports, newest first', { tags: 'reports.own' }, async () => {
    const { reporter, reported, subjects, report } = await aReport()
    const { body } = await file(reporter, subjects.EVENT)
    expect((await listOwn(reporter)).map(({ id }) => id)).toEqual([body.id, report.id])
    expect(await listOwn(reported)).toEqual([])
  })
})

describe('an answer', () => {
  test('reopens the case', { tags: 'reports.answer' }, async () => {
    const { reporter, report } = await aReport()
    await ask(report.id)
    expect((await as(reporter).post(`/reports/${report.id}/answer`, { words: 'I går kväll' })).status).toBe(204)
    expect(await findOwn(reporter, report.id)).toMatchObject({ state: 'RECEIVED', question: null })
    const stored = await db.selectFrom('reports').selectAll().where('id', '=', report.id).executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ answer: 'I går kväll', answeredAt: expect.any(String) })
    const { state, askedReportId, version } = await db
      .selectFrom('cases')
      .selectAll()
      .where('id', '=', stored.caseId)
      .executeTakeFirstOrThrow()
    expect({ state, askedReportId, version }).toEqual({ state: 'OPEN', askedReportId: null, version: 2 })
    expect((await listPushes(db)).at(-1)).toEqual({
      to: [reporter.id],
      push: { type: 'report:changed', id: report.id, state: 'RECEIVED' },
    })
  })

  test('by a reporter who has become an admin notifies their own devices, not those of the team', {
    tags: 'reports.answer',
  }, async () => {
    const { reporter, report } = await aReport()
    await ask(report.id)
    await db.updateTable('members').set({ level: 'ADMIN' }).where('id', '=', reporter.accountId).execute()
    expect((await as(reporter).post(`/reports/${report.id}/answer`, { words: 'I går' })).status).toBe(204)
    const own = (await listPushes(db)).filter(({ push }) => push.type === 'report:changed' && push.id === report.id)
    expect(own.at(-1)).toEqual({
      to: [reporter.accountId],
      push: { type: 'report:changed', id: report.id, state: 'RECEIVED' },
    })
  })

  test('adds the newest hundred messages only if the team asked for them', { tags: 'reports.answer' }, async () => {
    const { bo, report } = await aReportedChat()
    const countParts = async () => {
      const rows = await db
        .selectFrom('evidence')
        .select('content')
        .where('reportId', '=', report.id)
        .orderBy('id')
        .execute()
      return rows.map(({ content }) => (content as { context: unknown[] }).context.length)
    }
    await ask(report.id)
    await as(bo).post(`/reports/${report.id}/answer`, { wider: true })
    expect(await countParts()).toEqual([11])
    await ask(report.id, 'ASKED')
    expect(await findOwn(bo, report.id)).toMatchObject({ state: 'ASKED', wider: true })
    expect((await as(bo).post(`/reports/${report.id}/answer`, { wider: true })).status).toBe(204)
    expect(await countParts()).toEqual([11, 40])
  })

  test('is accepted once, and only from the reporter who was asked', { tags: 'reports.answer' }, async () => {
    const { reporter, report } = await aReport()
    const answer = (member: TestMember) => as(member).post(`/reports/${report.id}/answer`, { words: 'Ja' })
    expect((await answer(reporter)).status).toBe(409)
    await ask(report.id)
    expect((await answer(await aMember(db))).status).toBe(404)
    expect((await as(reporter).post(`/reports/${report.id}/answer`, {})).status).toBe(400)
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => answer(reporter)))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([204, 409, 409, 409, 409])
  })
})

describe('an objection', () => {
  const object = (member: TestMember, { id }: Report) =>
    as(member).post(`/reports/${id}/object`, { words: 'Det fanns en bild till.' })

  test('is possible once after the decision that no rule was broken', { tags: 'reports.object' }, async () => {
    const { reporter, report } = await aReport()
    expect((await object(reporter, report)).status).toBe(409)
    await decide(report.id, 'ACTED')
    expect((await object(reporter, report)).status).toBe(409)
    await decide(report.id, 'NO_BREACH')
    expect((await object(await aMember(db), report)).status).toBe(404)
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => object(reporter, report)))).map(
      ({ status }) => status,
    )
    expect(statuses.sort()).toEqual([204, 409, 409, 409, 409])
    expect(await findOwn(reporter, report.id)).toMatchObject({ state: 'NO_BREACH', objected: true, objectBy: null })
  })

  test('notifies the team that the case changed', { tags: 'reports.object' }, async () => {
    const { reporter, report } = await aReport()
    await decide(report.id, 'NO_BREACH')
    expect((await object(reporter, report)).status).toBe(204)
    const { id, version } = await db
      .selectFrom('reports')
      .innerJoin('cases', 'cases.id', 'reports.caseId')
      .select(['cases.id', 'cases.version'])
      .where('reports.id', '=', report.id)
      .executeTakeFirstOrThrow()
    expect(await listPushes(db)).toContainEqual({
      to: [TEAM_ID],
      push: { type: 'case:changed', id, version, critical: false },
    })
  })

  test('is no longer possible after six months', { tags: 'reports.object' }, async () => {
    const { reporter, report } = await aReport()
    await decide(report.id, 'NO_BREACH', '6 months 1 day')
    expect(await findOwn(reporter, report.id)).toMatchObject({ objectBy: null, objected: false })
    expect((await object(reporter, report)).status).toBe(409)
  })
})
