import { DAY_MS, HOUR_MS } from '@app/contract/limits'
import type { Case } from '@app/contract/safety/cases'
import type { Decided } from '@app/contract/safety/decisions'
import type { OwnReports } from '@app/contract/safety/reports'
import { addMonths } from '@app/contract/time/months'
import type { Job } from '@app/server/delivery/jobs'
import { hasOtherModerator } from '@app/server/policies/cases'
import { anOpenChat, listJobs, listPushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { aCaseReport, aModerator } from '../cases/testing.ts'
import { aReportWorld } from '../reports/testing.ts'
import { setUpTestGateway, UNUSED_ID } from '../testing.ts'
import { sweepOnce } from './sweep.ts'
import { createDeciding } from './testing.ts'

let offsetMs = 0
const gateway = await setUpTestGateway({ now: () => new Date(Date.now() + offsetMs) })
const { ctx, as, visitor } = gateway
const { db } = ctx
const {
  file,
  reportAndClaim,
  reportAndDecide,
  decide,
  claim,
  confirm,
  answerAppeal,
  overturn,
  readCase,
  readToken,
  listStatements,
} = createDeciding(gateway)

beforeEach(() => {
  offsetMs = 0
})

const words = { words: 'Det var på skoj.' }
const readMember = ({ id }: TestMember) =>
  db.selectFrom('members').select(['deletedAt', 'heldUntil']).where('id', '=', id).executeTakeFirstOrThrow()
const appeal = (member: TestMember, id: string) => as(member).post(`/decisions/${id}/appeal`, words)

const listOwnReports = async (member: TestMember) => (await as(member).get<OwnReports>('/reports')).body.reports

test('a decision can be appealed once, and the case then waits for another admin', {
  tags: 'appeals.once',
}, async () => {
  const { reporter, reported, subjects } = await aReportWorld(ctx)
  const { decisionId, caseId } = await reportAndDecide(reporter, subjects.AD, { kind: 'WARN' })
  const responses = await Promise.all(Array.from({ length: 5 }, () => appeal(reported, decisionId)))
  expect(responses.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409, 409])
  expect((await readCase(caseId)).state).toBe('APPEALED')
  expect(await listStatements(reported)).toMatchObject([{ appeal: 'SENT', appealBy: null, appealWords: words.words }])
})

test('only the member whom a decision concerns can appeal it', { tags: 'appeals.own' }, async () => {
  const { reporter, subjects } = await aReportWorld(ctx)
  const { decisionId } = await reportAndDecide(reporter, subjects.AD, { kind: 'WARN' })
  for (const member of [reporter, await aMember(db)]) expect((await appeal(member, decisionId)).status).toBe(404)
  expect((await appeal(reporter, UNUSED_ID)).status).toBe(404)
})

test('a decision can be appealed for six months', { tags: 'appeals.once' }, async () => {
  const { reporter, reported, subjects } = await aReportWorld(ctx)
  const { decisionId } = await reportAndDecide(reporter, subjects.AD, { kind: 'WARN' })
  const [statement] = await listStatements(reported)
  expect(statement?.appealBy).toBe(addMonths(new Date(statement?.decidedAt ?? ''), 6).toISOString())
  await sql`update decisions set "appealBy" = now() where id = ${decisionId}`.execute(db)
  expect((await appeal(reported, decisionId)).status).toBe(409)
})

test('a suspended member appeals through the link, and gets the account back', { tags: 'appeals.link' }, async () => {
  const { reporter, reported, subjects } = await aReportWorld(ctx)
  const { decisionId, caseId } = await reportAndDecide(reporter, subjects.AD, { kind: 'SUSPEND', days: 30 })
  const token = await readToken(decisionId)
  expect((await visitor.get(`/statements/${token}`)).body).toMatchObject({
    id: decisionId,
    userName: reported.userName,
  })
  expect((await visitor.post(`/statements/${token}/appeal`, words)).status).toBe(204)
  expect((await visitor.post(`/statements/${token}/appeal`, words)).status).toBe(409)
  expect((await answerAppeal(caseId, decisionId, 'OVERTURNED')).status).toBe(200)
  expect(await readMember(reported)).toEqual({ deletedAt: null, heldUntil: null })
  expect(await readCase(caseId)).toMatchObject({ state: 'OVERTURNED', outcome: 'OVERTURNED', removed: false })
  const mails = db.selectFrom('mails').select('kind').where('aboutId', '=', decisionId).orderBy('id')
  expect(await mails.execute()).toEqual([{ kind: 'DECISION' }, { kind: 'APPEAL_DECIDED' }])
})

