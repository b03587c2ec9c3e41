import { randomUUID } from 'node:crypto'
import type { CaseRow, Evidence, HandOver } from '@app/contract/safety/cases'
import type { SubjectKind } from '@app/contract/safety/subjects'
import { aMember, type TestMember } from '@app/server/testing/members'
import { beforeEach, expect, test } from 'vitest'
import { aReportWorld, createFiling, type ReportWorld } from '../reports/testing.ts'
import { setUpTestGateway, UNUSED_ID } from '../testing.ts'
import { aModerator, listActs } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { db } = ctx
const file = createFiling(gateway)

let vera: TestMember
let world: ReportWorld
beforeEach(async () => {
  vera = await aModerator(db)
  world = await aReportWorld(ctx)
})

const open = (moderator: TestMember, kind: SubjectKind, fields = {}) =>
  as(moderator).post<CaseRow>('/moderation/cases', {
    ...{ subject: world.subjects[kind], category: 'SPAM', source: 'OWN', ...fields },
  })
const listJobs = async () => {
  const rows = await db.selectFrom('outbox').select('payload').where('kind', '=', 'JOB').execute()
  return rows.map(({ payload }) => payload)
}

test.each<SubjectKind>(['PROFILE', 'PHOTO', 'GROUP', 'GROUP_MESSAGE', 'EVENT', 'AD', 'MOVIE_ENTRY', 'NEWS_COMMENT'])(
  'an admin opens a case about a %s, with evidence',
  { tags: 'cases.open' },
  async (kind) => {
    const { status, body } = await open(vera, kind)
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { kind, source: 'OWN', severity: 'MEDIUM', state: 'CLAIMED', heldByMe: true, reports: 0 },
    })
    expect(body.author).toBe(world.reported.userName)
    const { body: evidence } = await as(vera).post<Evidence[]>(`/moderation/cases/${body.id}/evidence`)
    expect(evidence).toMatchObject([{ report: null, intact: true }])
    expect(await listActs(db, body.id)).toEqual(['CLAIMED', 'CASE_OPENED', 'EVIDENCE_READ'])
  },
)

test.each<SubjectKind>(['CHAT_MESSAGE', 'GROUP_INVITE'])(
  'rejects a case about a %s that nobody has reported, and about an ad that does not exist',
  { tags: 'cases.private' },
  async (kind) => {
    expect(await open(vera, kind)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    expect(await open(vera, 'AD', { subject: { kind: 'AD', id: UNUSED_ID } })).toMatchObject({ status: 404 })
  },
)

test('a case for an authority is critical, and the team is alerted', { tags: 'cases.open' }, async () => {
  const { body } = await open(vera, 'AD', { source: 'AUTHORITY', reference: 'K 123-26' })
  expect(body).toMatchObject({ source: 'AUTHORITY', severity: 'CRITICAL' })
  const minutesToAnswer = (Date.parse(body.dueAt) - Date.parse(body.openedAt)) / 60_000
  expect(Math.round(minutesToAnswer)).toBe(60)
  expect((await as(vera).get(`/moderation/cases/${body.id}`)).body).toMatchObject({ reference: 'K 123-26' })
  expect(await listJobs()).toContainEqual(
    expect.objectContaining({ name: 'cases:alert', payload: { caseId: body.id } }),
  )
})

test('repeated and concurrent requests to open a case freeze the evidence, alert the team and are logged once', {
  tags: 'cases.open',
}, async () => {
  const fields = { source: 'AUTHORITY', clientId: randomUUID() }
  const countBefore = (await listJobs()).length
  const responses = await Promise.all(Array.from({ length: 5 }, () => open(vera, 'AD', fields)))
  responses.push(await open(vera, 'AD', fields))
  expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(201))
  const [caseId, ...otherIds] = new Set(responses.map(({ body }) => body.id))
  expect(otherIds).toEqual([])
  const evidence = db
    .selectFrom('evidence')
    .select('id')
    .where('caseId', '=', caseId ?? '')
  expect(await evidence.execute()).toHaveLength(1)
  expect(await listActs(db, caseId ?? '')).toEqual(['CLAIMED', 'CASE_OPENED'])
  const alerts = (await listJobs()).slice(countBefore).filter((job) => (job as { name: string }).name === 'cases:alert')
  expect(alerts).toHaveLength(1)
  expect((await open(vera, 'AD', { ...fields, clientId: randomUUID() })).status).toBe(201)
  expect(await evidence.execute()).toHaveLength(2)
})

test('opening a case about a reported ad adds to the open one, unless another admin has claimed it', {
  tags: 'cases.open',
}, async () => {
  await file(world.reporter, world.subjects.AD)
  const { body } = await open(vera, 'AD')
  expect(body).toMatchObject({ source: 'REPORT', reports: 1, heldByMe: true })
  const other = await aModerator(db)
  expect(await open(other, 'AD')).toMatchObject({ status: 409, body: { code: 'CLAIMED' } })
  const evidence = await db.selectFrom('evidence').select('id').where('caseId', '=', body.id).execute()
  expect(evidence).toHaveLength(2)
})

test('critical reports about the same ad alert the team once', { tags: 'cases.alert' }, async () => {
  const { reporter, subjects } = world
  const before = (await listJobs()).length
  const listAlerts = async () =>
    (await listJobs()).slice(before).filter((job) => (job as { name: string }).name === 'cases:alert')
  await file(reporter, subjects.AD)
  expect(await listAlerts()).toEqual([])
  await file(reporter, subjects.AD, { category: 'THREAT' })
  await file(await aMember(db), subjects.AD, { category: 'COERCION' })
  expect(await listAlerts()).toHaveLength(1)
})

test('only an admin with MODERATE and LEAD hands a case over, with names and hashes, which is logged', {
  tags: 'cases.hand-over',
}, async () => {
  const { reporter, reported, subjects } = world
  await file(reporter, subjects.CHAT_MESSAGE, { words: 'Det här är ett hot.' })
  const { id: caseId } = await db
    .selectFrom('cases')
    .select('id')
    .where('authorId', '=', reported.id)
    .executeTakeFirstOrThrow()
  const handOver = (moderator: TestMember, version: number) =>
    as(moderator).post<HandOver>(`/moderation/cases/${caseId}/hand-over`, { version })
  for (const duty of ['MODERATE', 'LEAD'] as const)
    expect((await handOver(await aModerator(db, { duties: [duty] }), 1)).status).toBe(403)
  expect((await handOver(vera, 7)).status).toBe(409)
  const { status, body } = await handOver(vera, 1)
  expect({ status, caseId: body.caseId }).toEqual({ status: 200, caseId })
  expect(JSON.parse(body.content)).toMatchObject({
    author: { userName: reported.userName, email: reported.email },
    reports: [{ userName: reporter.userName, words: 'Det här är ett hot.' }],
    evidence: [{ sha256: expect.stringMatching(/^[0-9a-f]{64}$/), content: { kind: 'CHAT_MESSAGE' } }],
    decisions: [],
  })
  expect(await listActs(db, caseId)).toEqual(['HANDED_OVER'])
})
