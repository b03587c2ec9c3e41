import { randomUUID } from 'node:crypto'
import type { Decided } from '@app/contract/safety/decisions'
import type { Report } from '@app/contract/safety/reports'
import { type Breakpoints, createBreakpoints } from '@app/server/testing/breakpoints'
import type { TestMember } from '@app/server/testing/members'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aModerator } from '../cases/testing.ts'
import { aReportWorld, type ReportWorld } from '../reports/testing.ts'
import { setUpTestGateway } from '../testing.ts'
import { aGatewayProcess, aWorkerProcess, type GatewayProcess } from '../testing-process.ts'
import { type ClaimedCase, createDeciding } from './testing.ts'

const TIMEOUT = { timeout: 300_000 }
const POLL_OPTIONS = { timeout: 60_000 }

const redisUrl = ownRedisUrl(import.meta.url)

const gateway = await setUpTestGateway({ settings: { REDIS_URL: redisUrl } })
const { ctx, as } = gateway
const { db } = ctx
const { reportAndClaim, readCase, claim } = createDeciding(gateway)

const TABLES = ['cases', 'reports', 'evidence', 'evidence_files', 'decisions', 'removals', 'measures', 'appeals']
let breakpoints: Breakpoints & { close: () => Promise<void> }
beforeAll(async () => {
  breakpoints = await createBreakpoints(db, [...TABLES, 'mails', 'team_log', 'outbox'])
})
afterEach(() => breakpoints.stopAt(null))
afterAll(() => breakpoints.close())

/** A request, and the breakpoint at which the gateway is killed while it handles the request. */
type Killed = { breakpoint: string; send: (process: GatewayProcess) => Promise<{ status: number }> }

/** Kills a gateway while each of these requests is stopped at its breakpoint. No request receives a successful response. */
async function killDuring(process: GatewayProcess, requests: Killed[]): Promise<void> {
  const responses: Promise<unknown>[] = []
  for (const [index, { breakpoint, send }] of requests.entries()) {
    await breakpoints.stopAt(breakpoint)
    responses.push(send(process).catch((error: unknown) => error))
    await breakpoints.waitForStopped(index + 1)
  }
  await breakpoints.stopAt(null)
  await process.kill()
  for (const response of await Promise.all(responses))
    if (!(response instanceof Error)) expect(response).toMatchObject({ status: 503 })
  await breakpoints.continueStopped()
}