describe('an appeal against a ban', () => {
  test.each([
    { name: 'ends', end: () => sweepOnce(ctx) },
    { name: 'is overturned', end: (suspension: Decided) => overturn(suspension) },
  ])(
    'keeps the account until it is answered, even if a later suspension $name',
    {
      tags: ['appeals.link', 'measures.ban'],
    },
    async ({ end }) => {
      await aModerator(db)
      const { reporter, reported, subjects } = await aReportWorld(ctx)
      const claimed = await reportAndClaim(reporter, subjects.NEWS_COMMENT)
      const ban = await reportAndDecide(reporter, subjects.AD, { kind: 'BAN' })
      expect((await confirm(ban.caseId)).status).toBe(200)
      const suspension = (await decide(claimed, { actions: [{ kind: 'SUSPEND', days: 7 }] })).body
      // The last hour of the time for an appeal.
      const appealBy = new Date(ctx.now().getTime() + HOUR_MS)
      await sql`update decisions set "appealBy" = ${appealBy} where id = ${ban.decisionId}`.execute(db)
      expect((await visitor.post(`/statements/${await readToken(ban.decisionId)}/appeal`, words)).status).toBe(204)
      const { heldUntil } = await readMember(reported)
      expect(Date.parse(heldUntil ?? '')).toBeGreaterThan(ctx.now().getTime() + 36 * DAY_MS)
      offsetMs = 7 * DAY_MS + 60_000
      await end(suspension)
      await sweepOnce(ctx)
      const kept = await readMember(reported)
      expect(Date.parse(kept.heldUntil ?? '')).toBeGreaterThan(ctx.now().getTime() + 29 * DAY_MS)
      expect((await answerAppeal(ban.caseId, ban.decisionId, 'OVERTURNED')).status).toBe(200)
      expect(await readMember(reported)).toEqual({ deletedAt: null, heldUntil: null })
    },
  )

  test('keeps the account for as long as it is not answered, even if the team is late', {
    tags: ['appeals.link', 'measures.ban'],
  }, async () => {
    await aModerator(db)
    const { reporter, reported, subjects } = await aReportWorld(ctx)
    const ban = await reportAndDecide(reporter, subjects.AD, { kind: 'BAN' })
    expect((await confirm(ban.caseId)).status).toBe(200)
    const appealBy = new Date(ctx.now().getTime() + HOUR_MS)
    await sql`update decisions set "appealBy" = ${appealBy} where id = ${ban.decisionId}`.execute(db)
    expect((await visitor.post(`/statements/${await readToken(ban.decisionId)}/appeal`, words)).status).toBe(204)
    await sql`update members set "heldUntil" = now() - interval '1 day' where id = ${reported.id}`.execute(db)
    await sweepOnce(ctx)
    expect((await readMember(reported)).heldUntil).not.toBeNull()
    expect((await answerAppeal(ban.caseId, ban.decisionId, 'UPHELD')).status).toBe(200)
    await sweepOnce(ctx)
    expect((await readMember(reported)).heldUntil).toBeNull()
  })

  test('no longer keeps the account once it is rejected, as soon as a later suspension ends', {
    tags: 'measures.ban',
  }, async () => {
    await aModerator(db)
    const { reporter, reported, subjects } = await aReportWorld(ctx)
    const claimed = await reportAndClaim(reporter, subjects.NEWS_COMMENT)
    const ban = await reportAndDecide(reporter, subjects.AD, { kind: 'BAN' })
    expect((await confirm(ban.caseId)).status).toBe(200)
    await decide(claimed, { actions: [{ kind: 'SUSPEND', days: 7 }] })
    const appealBy = new Date(ctx.now().getTime() + HOUR_MS)
    await sql`update decisions set "appealBy" = ${appealBy} where id = ${ban.decisionId}`.execute(db)
    expect((await visitor.post(`/statements/${await readToken(ban.decisionId)}/appeal`, words)).status).toBe(204)
    expect((await answerAppeal(ban.caseId, ban.decisionId, 'UPHELD')).status).toBe(200)
    offsetMs = 7 * DAY_MS + 60_000
    await sweepOnce(ctx)
    expect((await readMember(reported)).heldUntil).toBeNull()
  })
})

