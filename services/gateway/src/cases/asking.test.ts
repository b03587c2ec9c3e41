import { randomBytes, randomUUID } from 'node:crypto'
import type { Case, Evidence } from '@app/contract/safety/cases'
import type { OwnReports, Report } from '@app/contract/safety/reports'
import { listPushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { aPhoto } from '@app/server/testing/photos'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createDeciding } from '../decisions/testing.ts'
import { aReportWorld, createFiling, type ReportWorld, sendMessages } from '../reports/testing.ts'
import { setUpTestGateway } from '../testing.ts'
import { aCase, aDecision, aModerator, listActs } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { db } = ctx
const file = createFiling(gateway)
const { reportAndDecide, confirm } = createDeciding(gateway)

let vera: TestMember
let olle: TestMember
let world: ReportWorld
beforeEach(async () => {
  await db.deleteFrom('cases').execute()
  await db.deleteFrom('team_duties').execute()
  vera = await aModerator(db)
  olle = await aModerator(db)
  world = await aReportWorld(ctx)
})

type Claimed = { report: Report; caseId: string; path: string; version: number }

/** Files a report about a message of the chat, and claims its case. */
async function aClaimedCase(moderator: TestMember, category: 'THREAT' | 'HARASSMENT' = 'HARASSMENT'): Promise<Claimed> {
  const { reporter, subjects } = world
  const { body: report } = await file(reporter, subjects.CHAT_MESSAGE, { category })
  const { caseId } = await db
    .selectFrom('reports')
    .select('caseId')
    .where('id', '=', report.id)
    .executeTakeFirstOrThrow()
  const path = `/moderation/cases/${caseId}`
  const { version } = (await as(moderator).post<{ version: number }>(`${path}/claim`)).body
  return { report, caseId, path, version }
}
const readReport = async () => (await as(world.reporter).get<OwnReports>('/reports')).body.reports[0]
const question = 'Vad hände sedan?'

test('a question ends the claim, and the case waits until the reporter has answered', {
  tags: 'cases.ask',
}, async () => {
  const { report, caseId, path, version } = await aClaimedCase(vera)
  const asked = await as(vera).post<Case>(`${path}/ask`, { version, reportId: report.id, question })
  expect(asked).toMatchObject({
    status: 200,
    body: { row: { state: 'ASKED', heldBy: null }, question, allowed: ['HAND_OVER'] },
  })
  expect(await readReport()).toMatchObject({ state: 'ASKED', question, wider: false })
  expect(await listPushes(db)).toContainEqual({
    to: [world.reporter.id],
    push: { type: 'report:changed', id: report.id, state: 'ASKED' },
  })
  expect((await as(olle).post(`${path}/claim`)).status).toBe(409)
  await as(world.reporter).post(`/reports/${report.id}/answer`, { words: 'Han skrev igen.' })
  await as(olle).post(`${path}/claim`)
  const { body } = await as(olle).get<Case>(path)
  expect(body).toMatchObject({
    row: { state: 'CLAIMED' },
    question: null,
    reports: [{ letter: 'A', answer: 'Han skrev igen.' }],
  })
  expect(await listActs(db, caseId)).toEqual(['CLAIMED', 'ASKED', 'CLAIMED'])
})

test('rejects an empty question, one about an older version or another case, and one from an admin without the claim', {
  tags: 'cases.ask',
}, async () => {
  const { report, path, version } = await aClaimedCase(vera)
  const ask = (moderator: TestMember, input: object) =>
    as(moderator).post(`${path}/ask`, { version, reportId: report.id, question, ...input })
  expect((await ask(vera, { version: version - 1 })).body).toMatchObject({ code: 'CONFLICT' })
  expect((await ask(olle, {})).body).toMatchObject({ code: 'CLAIMED' })
  const { body: otherReport } = await file(world.reporter, world.subjects.AD)
  expect((await ask(vera, { reportId: otherReport.id })).status).toBe(404)
  expect((await ask(vera, { question: ' ' })).body).toMatchObject({
    fields: [{ path: 'question', message: 'Skriv din fråga.' }],
  })
  expect(await readReport()).toMatchObject({ state: 'RECEIVED' })
})

