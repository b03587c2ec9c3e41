import type { CaseQueue } from '@app/contract/safety/cases'
import type { Count, Figures } from '@app/contract/safety/figures'
import { aMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { halfOf, parseHalf } from './figures.ts'
import { aCase, aDecision, aModerator } from './testing.ts'

const { ctx, as } = await setUpTestGateway({ now: () => new Date('2026-11-26T12:00:00Z') })
const { db } = ctx
const vera = await aModerator(db)

beforeEach(async () => {
  await db.deleteFrom('cases').execute()
})

/** Stores a report with a case of its own, filed at an instant. */
async function aReport(filedAt: string, category = 'SPAM', severity: 'CRITICAL' | 'LOW' = 'LOW'): Promise<string> {
  const caseId = await aCase(db, { openedAt: filedAt, severity })
  const { id: reporterId } = await aMember(db)
  await db
    .insertInto('reports')
    .values({ caseId, reporterId, category, language: 'SWEDISH', filedAt, aimAt: filedAt })
    .execute()
  return caseId
}
const readFigures = async (half?: string) =>
  (await as(vera).get<Figures>(`/moderation/figures${half ? `?half=${half}` : ''}`)).body
const find = (counts: Count[], name: string) => counts.find((count) => count.name === name)

test('counts the reports and decisions of a half-year, and hides numbers under five', {
  tags: 'cases.figures',
}, async () => {
  const cases = await Promise.all(Array.from({ length: 6 }, () => aReport('2026-10-01T10:00:00.000Z')))
  for (const caseId of cases.slice(0, 5))
    await aDecision(db, { caseId, byId: vera.accountId, at: new Date('2026-10-01T16:00:00Z') })
  await aReport('2026-10-01T10:00:00.000Z', 'HATE')
  await aCase(db, { source: 'AUTHORITY', openedAt: '2026-10-01T10:00:00.000Z', category: 'HATE' })
  const figures = await readFigures()
  expect(figures).toMatchObject({ half: '2026-2', halves: ['2026-2'], medianHours: 6, withinAim: null })
  expect(find(figures.reportsByCategory, 'SPAM')).toEqual({ name: 'SPAM', count: 6, few: false })
  expect(find(figures.reportsByCategory, 'HATE')).toEqual({ name: 'HATE', count: null, few: true })
  expect(find(figures.reportsByCategory, 'FRAUD')).toEqual({ name: 'FRAUD', count: 0, few: false })
  expect(find(figures.reportsBySource, 'MEMBER')).toEqual({ name: 'MEMBER', count: 7, few: false })
  expect(find(figures.actionsByReason, 'TERMS_SPAM')).toEqual({ name: 'TERMS_SPAM', count: 5, few: false })
  expect(find(figures.actionsByGround, 'TERMS')).toEqual({ name: 'TERMS', count: 5, few: false })
  expect(figures.orders).toEqual({ name: 'ORDERS', count: null, few: true })
})

test('a half-year begins and ends in Stockholm time', { tags: 'cases.figures' }, async () => {
  expect(parseHalf('2026-2')).toEqual({ from: new Date('2026-06-30T22:00:00Z'), to: new Date('2026-12-31T23:00:00Z') })
  expect(parseHalf('2026-1').from).toEqual(new Date('2025-12-31T23:00:00Z'))
  expect([halfOf(new Date('2026-06-30T21:59:59Z')), halfOf(new Date('2026-06-30T22:00:00Z'))]).toEqual([
    ...['2026-1', '2026-2'],
  ])
  for (let index = 0; index < 5; index += 1) await aReport('2026-06-30T21:59:59.999Z')
  for (let index = 0; index < 6; index += 1) await aReport('2026-06-30T22:00:00.000Z')
  expect(find((await readFigures('2026-1')).reportsByCategory, 'SPAM')?.count).toBe(5)
  const figures = await readFigures('2026-2')
  expect(find(figures.reportsByCategory, 'SPAM')?.count).toBe(6)
  expect(figures.halves).toEqual(['2026-2', '2026-1'])
})

test('counts the answers to objections and appeals in the half-year in which they were given', {
  tags: 'cases.figures',
}, async () => {
  for (let index = 0; index < 5; index += 1) {
    const caseId = await aReport('2026-03-01T10:00:00.000Z')
    const decisionId = await aDecision(db, { caseId, byId: vera.accountId, at: new Date('2026-03-02T10:00:00Z') })
    await sql`
      insert into appeals ("decisionId", words, at, "byId", "decidedAt", outcome)
      values (${decisionId}, 'Nej', '2026-03-03T10:00:00Z', 1, '2026-08-01T10:00:00Z', 'OVERTURNED')`.execute(db)
    await db.updateTable('cases').set({ outcome: 'OVERTURNED' }).where('id', '=', caseId).execute()
    await sql`update reports set "objectedAt" = '2026-03-03T10:00:00Z' where "caseId" = ${caseId}`.execute(db)
  }
  const first = await readFigures('2026-1')
  expect(find(first.objections, 'SENT')?.count).toBe(5)
  expect(find(first.objections, 'OVERTURNED')).toEqual({ name: 'OVERTURNED', count: 0, few: false })
  expect(find(first.appeals, 'OVERTURNED')?.count).toBe(0)
  await sql`
    update reports set "objectionOutcome" = 'OVERTURNED', "objectionAnsweredAt" = '2026-08-01T10:00:00Z'`.execute(db)
  const second = await readFigures('2026-2')
  expect(find(second.objections, 'OVERTURNED')?.count).toBe(5)
  expect(find(second.appeals, 'OVERTURNED')?.count).toBe(5)
})

test('counts notices, objections and appeals apart from reports', { tags: 'cases.figures' }, async () => {
  for (let index = 0; index < 6; index += 1) {
    const caseId = await aCase(db, { subjectKind: 'NOTICE', openedAt: '2026-10-01T10:00:00.000Z' })
    await sql`
      insert into reports ("caseId", category, language, address, words, "filedAt", "aimAt")
      values (${caseId}, 'FRAUD', 'SWEDISH', 'https://salong.example/x', 'Bedrägeri', '2026-10-01T10:00:00Z', '2026-10-02T10:00:00Z')`.execute(
      db,
    )
  }
  for (let index = 0; index < 5; index += 1) {
    const caseId = await aReport('2026-10-01T10:00:00.000Z')
    const decisionId = await aDecision(db, { caseId, byId: vera.accountId, at: new Date('2026-10-02T10:00:00Z') })
    await sql`insert into appeals ("decisionId", words, at) values (${decisionId}, 'Nej', '2026-10-03T10:00:00Z')`.execute(
      db,
    )
    await sql`update reports set "objectedAt" = '2026-10-03T10:00:00Z' where "caseId" = ${caseId}`.execute(db)
  }
  const figures = await readFigures()
  expect(figures.reportsBySource).toEqual([
    { name: 'MEMBER', count: 5, few: false },
    { name: 'NOTICE', count: 6, few: false },
    { name: 'OWN', count: 0, few: false },
    { name: 'AUTHORITY', count: 0, few: false },
  ])
  expect(find(figures.reportsByCategory, 'FRAUD')).toEqual({ name: 'FRAUD', count: 6, few: false })
  expect(find(figures.appeals, 'SENT')).toEqual({ name: 'SENT', count: 5, few: false })
  expect(find(figures.objections, 'SENT')).toEqual({ name: 'SENT', count: 5, few: false })
})

test('a first look that was late stays late after an appeal', { tags: 'cases.figures' }, async () => {
  for (const dueAt of ['2026-11-26T11:00:00.000Z', ...Array.from({ length: 4 }, () => '2026-11-26T13:00:00.000Z')]) {
    const id = await aCase(db, { openedAt: '2026-11-26T10:00:00.000Z', dueAt })
    expect((await as(vera).post(`/moderation/cases/${id}/claim`)).status).toBe(200)
  }
  expect((await readFigures()).withinAim).toBe(80)
  await sql`update cases set state = 'APPEALED', "dueAt" = "dueAt" + interval '7 days'`.execute(db)
  expect((await readFigures()).withinAim).toBe(80)
  expect((await as(vera).get<CaseQueue>('/moderation/cases')).body.withinAim).toBe(80)
})

test('only moderators and leads can read the figures', { tags: 'cases.figures' }, async () => {
  for (const duties of [['MODERATE'], ['LEAD']] as const)
    expect((await as(await aModerator(db, { duties: [...duties] })).get('/moderation/figures')).status).toBe(200)
  expect((await as(await aModerator(db, { duties: ['PUBLISH'] })).get('/moderation/figures')).status).toBe(403)
})