describe('an appeal', () => {
  test('is answered by an admin who did not make the decision', { tags: 'appeals.other' }, async () => {
    const { reporter, reported, subjects } = await aReportWorld(ctx)
    const claimed = await reportAndClaim(reporter, subjects.AD)
    const { decisionId, caseId } = (await decide(claimed, { actions: [{ kind: 'WARN' }] })).body
    await aModerator(db)
    await appeal(reported, decisionId)
    const own = await claim(caseId, claimed.moderator)
    const answer = { version: own.version, outcome: 'UPHELD', words: 'Nej.' }
    const path = `/moderation/appeals/${decisionId}/decide`
    expect((await as(own.moderator).post(path, answer)).status).toBe(403)
    await as(own.moderator).post(`/moderation/cases/${caseId}/release`)
    expect((await answerAppeal(caseId, decisionId, 'UPHELD')).status).toBe(200)
    expect(await listStatements(reported)).toMatchObject([{ appeal: 'UPHELD', appealAnswer: 'Vi har läst igen.' }])
  })

  test('is answered by the same admin after a day if the team has no other', { tags: 'appeals.alone' }, async () => {
    const { reporter, reported, subjects } = await aReportWorld(ctx)
    const claimed = await reportAndClaim(reporter, subjects.AD)
    await sql`delete from team_duties where "memberId" <> ${claimed.moderator.accountId}`.execute(db)
    const { decisionId, caseId } = (await decide(claimed, { actions: [{ kind: 'WARN' }] })).body
    await appeal(reported, decisionId)
    expect(await listStatements(reported)).toMatchObject([{ teamOfOne: true, decidedByAll: true }])
    const answer = async () => {
      const { version } = await claim(caseId, claimed.moderator)
      const { allowed } = (await as(claimed.moderator).get<Case>(`/moderation/cases/${caseId}`)).body
      const body = { version, outcome: 'OVERTURNED', words: 'Du har rätt.' }
      const { status } = await as(claimed.moderator).post(`/moderation/appeals/${decisionId}/decide`, body)
      return { isOffered: allowed.includes('APPEAL'), status }
    }
    expect(await answer()).toEqual({ isOffered: false, status: 403 })
    offsetMs = DAY_MS + 60_000
    expect(await answer()).toEqual({ isOffered: true, status: 200 })
  })

  test('is not answered by an admin who decided while the team has others, which the database enforces', {
    tags: 'appeals.other',
  }, async () => {
    const { reporter, subjects } = await aReportWorld(ctx)
    const claimed = await reportAndClaim(reporter, subjects.AD)
    const { decisionId } = (await decide(claimed, { actions: [{ kind: 'WARN' }] })).body
    await aModerator(db)
    await db.insertInto('appeals').values({ decisionId, words: 'Nej', at: new Date().toISOString() }).execute()
    const answer = sql`
      update appeals set outcome = 'UPHELD', "byId" = ${claimed.moderator.accountId}, "decidedAt" = now()
      where "decisionId" = ${decisionId}`
    await expect(answer.execute(db)).rejects.toMatchObject({ constraint: 'appeals_other' })
  })
})

