import type { CaseReport, CaseRow, Evidence, ReporterName } from '@app/contract/safety/cases'
import type { Category } from '@app/contract/safety/categories'
import type { OwnReports } from '@app/contract/safety/reports'
import type { Subject } from '@app/contract/safety/subjects'
import { aMember, type TestMember } from '@app/server/testing/members'
import { expect, test } from 'vitest'
import { aModerator } from '../cases/testing.ts'
import { aReportWorld } from '../reports/testing.ts'
import { setUpTestGateway } from '../testing.ts'
import { type ClaimedCase, createDeciding } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { db } = ctx
const { file, claim, decide, confirm, answerAppeal, readCase } = createDeciding(gateway)

const DISMISSAL = { actions: [{ kind: 'DISMISS' as const }], reason: 'NO_BREACH' as const }

/** Finds the open case about a subject. */
const findOpenCase = async ({ kind, id }: Subject): Promise<string> =>
  (
    await db
      .selectFrom('cases')
      .select('id')
      .where('subjectKind', '=', kind)
      .where('subjectId', '=', id)
      .where('state', '=', 'OPEN')
      .executeTakeFirstOrThrow()
  ).id

/** Dismisses a claimed case; a second admin confirms that if the case requires it. */
async function dismiss(claimed: ClaimedCase, abusive: string[] = []): Promise<string> {
  const { decisionId, secondLook } = (await decide(claimed, { ...DISMISSAL, abusive })).body
  if (secondLook) expect((await confirm(claimed.caseId)).status).toBe(200)
  return decisionId
}

/** Objects to the dismissal of the reporter's oldest report; another admin accepts the objection. */
async function objectSuccessfully(reporter: TestMember, caseId: string, decisionId: string): Promise<void> {
  const { reports } = (await as(reporter).get<OwnReports>('/reports')).body
  const words = { words: 'Läs igen.' }
  expect((await as(reporter).post(`/reports/${reports.at(-1)?.id}/object`, words)).status).toBe(204)
  expect((await answerAppeal(caseId, decisionId, 'OVERTURNED')).status).toBe(200)
}

const readEvidence = async ({ moderator, caseId }: ClaimedCase) =>
  (await as(moderator).post<Evidence[]>(`/moderation/cases/${caseId}/evidence`)).body
const readNames = async ({ moderator, caseId }: ClaimedCase) =>
  (await as(moderator).post<ReporterName[]>(`/moderation/cases/${caseId}/names`)).body
const readReports = async ({ moderator, caseId }: ClaimedCase) =>
  (await as(moderator).get<{ reports: CaseReport[] }>(`/moderation/cases/${caseId}`)).body.reports

const report = (reporter: TestMember, subject: Subject, category: Category = 'OTHER') =>
  file(reporter, subject, { category })

test('a case keeps the letters that the team has seen if an older report joins it', {
  tags: ['cases.letters', 'cases.names'],
}, async () => {
  const { reporter, subjects } = await aReportWorld(ctx)
  const [bo, cia] = [await aMember(db), await aMember(db)]
  await report(reporter, subjects.AD)
  const first = await findOpenCase(subjects.AD)
  const decisionId = await dismiss(await claim(first))
  await report(bo, subjects.AD)
  const twin = await claim(await findOpenCase(subjects.AD))
  expect(await readNames(twin)).toMatchObject([{ letter: 'A', userName: bo.userName }])
  await objectSuccessfully(reporter, first, decisionId)
  await report(cia, subjects.AD)
  const again = await claim(twin.caseId)
  const expected = [bo, reporter, cia].map(({ userName }, index) => ({ letter: 'ABC'[index], userName }))
  expect(await readNames(again)).toMatchObject(expected)
  expect((await readReports(again)).map(({ letter }) => letter)).toEqual(['A', 'B', 'C'])
  expect((await readEvidence(again)).map((item) => item.report).sort()).toEqual(['A', 'B', 'C'])
})

test('a reopened case passes on all evidence to another open case of its subject, also that of the team', {
  tags: 'cases.reopened',
}, async () => {
  const { reporter, subjects } = await aReportWorld(ctx)
  const moderator = await aModerator(db)
  const opening = { subject: subjects.AD, category: 'SPAM', source: 'OWN' }
  const { id: caseId, version } = (await as(moderator).post<CaseRow>('/moderation/cases', opening)).body
  await report(reporter, subjects.AD)
  const cia = await aMember(db)
  await report(cia, subjects.AD)
  const decisionId = await dismiss({ caseId, version, moderator })
  await report(await aMember(db), subjects.AD)
  await report(cia, subjects.AD)
  const twinId = await findOpenCase(subjects.AD)
  await objectSuccessfully(reporter, caseId, decisionId)
  expect(await readCase(caseId)).toMatchObject({ state: 'CLOSED', reports: 1, mergedInto: twinId })
  expect(await readCase(twinId)).toMatchObject({ state: 'OPEN', reports: 3 })
  const claimed = await claim(twinId)
  expect((await readEvidence(claimed)).map((item) => item.report)).toEqual([null, 'C', 'B', 'A', 'B'])
  // The report that stays is purged with its case, and must not take the evidence with it.
  await db.deleteFrom('reports').where('caseId', '=', caseId).execute()
  expect(await readEvidence(claimed)).toHaveLength(5)
})

test('a reopened case withdraws the marks of bad faith on its reports', { tags: 'cases.reopened' }, async () => {
  const { reporter, subjects } = await aReportWorld(ctx)
  const { id } = (await report(reporter, subjects.AD)).body
  const caseId = await findOpenCase(subjects.AD)
  const readMark = () =>
    db.selectFrom('reports').select(['abusive', 'abusiveAt']).where('id', '=', id).executeTakeFirst()
  const decisionId = await dismiss(await claim(caseId), [id])
  expect(await readMark()).toMatchObject({ abusive: true })
  await objectSuccessfully(reporter, caseId, decisionId)
  expect(await readMark()).toEqual({ abusive: false, abusiveAt: null })
})

test('a reopened case with sealed evidence seals that of another open case of its subject', {
  tags: ['cases.reopened', 'cases.sealed'],
}, async () => {
  const { reporter, subjects } = await aReportWorld(ctx)
  await aModerator(db)
  await report(reporter, subjects.AD, 'MINOR')
  const caseId = await findOpenCase(subjects.AD)
  const decisionId = await dismiss(await claim(caseId))
  await report(await aMember(db), subjects.AD)
  const twinId = await findOpenCase(subjects.AD)
  await objectSuccessfully(reporter, caseId, decisionId)
  const evidence = await readEvidence(await claim(twinId))
  expect(evidence.map(({ sealed }) => sealed)).toEqual([true, true])
})