test('the reporter can add the newest hundred messages to the evidence', { tags: 'cases.wider' }, async () => {
  await sendMessages(
    ctx,
    world.chat.chatId,
    world.reported,
    Array.from({ length: 30 }, (_, index) => `Nr ${index}`),
  )
  const { report, path, version } = await aClaimedCase(vera)
  const { body } = await as(vera).post<Case>(`${path}/wider`, { version, reportId: report.id, question })
  expect(body.wider).toBe('ASKED')
  expect(await readReport()).toMatchObject({ state: 'ASKED', wider: true })
  await as(world.reporter).post(`/reports/${report.id}/answer`, { wider: true })
  await as(vera).post(`${path}/claim`)
  const evidence = (await as(vera).post<Evidence[]>(`${path}/evidence`)).body
  expect(evidence.map(({ parts }) => parts.some(({ text }) => text === 'Nr 29'))).toEqual([false, true])
  expect((await as(vera).get<Case>(path)).body.wider).toBe('GIVEN')
})

describe('reading more messages without asking the reporter', () => {
  test('requires the approval of a second admin', { tags: 'cases.wider' }, async () => {
    await sendMessages(
      ctx,
      world.chat.chatId,
      world.reported,
      Array.from({ length: 30 }, (_, index) => `Nr ${index}`),
    )
    const { caseId, path, version } = await aClaimedCase(vera, 'THREAT')
    const wanted = await as(vera).post<Case>(`${path}/wider`, { version })
    expect(wanted.body).toMatchObject({ wider: 'WANTED', row: { state: 'OPEN' } })
    // The admin who requested more messages is not offered this case as the next one, and cannot approve the request.
    expect((await as(vera).post('/moderation/cases/next')).status).toBe(404)
    const own = await as(vera).post<{ version: number }>(`${path}/claim`)
    expect((await as(vera).post(`${path}/wider/approve`, { version: own.body.version })).status).toBe(403)
    await as(vera).post(`${path}/release`)
    const claimed = await as(olle).post<{ version: number }>(`${path}/claim`)
    expect((await as(olle).get<Case>(path)).body.allowed).toContain('APPROVE')
    const approved = await as(olle).post<Case>(`${path}/wider/approve`, { version: claimed.body.version })
    expect(approved).toMatchObject({ status: 200, body: { wider: 'APPROVED' } })
    const evidence = (await as(olle).post<Evidence[]>(`${path}/evidence`)).body
    expect(evidence.map(({ report, intact }) => ({ report, intact }))).toEqual([
      { report: 'A', intact: true },
      { report: 'A', intact: true },
    ])
    expect(evidence[1]?.parts.some(({ text }) => text === 'Nr 29')).toBe(true)
    expect(await listActs(db, caseId)).toEqual(expect.arrayContaining(['WIDER_WANTED', 'WIDER_APPROVED']))
  })

  test('is impossible in a team of one, and for a case that is not critical', { tags: 'cases.wider' }, async () => {
    const harmless = await aClaimedCase(vera)
    expect((await as(vera).post(`${harmless.path}/wider`, { version: harmless.version })).status).toBe(409)
    world = await aReportWorld(ctx)
    await db.deleteFrom('team_duties').where('memberId', '=', olle.accountId).execute()
    const { path, version } = await aClaimedCase(vera, 'THREAT')
    expect((await as(vera).post(`${path}/wider`, { version })).status).toBe(403)
  })
})