describe('an appeal against a ban that the whole team has decided', () => {
  /** Leaves these admins as the only moderators. */
  const leaveOnly = (...moderators: TestMember[]) =>
    sql`delete from team_duties where not "memberId" = any(${moderators.map(({ accountId }) => accountId)}::bigint[])`.execute(
      db,
    )

  /** Bans a member, who appeals by the emailed link, and returns the two admins who made and confirmed the decision. */
  async function anAppealedBan() {
    const world = await aReportWorld(ctx)
    const confirmer = await aModerator(db)
    const claimed = await reportAndClaim(world.reporter, world.subjects.GROUP_MESSAGE)
    const decider = claimed.moderator
    const { caseId, decisionId } = (await decide(claimed, { actions: [{ kind: 'BAN' }] })).body
    const { version } = await claim(caseId, confirmer)
    const confirmation = { version, confirmed: true }
    expect((await as(confirmer).post(`/moderation/cases/${caseId}/confirm`, confirmation)).status).toBe(200)
    expect((await visitor.post(`/statements/${await readToken(decisionId)}/appeal`, words)).status).toBe(204)
    /** Opens the case as an admin, and tries to answer the appeal. */
    async function answerAs(moderator: TestMember) {
      const { version } = await claim(caseId, moderator)
      const { body } = await as(moderator).get<Case>(`/moderation/cases/${caseId}`)
      const answer = { version, outcome: 'OVERTURNED', words: 'Du har rätt.' }
      const { status } = await as(moderator).post(`/moderation/appeals/${decisionId}/decide`, answer)
      const { appealWords, ownPart, allowed } = body
      return { appealWords, ownPart, isOffered: allowed.includes('APPEAL'), status }
    }
    const at = (
      await db.selectFrom('appeals').select('at').where('decisionId', '=', decisionId).executeTakeFirstOrThrow()
    ).at
    const answerFrom = new Date(Date.parse(at) + DAY_MS).toISOString()
    return { ...world, caseId, decisionId, decider, confirmer, answerAs, answerFrom }
  }

  test.each(['decider', 'confirmer'] as const)(
    'is answered by the %s after a day, who sees it before',
    {
      tags: 'appeals.alone',
    },
    async (role) => {
      const { decider, confirmer, answerAs, answerFrom, reported, ...admins } = await anAppealedBan()
      await leaveOnly(decider, confirmer)
      const kind = role === 'decider' ? 'DECIDED' : 'CONFIRMED'
      const seen = { appealWords: words.words, ownPart: { kind, answerFrom } }
      const moderator = { decider, confirmer, ...admins }[role]
      expect(await answerAs(moderator)).toEqual({ ...seen, isOffered: false, status: 403 })
      offsetMs = DAY_MS + 60_000
      expect(await answerAs(moderator)).toEqual({ ...seen, isOffered: true, status: 200 })
      expect(await readMember(reported)).toEqual({ deletedAt: null, heldUntil: null })
    },
  )

  test('is answered by nobody who decided as soon as another admin is left, and says so', {
    tags: 'appeals.other',
  }, async () => {
    const { decider, confirmer, answerAs } = await anAppealedBan()
    const other = await aModerator(db)
    await leaveOnly(decider, confirmer, other)
    offsetMs = DAY_MS + 60_000
    const appealWords = words.words
    const refused = { appealWords, isOffered: false, status: 403 }
    expect(await answerAs(decider)).toEqual({ ...refused, ownPart: { kind: 'DECIDED', answerFrom: null } })
    expect(await answerAs(confirmer)).toEqual({ ...refused, ownPart: { kind: 'CONFIRMED', answerFrom: null } })
    expect(await answerAs(other)).toEqual({ appealWords, ownPart: null, isOffered: true, status: 200 })
  })

  test('is announced as one in the statement, unless another admin has the duty, with an own interest or not', {
    tags: ['appeals.alone', 'decisions.statement'],
  }, async () => {
    const { decider, confirmer, decisionId, reported } = await anAppealedBan()
    const token = await readToken(decisionId)
    const readStatement = async () => (await visitor.get(`/statements/${token}`)).body
    const other = await aModerator(db)
    await leaveOnly(decider, confirmer, other)
    expect(await readStatement()).toMatchObject({ teamOfOne: false, decidedByAll: false })
    await ignore(other.accountId, reported.id)
    expect(await readStatement()).toMatchObject({ teamOfOne: false, decidedByAll: false })
    await leaveOnly(decider, confirmer)
    expect(await readStatement()).toMatchObject({ teamOfOne: false, decidedByAll: true })
    await leaveOnly(confirmer)
    expect(await readStatement()).toMatchObject({ teamOfOne: true, decidedByAll: true })
    await leaveOnly(await aModerator(db))
    expect(await readStatement()).toMatchObject({ teamOfOne: false, decidedByAll: false })
  })

  const ignore = (ignorerId: string, ignoredId: string) =>
    sql`
      insert into ignores ("ignorerId", "ignoredId", "lastActiveThen") values (${ignorerId}, ${ignoredId}, now())`.execute(
      db,
    )

  /** Does something as the account of an admin before it became one. */
  async function beforePromotion(admin: TestMember, act: (member: TestMember) => Promise<unknown>): Promise<void> {
    const setLevel = (level: 'BASIC' | 'ADMIN') =>
      db.updateTable('members').set({ level }).where('id', '=', admin.accountId).execute()
    await setLevel('BASIC')
    await act({ ...admin, id: admin.accountId })
    await setLevel('ADMIN')
  }

  const CANNOT: Record<string, (other: TestMember, banned: TestMember, caseId: string, groupId: string) => unknown> = {
    'has no duty': (other) => db.deleteFrom('team_duties').where('memberId', '=', other.accountId).execute(),
    'is no longer in the team': (other) =>
      db.updateTable('members').set({ level: 'BASIC' }).where('id', '=', other.accountId).execute(),
    'has deleted the account': (other) =>
      db
        .updateTable('members')
        .set({ deletedAt: new Date().toISOString() })
        .where('id', '=', other.accountId)
        .execute(),
    'is the author': (other, _, caseId) =>
      sql`update cases set "authorId" = ${other.accountId} where id = ${caseId}`.execute(db),
    'wrote it for the team': (other, _, caseId) =>
      sql`update cases set "writtenById" = ${other.accountId} where id = ${caseId}`.execute(db),
    'has reported it': (other, _, caseId) => aCaseReport(db, caseId, { id: other.accountId }),
    'ignores the author': (other, banned) => ignore(other.accountId, banned.id),
    'is ignored by the author': (other, banned) => ignore(banned.id, other.accountId),
    'had a chat with the author': (other, banned) =>
      beforePromotion(other, (member) => anOpenChat(db, { ann: member, bo: banned })),
    'shares the group': (other, _banned, _caseId, groupId) =>
      beforePromotion(other, ({ id }) =>
        sql`insert into group_members ("groupId", "memberId", "joinedAt") values (${groupId}, ${id}, now())`.execute(
          db,
        ),
      ),
  }
  test.each(Object.entries(CANNOT))(
    'is answered by an admin who decided if the only other one %s',
    {
      tags: 'appeals.alone',
    },
    async (_, change) => {
      const { decider, confirmer, answerAs, caseId, decisionId, reported, group } = await anAppealedBan()
      const other = await aModerator(db)
      await leaveOnly(decider, confirmer, other)
      expect(await hasOtherModerator(db, decisionId)).toBe(true)
      await change(other, reported, caseId, group.groupId)
      expect(await hasOtherModerator(db, decisionId)).toBe(false)
      expect((await as(other).post(`/moderation/cases/${caseId}/claim`)).status).not.toBe(200)
      offsetMs = DAY_MS + 60_000
      expect(await answerAs(confirmer)).toMatchObject({ isOffered: true, status: 200 })
    },
  )

  test('is not answered by them within a day, which the database enforces', { tags: 'appeals.alone' }, async () => {
    const { decider, confirmer, decisionId } = await anAppealedBan()
    await leaveOnly(decider, confirmer)
    for (const { accountId } of [decider, confirmer]) {
      const answer = sql`
        update appeals set outcome = 'UPHELD', "byId" = ${accountId}, "decidedAt" = at + interval '23 hours'
        where "decisionId" = ${decisionId}`
      await expect(answer.execute(db)).rejects.toMatchObject({ constraint: 'appeals_other' })
    }
  })
})