/** Counts the rows that the reports of a case, its decision and the answer to an appeal have stored. */
async function readCaseRows(caseId: string): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*)::int from reports where "caseId" = ${caseId}) as reports,
      (select count(*)::int from evidence where "caseId" = ${caseId}) as evidence,
      (select count(*)::int from decisions where "caseId" = ${caseId}) as decisions,
      (select count(*)::int from removals r join decisions d on d.id = r."decisionId"
        where d."caseId" = ${caseId} and r."restoredAt" is null) as hidden,
      (select count(*)::int from measures m join decisions d on d.id = m."decisionId"
        where d."caseId" = ${caseId} and m."endedAt" is null) as measures,
      (select count(*)::int from appeals a join decisions d on d.id = a."decisionId"
        where d."caseId" = ${caseId} and a.outcome is not null) as answers,
      (select count(*)::int from mails m join decisions d on d.id = m."aboutId"
        where d."caseId" = ${caseId} and m.kind in ('DECISION', 'APPEAL_DECIDED')) as mails,
      (select count(*)::int from team_log where "caseId" = ${caseId} and act in ('DECIDED', 'APPEAL_DECIDED')) as log`.execute(
    db,
  )
  return rows[0] ?? {}
}

/** Lists the emails in the local inbox to a member. */
const listInbox = async ({ email }: TestMember) =>
  (await db.selectFrom('local_inbox').select('subject').where('to', '=', email).orderBy('id').execute()).map(
    ({ subject }) => subject,
  )

const isAdThere = async ({ subjects }: ReportWorld) =>
  (await db.selectFrom('ads').select('id').where('id', '=', subjects.AD.id).execute()).length === 1

test('a gateway killed at any step of a report stores all of it or nothing, and the repeated request files it once', {
  tags: 'hostile.killed-gateway',
  ...TIMEOUT,
}, async () => {
  const victim = await aGatewayProcess(gateway)
  const requests = await Promise.all(
    ['cases', 'reports', 'evidence', 'evidence_files', 'outbox', 'commit'].map(async (breakpoint) => {
      const { reporter, reported, subjects } = await aReportWorld(ctx)
      const body = { subject: subjects.MOVIE_ENTRY, category: 'THREAT', clientId: randomUUID() }
      const send = (process: GatewayProcess) => process.post<Report>(reporter, '/reports', body)
      const listCases = () => db.selectFrom('cases').selectAll().where('authorId', '=', reported.id).execute()
      return { breakpoint, send, listCases }
    }),
  )
  await killDuring(victim, requests)
  for (const { breakpoint, listCases } of requests)
    expect({ breakpoint, cases: (await listCases()).length }).toEqual({
      breakpoint,
      cases: breakpoint === 'commit' ? 1 : 0,
    })
  const { rows } = await sql`
    select from evidence e full join evidence_files f on f."evidenceId" = e.id
    full join reports r on r.id = e."reportId" where e.id is null or f.key is null or r.id is null`.execute(db)
  expect(rows).toEqual([])
  const next = await aGatewayProcess(gateway)
  for (const { send, listCases } of requests) {
    const responses = [await send(next), await send(next)]
    expect(responses).toMatchObject([{ status: 201 }, { status: 201 }])
    expect(responses[1]?.body).toEqual(responses[0]?.body)
    const cases = await listCases()
    expect(cases).toMatchObject([{ reports: 1, severity: 'CRITICAL' }])
    expect(await readCaseRows(cases[0]?.id ?? '')).toMatchObject({ reports: 1, evidence: 1 })
  }
  aWorkerProcess(ctx)
  const countWaiting = async () =>
    (await db.selectFrom('evidence_files').select('key').where('copiedAt', 'is', null).execute()).length
  await expect.poll(countWaiting, POLL_OPTIONS).toBe(0)
  const countAlerts = async () =>
    (await db.selectFrom('cases').select('id').where('alertedAt', 'is not', null).execute()).length
  await expect.poll(countAlerts, POLL_OPTIONS).toBe(requests.length)
})

const UNDECIDED = { decisions: 0, hidden: 0, measures: 0, answers: 0, mails: 0, log: 0 }
const DECIDED = { decisions: 1, hidden: 1, measures: 1, answers: 0, mails: 1, log: 1 }
const OVERTURNED = { decisions: 1, hidden: 0, measures: 0, answers: 1, mails: 2, log: 2 }

type WithWorld = { world: ReportWorld; claimed: ClaimedCase }
const decisionOf =
  ({ claimed: { caseId, version, moderator } }: WithWorld) =>
  (process: GatewayProcess) =>
    process.post<Decided>(moderator, `/moderation/cases/${caseId}/decide`, {
      ...{
        version,
        reason: 'TERMS_HARASSMENT',
        facts: 'Du skrev det.',
        actions: [{ kind: 'REMOVE' }, { kind: 'WARN' }],
      },
    })

test('a gateway killed at any step of a decision makes all of it or nothing, and the statement is emailed once', {
  tags: 'hostile.killed-gateway',
  ...TIMEOUT,
}, async () => {
  const reportedMembers: TestMember[] = []
  let process = await aGatewayProcess(gateway)
  // The second and the third round end with a transaction that holds the lock of the log.
  for (const breakpoints of [
    ['decisions', 'removals', 'measures', 'cases', 'mails', 'team_log'],
    ['outbox'],
    ['commit'],
  ]) {
    const requests: (Killed & WithWorld)[] = []
    for (const breakpoint of breakpoints) {
      const world = await aReportWorld(ctx)
      const claimed = await reportAndClaim(world.reporter, world.subjects.AD)
      requests.push({ breakpoint, world, claimed, send: decisionOf({ world, claimed }) })
    }
    await killDuring(process, requests)
    process = await aGatewayProcess(gateway)
    for (const { breakpoint, world, claimed, send } of requests) {
      const isCommitted = breakpoint === 'commit'
      expect(await readCaseRows(claimed.caseId)).toMatchObject(isCommitted ? DECIDED : UNDECIDED)
      expect((await readCase(claimed.caseId)).state).toBe(isCommitted ? 'DECIDED' : 'CLAIMED')
      expect(await isAdThere(world)).toBe(!isCommitted)
      expect((await send(process)).status).toBe(isCommitted ? 409 : 200)
      expect(await readCaseRows(claimed.caseId)).toMatchObject(DECIDED)
      expect(await isAdThere(world)).toBe(false)
      reportedMembers.push(world.reported)
    }
  }
  aWorkerProcess(ctx)
  for (const member of reportedMembers)
    await expect.poll(() => listInbox(member), POLL_OPTIONS).toEqual(['Ett beslut om ditt konto'])
})

test('a gateway killed at any step of the answer to an appeal restores all or nothing, and emails it once', {
  tags: 'hostile.killed-gateway',
  ...TIMEOUT,
}, async () => {
  const reportedMembers: TestMember[] = []
  let process = await aGatewayProcess(gateway)
  for (const breakpoints of [
    ['appeals', 'measures', 'removals', 'decisions', 'cases', 'mails', 'team_log'],
    ['commit'],
  ]) {
    const requests: (Killed & WithWorld)[] = []
    for (const breakpoint of breakpoints) {
      const world = await aReportWorld(ctx)
      const claimed = await reportAndClaim(world.reporter, world.subjects.AD)
      const { body } = await decisionOf({ world, claimed })(process)
      await as(world.reported).post(`/decisions/${body.decisionId}/appeal`, { words: 'Det var på skoj.' })
      const { moderator, version } = await claim(claimed.caseId, await aModerator(db))
      const send = (next: GatewayProcess) =>
        next.post(moderator, `/moderation/appeals/${body.decisionId}/decide`, {
          ...{ version, outcome: 'OVERTURNED', words: 'Vi har läst igen.' },
        })
      requests.push({ breakpoint, world, claimed, send })
    }
    await killDuring(process, requests)
    process = await aGatewayProcess(gateway)
    for (const { breakpoint, world, claimed, send } of requests) {
      const isCommitted = breakpoint === 'commit'
      expect(await readCaseRows(claimed.caseId)).toMatchObject(isCommitted ? OVERTURNED : DECIDED)
      expect(await isAdThere(world)).toBe(isCommitted)
      expect((await send(process)).status).toBe(isCommitted ? 409 : 200)
      expect(await readCaseRows(claimed.caseId)).toMatchObject(OVERTURNED)
      expect((await readCase(claimed.caseId)).state).toBe('OVERTURNED')
      expect(await isAdThere(world)).toBe(true)
      reportedMembers.push(world.reported)
    }
  }
  aWorkerProcess(ctx)
  // The decision is undone before its email is sent, so the email is dropped.
  for (const member of reportedMembers)
    await expect.poll(() => listInbox(member), POLL_OPTIONS).toEqual(['Svar på din överklagan'])
})