describe('the view of a case', () => {
  const allowedFor = async (moderator: TestMember, caseId: string) => {
    await as(moderator).post(`/moderation/cases/${caseId}/claim`)
    return (await as(moderator).get<Case>(`/moderation/cases/${caseId}`)).body.allowed
  }

  test('lists the actions that the author, the reporters and the team permit', { tags: 'cases.allowed' }, async () => {
    const [moderator, other] = [await aModerator(db, { duties: ['MODERATE'] }), olle]
    const { caseId } = await aClaimedCase(moderator)
    expect(await allowedFor(moderator, caseId)).toEqual([
      ...['DISMISS', 'REMOVE', 'WARN', 'RESTRICT', 'SUSPEND', 'BAN', 'ASK', 'WIDER'],
    ])
    const teamCaseId = await aCase(db, { authorId: '0', subjectId: '0' })
    expect(await allowedFor(moderator, teamCaseId)).toEqual(['DISMISS', 'REMOVE'])
    for (const account of [vera, other])
      await db.deleteFrom('team_duties').where('memberId', '=', account.accountId).execute()
    expect(await allowedFor(moderator, await aCase(db))).toEqual(['DISMISS', 'REMOVE', 'WARN', 'RESTRICT', 'SUSPEND'])
    const ofTeam = await as(moderator).get<Case>(`/moderation/cases/${teamCaseId}`)
    expect(ofTeam.body).toMatchObject({ language: null, teamOfOne: true })
  })

  test('offers a second look and an appeal only to an admin who did not decide', {
    tags: 'cases.allowed',
  }, async () => {
    for (const [state, action] of [
      ['SECOND_LOOK', 'CONFIRM'],
      ['APPEALED', 'APPEAL'],
    ] as const) {
      const caseId = await aCase(db)
      await aDecision(db, { caseId, byId: vera.accountId, state })
      expect(await allowedFor(vera, caseId)).toEqual(['HAND_OVER'])
      await as(vera).post(`/moderation/cases/${caseId}/release`)
      expect(await allowedFor(olle, caseId)).toEqual([action, 'HAND_OVER'])
    }
  })

  test('shows the earlier decisions and the open cases of the same member', { tags: 'cases.history' }, async () => {
    const author = await aMember(db, { language: 'ENGLISH' })
    const [caseId, decidedId, openId] = [
      await aCase(db, { author }),
      await aCase(db, { author, subjectKind: 'AD', subjectId: '1' }),
      await aCase(db, { author, subjectKind: 'AD', subjectId: '2' }),
    ]
    const decisionId = await aDecision(db, { caseId: decidedId, byId: vera.accountId })
    await as(olle).post(`/moderation/cases/${caseId}/claim`)
    const { body } = await as(olle).get<Case>(`/moderation/cases/${caseId}`)
    expect(body).toMatchObject({ language: 'ENGLISH', teamOfOne: false })
    expect(body.history).toMatchObject({
      registeredAt: author.registeredAt,
      openCases: [{ id: openId, kind: 'AD' }],
      decisions: [{ id: decisionId, caseId: decidedId, reason: 'TERMS_SPAM', appeal: null }],
      signals: [],
    })
    const decided = await as(olle).get<Case>(`/moderation/cases/${decidedId}`)
    expect(decided.body).toMatchObject({
      decision: { id: decisionId, facts: 'Reklam.' },
      notes: [{ by: vera.userName, text: 'Andra gången.' }],
    })
  })

  test('shows the signs that a banned member has come back, and none about the banned account itself', {
    tags: 'cases.signals',
  }, async () => {
    const { reporter, reported, subjects } = world
    const address = randomUUID()
    const [returned, unrelated] = [await aMember(db, { email: `${address}+igen@example.test` }), await aMember(db)]
    await db
      .updateTable('members')
      .set({ email: `${address}@example.test` })
      .where('id', '=', reported.id)
      .execute()
    const rawHash = randomBytes(32)
    for (const owner of [reported, returned])
      await db
        .updateTable('media')
        .set({ rawHash })
        .where('id', '=', await aPhoto(ctx, owner))
        .execute()
    const acquaintance = await aMember(db)
    for (const verified of [
      [reported, returned, acquaintance],
      [reported, returned],
    ]) {
      const verifier = await aMember(db)
      for (const { id: memberId } of verified)
        await db
          .insertInto('verifications')
          .values({ memberId, verifierId: verifier.id, state: 'CONFIRMED', at: ctx.now().toISOString() })
          .execute()
    }
    const readSignals = async (author: TestMember) => {
      const caseId = await aCase(db, { author, subjectKind: 'AD', subjectId: randomUUID() })
      await as(olle).post(`/moderation/cases/${caseId}/claim`)
      return (await as(olle).get<Case>(`/moderation/cases/${caseId}`)).body.history?.signals
    }
    expect(await readSignals(returned)).toEqual([])
    const { caseId } = await reportAndDecide(reporter, subjects.PROFILE, { kind: 'BAN' })
    expect((await confirm(caseId)).status).toBe(200)
    expect(await readSignals(returned)).toEqual(['BARRED_ADDRESS', 'BANNED_PICTURE', 'SAME_VERIFIERS'])
    expect(await readSignals(unrelated)).toEqual([])
    expect(await readSignals(reported)).toEqual([])
    // A verifier in common counts once, even after two bans of the same member.
    await sql`
      insert into measures ("decisionId", "memberId", kind, "from")
      select "decisionId", "memberId", kind, "from" from measures where "memberId" = ${reported.id} and kind = 'BAN'`.execute(
      db,
    )
    expect(await readSignals(acquaintance)).toEqual([])
  })
})