describe('an appeal during the second look', () => {
  /** Bans a member, who appeals before a second admin has confirmed the ban. */
  async function anEarlyAppeal() {
    await aModerator(db)
    const { reporter, subjects } = await aReportWorld(ctx)
    const decided = await reportAndDecide(reporter, subjects.AD, { kind: 'BAN' })
    const path = `/statements/${await readToken(decided.decisionId)}`
    return { ...decided, path, appeal: () => visitor.post(`${path}/appeal`, words) }
  }

  const END: Record<string, (caseId: string) => Promise<unknown>> = {
    'is refused': (caseId) => confirm(caseId, false),
    lapses: async () => {
      offsetMs = 3 * DAY_MS + 60_000
      await sweepOnce(ctx)
    },
  }
  test.each(Object.entries(END))('is accepted if the ban %s', { tags: 'appeals.second-look' }, async (_, end) => {
    const { caseId, path, appeal } = await anEarlyAppeal()
    expect((await appeal()).status).toBe(204)
    expect((await visitor.get(path)).body).toMatchObject({ appeal: 'SENT' })
    await end(caseId)
    expect(await readCase(caseId)).toMatchObject({ state: 'OPEN', outcome: null })
    expect((await visitor.get(path)).body).toMatchObject({ appeal: 'OVERTURNED', appealAnswer: null, appealBy: null })
  })

  test('leaves the claim of the admin who confirms the ban, and is answered afterwards', {
    tags: 'appeals.second-look',
  }, async () => {
    const { caseId, decisionId, path, appeal } = await anEarlyAppeal()
    const { moderator, version } = await claim(caseId)
    expect((await appeal()).status).toBe(204)
    const confirmation = { version, confirmed: true }
    expect((await as(moderator).post(`/moderation/cases/${caseId}/confirm`, confirmation)).status).toBe(200)
    expect((await readCase(caseId)).state).toBe('APPEALED')
    expect((await answerAppeal(caseId, decisionId, 'UPHELD')).status).toBe(200)
    expect((await visitor.get(path)).body).toMatchObject({ appeal: 'UPHELD' })
  })
})

test('accepting an objection reopens the case', { tags: 'appeals.objection' }, async () => {
  const { reporter, subjects } = await aReportWorld(ctx)
  const claimed = await reportAndClaim(reporter, subjects.AD)
  const { decisionId, caseId } = (await decide(claimed, { actions: [{ kind: 'DISMISS' }], reason: 'NO_BREACH' })).body
  await aModerator(db)
  const [report] = await db.selectFrom('reports').select('id').where('caseId', '=', caseId).execute()
  expect((await as(reporter).post(`/reports/${report?.id}/object`, { words: 'Läs igen.' })).status).toBe(204)
  expect((await readCase(caseId)).state).toBe('APPEALED')
  expect((await answerAppeal(caseId, decisionId, 'OVERTURNED')).status).toBe(200)
  expect(await readCase(caseId)).toMatchObject({ state: 'OPEN', outcome: null, decidedAt: null })
  expect(await listOwnReports(reporter)).toMatchObject([
    { state: 'RECEIVED', objectBy: null, objectionOutcome: 'OVERTURNED', objectionAnswer: 'Vi har läst igen.' },
  ])
})

test.each([
  { category: 'HATE', severity: 'HIGH', alerts: 0 },
  { category: 'THREAT', severity: 'CRITICAL', alerts: 1 },
] as const)(
  'a reopened case that joins a newer one about the same subject passes on its severity, $severity',
  {
    tags: ['appeals.objection', 'cases.alert'],
  },
  async ({ category, severity, alerts }) => {
    const { reporter, subjects } = await aReportWorld(ctx)
    const { body: first } = await file(reporter, subjects.AD, { category })
    const { caseId } = await db
      .selectFrom('reports')
      .select('caseId')
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow()
    const dismissal = { actions: [{ kind: 'DISMISS' as const }], reason: 'NO_BREACH' as const }
    const { decisionId } = (await decide(await claim(caseId), dismissal)).body
    await file(await aMember(db), subjects.AD, { category: 'OTHER' })
    expect((await as(reporter).post(`/reports/${first.id}/object`, { words: 'Läs igen.' })).status).toBe(204)
    expect((await answerAppeal(caseId, decisionId, 'OVERTURNED')).status).toBe(200)
    const cases = await db
      .selectFrom('cases')
      .select(['id', 'state', 'severity', 'category', 'reports'])
      .where('subjectKind', '=', 'AD')
      .where('subjectId', '=', subjects.AD.id)
      .orderBy('id')
      .execute()
    expect(cases).toMatchObject([
      { state: 'CLOSED', reports: 0 },
      { state: 'OPEN', severity, category, reports: 2 },
    ])
    const isAlert = (job: Job) => job.name === 'cases:alert' && job.payload.caseId === cases[1]?.id
    expect((await listJobs(db)).filter(isAlert)).toHaveLength(alerts)
  },
)

test('rejecting an objection sends the answer only to the reporter who objected', {
  tags: 'appeals.objection',
}, async () => {
  const { reporter, subjects } = await aReportWorld(ctx)
  const other = await aMember(db)
  await file(other, subjects.AD)
  const claimed = await reportAndClaim(reporter, subjects.AD)
  const { decisionId, caseId } = (await decide(claimed, { actions: [{ kind: 'DISMISS' }], reason: 'NO_BREACH' })).body
  await aModerator(db)
  const [report] = await listOwnReports(reporter)
  expect((await as(reporter).post(`/reports/${report?.id}/object`, { words: 'Läs igen.' })).status).toBe(204)
  expect(await listOwnReports(reporter)).toMatchObject([{ objected: true, objectionOutcome: null }])
  const before = await listPushes(db)
  expect((await answerAppeal(caseId, decisionId, 'UPHELD')).status).toBe(200)
  expect(await listOwnReports(reporter)).toMatchObject([
    { state: 'NO_BREACH', objectionOutcome: 'UPHELD', objectionAnswer: 'Vi har läst igen.', objectBy: null },
  ])
  expect(await listOwnReports(other)).toMatchObject([{ state: 'NO_BREACH', objected: false, objectionOutcome: null }])
  const sent = (await listPushes(db)).slice(before.length).filter(({ push }) => push.type === 'report:changed')
  expect(sent).toEqual([{ to: [reporter.id], push: { type: 'report:changed', id: report?.id, state: 'NO_BREACH' } }])
})
