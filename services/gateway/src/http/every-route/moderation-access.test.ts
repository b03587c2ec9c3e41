import { createHash, randomBytes } from 'node:crypto'
import type { Category } from '@app/contract/safety/categories'
import { evidenceKey } from '@app/server/photos/photo-store'
import type { CaseRecord } from '@app/server/policies/cases'
import { createStatementToken } from '@app/server/safety/statement-links'
import { anOpenChat, TEST_SECRET } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { hashTables } from '@app/server/testing/table-hashes'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCase, aCaseReport, aDecision, aModerator } from '../../cases/testing.ts'
import { type Caller, listOperations, setUpTestGateway, UNUSED_ID } from '../../testing.ts'

const { app, ctx, as, visitor } = await setUpTestGateway()
const { db } = ctx

/** A critical case about a chat message, claimed by a moderator who has read its version. */
type Fixture = {
  caseId: string
  /** The id in the path and the version in the body, which a caller may change. */
  pathId: string
  version: number
  reportId: string
  decisionId: string
  token: string
  chatId: string
  messageId: string
  fileId: string
  colleague: TestMember
  reporter: TestMember
  reported: TestMember
  holder: TestMember
}

/** Stores evidence of a case with a copied picture, and returns the id of its file. */
async function aFile(caseId: string): Promise<string> {
  const [bytes, mediaId, key] = [randomBytes(20), ...[1, 2].map(() => randomBytes(16).toString('base64url'))] as const
  const sha256 = createHash('sha256').update(bytes).digest()
  const { rows } = await sql<{ id: string }>`
    with frozen as (
      insert into evidence ("caseId", content, sha256, "takenAt", "purgeAt")
      values (${caseId}, '{}', sha256(''), now(), now() + interval '1 year') returning id)
    insert into evidence_files ("evidenceId", "mediaId", key, sha256, bytes, "copiedAt", "dueAt")
    select id, ${mediaId}, ${key}, ${sha256}, ${bytes.length}::int, now(), now() from frozen
    returning "evidenceId" as id`.execute(db)
  await ctx.photos.put(evidenceKey(key ?? ''), bytes)
  return `${rows[0]?.id}.${mediaId}`
}

const { ann: reported, bo: reporter, chatId, firstMessageId: messageId } = await anOpenChat(db)
const holder = await aModerator(db)
const colleague = await aMember(db, { level: 'ADMIN', duties: ['PUBLISH'] })

/** Callers who have nothing to do with the case. */
const OTHERS = {
  member: await aMember(db),
  adminWithoutDuty: await aModerator(db, { duties: ['PUBLISH', 'OPERATE'] }),
  leadWithoutModerate: await aModerator(db, { duties: ['LEAD'] }),
  moderatorWithoutPasskey: await aMember(db, { level: 'ADMIN' }),
  moderator: await aModerator(db),
}

/** Deletes the data of the previous test, and creates a case about the same members. */
async function aFixture(): Promise<Fixture> {
  await sql`
    with old_cases as (delete from cases),
    new_duties as (delete from team_duties where "memberId" = ${colleague.accountId} and duty <> 'PUBLISH'),
    old_duties as (insert into team_duties values (${colleague.accountId}, 'PUBLISH') on conflict do nothing)
    delete from ignores where "ignorerId" = ${holder.accountId}`.execute(db)
  const caseId = await aCase(db, {
    ...{ author: reported, subjectKind: 'CHAT_MESSAGE', subjectId: messageId, parentId: chatId, severity: 'CRITICAL' },
    category: 'THREAT' satisfies Category,
  })
  const { id: reportId } = await aCaseReport(db, caseId, reporter)
  const { id: decisionId, decidedAt } = { id: await aDecision(db, { caseId, byId: UNUSED_ID }), decidedAt: new Date() }
  const fileId = await aFile(caseId)
  const token = createStatementToken(TEST_SECRET, { id: decisionId, decidedAt: decidedAt.toISOString() })
  await claimFor(caseId, holder)
  return {
    ...{
      caseId,
      pathId: caseId,
      version: 1,
      reportId,
      decisionId,
      token,
      chatId,
      messageId,
      fileId,
      colleague,
      reporter,
      reported,
      holder,
    },
  }
}

const claimFor = (caseId: string, { accountId }: TestMember) =>
  sql`
    update cases set state = 'CLAIMED', outcome = null, "decidedAt" = null, "claimedBy" = ${accountId},
      "claimedUntil" = now() + interval '30 minutes' where id = ${caseId}`.execute(db)

/** The callers, each with a state of the case. A situation may change the fixture. */
const SITUATIONS = {
  'a visitor': () => visitor,
  'a member': () => as(OTHERS.member),
  'the reporter': ({ reporter }) => as(reporter),
  'the reported member': ({ reported }) => as(reported),
  'an admin without the duty': () => as(OTHERS.adminWithoutDuty),
  'a lead without MODERATE': () => as(OTHERS.leadWithoutModerate),
  'a moderator without a passkey': async ({ caseId }) => {
    const { moderatorWithoutPasskey: moderator } = OTHERS
    await sql`update cases set "claimedBy" = ${moderator.accountId} where id = ${caseId}`.execute(db)
    return as(moderator)
  },
  'a moderator without a claim': async ({ caseId }) => {
    await sql`
      update cases set "claimedBy" = null, "claimedUntil" = null, state = case state when 'CLAIMED' then 'OPEN' else state end
      where id = ${caseId}`.execute(db)
    return as(OTHERS.moderator)
  },
  'a moderator while another has claimed the case': () => as(OTHERS.moderator),
  'a moderator whose claim has expired': async ({ caseId, holder }) => {
    await sql`update cases set "claimedUntil" = now() - interval '1 minute' where id = ${caseId}`.execute(db)
    return as(holder)
  },
  'a moderator with an old version': (fixture) => {
    fixture.version = 0
    return as(fixture.holder)
  },
  'a moderator with an interest of their own': async ({ reported, holder }) => {
    const lastActiveThen = new Date().toISOString()
    await db
      .insertInto('ignores')
      .values({ ignorerId: holder.accountId, ignoredId: reported.id, lastActiveThen })
      .execute()
    return as(holder)
  },
  "a moderator with another case's id": async (fixture) => {
    fixture.pathId = await aCase(db)
    fixture.decisionId = await aDecision(db, { caseId: await aCase(db), byId: UNUSED_ID, state: 'APPEALED' })
    return as(fixture.holder)
  },
  'a moderator with an unknown id': (fixture) => {
    fixture.pathId = UNUSED_ID
    fixture.decisionId = UNUSED_ID
    return as(fixture.holder)
  },
  'the moderator who has claimed the case': ({ holder }) => as(holder),
} as const satisfies Record<string, (fixture: Fixture) => Caller | Promise<Caller>>
type Situation = keyof typeof SITUATIONS
type Statuses = Record<Situation, number>

const OUTSIDERS = {
  'a visitor': 401,
  'a member': 403,
  'the reporter': 403,
  'the reported member': 403,
  'an admin without the duty': 403,
  'a lead without MODERATE': 403,
  'a moderator without a passkey': 401,
} as const

/**
 * The statuses of an operation that only the moderator who has claimed the case may perform. 409 is CONFLICT or CLAIMED.
 */
const HOLDER_ONLY: Statuses = {
  ...OUTSIDERS,
  'a moderator without a claim': 409,
  'a moderator while another has claimed the case': 409,
  'a moderator whose claim has expired': 409,
  'a moderator with an old version': 409,
  'a moderator with an interest of their own': 404,
  "a moderator with another case's id": 409,
  'a moderator with an unknown id': 404,
  'the moderator who has claimed the case': 200,
}
/** The same, for requests without a version. */
const HOLDER_ANY_VERSION: Statuses = { ...HOLDER_ONLY, 'a moderator with an old version': 200 }

/** The statuses of an operation that every moderator may perform, regardless of who has claimed the case. */
const EVERY_MODERATOR: Statuses = {
  ...OUTSIDERS,
  'a moderator without a claim': 200,
  'a moderator while another has claimed the case': 200,
  'a moderator whose claim has expired': 200,
  'a moderator with an old version': 200,
  'a moderator with an interest of their own': 200,
  "a moderator with another case's id": 200,
  'a moderator with an unknown id': 200,
  'the moderator who has claimed the case': 200,
}

const LEADS: Statuses = { ...EVERY_MODERATOR, 'a lead without MODERATE': 200 }

/** Returns one status for every caller with a session, and 401 for a visitor, except for those in `exceptions`. */
const forEverySession = (status: number, exceptions: Partial<Statuses> = {}): Statuses => ({
  ...(Object.fromEntries(Object.keys(SITUATIONS).map((name) => [name, status])) as Statuses),
  'a visitor': 401,
  ...exceptions,
})

const NOT_MODERATING: ReadonlySet<Situation> = new Set([
  'an admin without the duty',
  'a lead without MODERATE',
  'a moderator without a passkey',
])
const TEAM = Object.keys(SITUATIONS).filter((name) => /admin|lead|moderator/.test(name)) as Situation[]
const forTeam = (status: number): Partial<Statuses> => Object.fromEntries(TEAM.map((name) => [name, status]))
/** The situations in which the caller has the duty MODERATE and a session that began with a passkey. */
const MODERATORS = TEAM.filter((name) => !NOT_MODERATING.has(name))

type Row = {
  expected: Statuses
  body?: (fixture: Fixture) => object
  /** Returns the expected fields of the case in the path after a successful request. */
  effect?: (fixture: Fixture) => Partial<CaseRecord>
  /** Moves the claimed case into the state that the operation needs. */
  arrange?: (fixture: Fixture) => Promise<unknown>
}

const facts = { reason: 'NO_BREACH', facts: 'Inget fel.' }

const ROWS: Record<string, Row> = {
  'GET /moderation/cases': { expected: EVERY_MODERATOR },
  'GET /moderation/figures': { expected: LEADS },
  'GET /moderation/duties': { expected: LEADS },
  'GET /moderation/log': { expected: LEADS },
  'POST /moderation/duties': {
    expected: LEADS,
    body: ({ colleague }) => ({ userName: colleague.userName, duties: ['MODERATE'] }),
  },
  'POST /moderation/cases': {
    expected: {
      ...EVERY_MODERATOR,
      ...Object.fromEntries(MODERATORS.map((name) => [name, 201])),
      'a moderator with an interest of their own': 404,
    },
    body: ({ reported }) => ({
      subject: { kind: 'PROFILE', id: reported.userName },
      category: 'FAKE',
      source: 'OWN',
    }),
  },
  'POST /moderation/cases/next': {
    expected: {
      ...EVERY_MODERATOR,
      // No other case is free.
      'a moderator while another has claimed the case': 404,
      'a moderator with an old version': 404,
      'a moderator with an interest of their own': 404,
      'a moderator with an unknown id': 404,
      'the moderator who has claimed the case': 404,
    },
  },
  'POST /moderation/cases/{id}/claim': {
    expected: {
      ...EVERY_MODERATOR,
      'a moderator while another has claimed the case': 409,
      'a moderator with an interest of their own': 404,
      'a moderator with an unknown id': 404,
    },
    effect: () => ({ state: 'CLAIMED', claimedBy: expect.any(String) }),
  },
  'POST /moderation/cases/{id}/release': {
    expected: {
      ...HOLDER_ANY_VERSION,
      'a moderator with an old version': 204,
      'the moderator who has claimed the case': 204,
    },
    effect: () => ({ state: 'OPEN', claimedBy: null }),
  },
  'GET /moderation/cases/{id}': { expected: HOLDER_ANY_VERSION },
  'POST /moderation/cases/{id}/evidence': { expected: HOLDER_ANY_VERSION },
  'POST /moderation/cases/{id}/files/{fileId}': {
    expected: HOLDER_ANY_VERSION,
  },
  'POST /moderation/cases/{id}/names': { expected: HOLDER_ANY_VERSION },
  'POST /moderation/cases/{id}/ask': {
    expected: HOLDER_ONLY,
    body: ({ version, reportId }) => ({ version, reportId, question: 'När?' }),
    effect: ({ reportId }) => ({ state: 'ASKED', askedReportId: reportId, question: 'När?', claimedBy: null }),
  },
  'POST /moderation/cases/{id}/wider': {
    expected: HOLDER_ONLY,
    body: ({ version }) => ({ version }),
    effect: () => ({ state: 'OPEN', wider: 'WANTED', claimedBy: null }),
  },
  'POST /moderation/cases/{id}/wider/approve': {
    expected: HOLDER_ONLY,
    body: ({ version }) => ({ version }),
    effect: () => ({ wider: 'APPROVED' }),
    arrange: ({ caseId }) =>
      sql`update cases set wider = 'WANTED', "widerById" = ${UNUSED_ID} where id = ${caseId}`.execute(db),
  },
  'POST /moderation/cases/{id}/find': {
    expected: HOLDER_ONLY,
    body: ({ version, reported }) => ({ version, subject: { kind: 'PROFILE', id: reported.userName } }),
    effect: ({ reported }) => ({ subjectKind: 'PROFILE', subjectId: reported.id, authorId: reported.id }),
    arrange: ({ caseId }) =>
      sql`
        update cases set "subjectKind" = 'NOTICE', "subjectId" = gen_random_uuid()::text, "parentId" = null,
          "authorId" = null where id = ${caseId}`.execute(db),
  },
  'POST /moderation/cases/{id}/decide': {
    expected: HOLDER_ONLY,
    body: ({ version }) => ({ version, ...facts, actions: [{ kind: 'DISMISS' }] }),
    effect: () => ({ state: 'DECIDED', outcome: 'NO_BREACH', reason: 'NO_BREACH', claimedBy: null }),
  },
  'POST /moderation/cases/{id}/confirm': {
    expected: HOLDER_ONLY,
    body: ({ version }) => ({ version, confirmed: true }),
    effect: () => ({ state: 'DECIDED', outcome: 'ACTED', claimedBy: null }),
    arrange: async ({ caseId, decisionId }) => {
      await sql`update decisions set "confirmBy" = now() + interval '1 day' where id = ${decisionId}`.execute(db)
      await sql`
        update cases set state = 'SECOND_LOOK', outcome = 'ACTED', "decidedAt" = now() where id = ${caseId}`.execute(db)
    },
  },
  'POST /moderation/cases/{id}/hand-over': {
    expected: {
      ...EVERY_MODERATOR,
      'a moderator with an old version': 409,
      'a moderator with an interest of their own': 404,
      'a moderator with an unknown id': 404,
    },
    body: ({ version }) => ({ version }),
  },
  'POST /moderation/appeals/{id}/decide': {
    expected: HOLDER_ONLY,
    body: ({ version }) => ({ version, outcome: 'UPHELD', words: 'Nej.' }),
    effect: () => ({ state: 'UPHELD', claimedBy: null }),
    arrange: async ({ caseId, decisionId }) => {
      await db.insertInto('appeals').values({ decisionId, words: 'Fel.', at: new Date().toISOString() }).execute()
      await sql`
        update cases set state = 'APPEALED', outcome = 'ACTED', "decidedAt" = now() where id = ${caseId}`.execute(db)
    },
  },
  'GET /decisions': { expected: forEverySession(200) },
  'POST /decisions/{id}/read': { expected: forEverySession(404, { 'the reported member': 204 }) },
  'GET /decisions/{id}/picture': { expected: forEverySession(404) },
  'POST /decisions/{id}/appeal': {
    expected: forEverySession(404, { 'the reported member': 204 }),
    body: () => ({ words: 'Det var inte så.' }),
  },
  'GET /statements/{token}': {
    expected: forEverySession(200, { 'a visitor': 200, 'a moderator with an unknown id': 200 }),
  },
  'GET /statements/{token}/picture': { expected: forEverySession(404, { 'a visitor': 404 }) },
  'POST /statements/{token}/appeal': {
    expected: forEverySession(204, { 'a visitor': 204 }),
    body: () => ({ words: 'Det var inte så.' }),
  },
  'POST /reports': {
    expected: forEverySession(404, { 'the reporter': 201, 'the reported member': 400, ...forTeam(403) }),
    body: ({ chatId, messageId }) => ({
      subject: { kind: 'CHAT_MESSAGE', id: messageId, parentId: chatId },
      category: 'SPAM',
    }),
  },
  'GET /reports': { expected: forEverySession(200) },
  'GET /reports/past-contacts': { expected: forEverySession(200) },
  'POST /reports/{id}/answer': {
    expected: forEverySession(404, { 'the reporter': 409 }),
    body: () => ({ words: 'I går.' }),
  },
  'POST /reports/{id}/object': {
    expected: forEverySession(404, { 'the reporter': 409 }),
    body: () => ({ words: 'Läs igen.' }),
  },
}

const MODERATION_OPERATION = /^\w+ \/(?:moderation|decisions|statements|reports)\b/
const operations = listOperations(app).filter((operation) => MODERATION_OPERATION.test(operation))

test('every route of reports, cases, decisions, statements and duties has a row', { tags: 'access.moderation' }, () => {
  expect(Object.keys(ROWS).sort()).toEqual([...operations].sort())
})

/**
 * Hashes the tables that a rejected request must not change, except REFUSED entries of the team log and jobs in the
 * outbox.
 */
function takeSnapshot() {
  const tables = ['cases', 'reports', 'evidence', 'decisions', 'appeals', 'measures', 'removals', 'team_log', 'mails']
  return hashTables(db, [...tables, 'team_duties', 'outbox'], {
    team_log: sql`act <> 'REFUSED'`,
    outbox: sql`kind = 'PUSH'`,
  })
}

/** Expects that a successful request had the effect of its row, and that a GET request changed nothing. */
async function expectEffect(isRead: boolean, { effect }: Row, fixture: Fixture, before: unknown): Promise<void> {
  const after = await takeSnapshot()
  if (isRead) expect(after).toEqual(before)
  else expect(after).not.toEqual(before)
  if (!effect) return
  const record = await db.selectFrom('cases').selectAll().where('id', '=', fixture.pathId).executeTakeFirst()
  expect(record).toMatchObject(effect(fixture))
}

const idOf = (operation: string, { pathId, decisionId, reportId }: Fixture): string => {
  if (operation.includes('/moderation/cases')) return pathId
  return operation.includes('/reports') ? reportId : decisionId
}

const PAIRS = Object.keys(ROWS).flatMap((operation) =>
  Object.keys(SITUATIONS).map((situation) => [operation, situation as Situation] as const),
)

test.each(PAIRS)(
  '%s by %s has the status and the effect of its row, and changes nothing if it is rejected',
  { tags: 'access.moderation' },
  async (operation, situation) => {
    const row = ROWS[operation]
    if (!row) throw new Error('no row')
    const fixture = await aFixture()
    await sql`
    update decisions set "appealBy" = now() + interval '1 month',
      "tokenHash" = sha256(convert_to(${fixture.token}, 'UTF8')) where id = ${fixture.decisionId}`.execute(db)
    await row.arrange?.(fixture)
    const caller = await SITUATIONS[situation](fixture)
    const before = await takeSnapshot()
    const [method, path = ''] = operation.split(' ')
    const url = path
      .replace('{id}', idOf(operation, fixture))
      .replace('{token}', fixture.token)
      .replace('{fileId}', fixture.fileId)
    const { status, body } = await (method === 'GET' ? caller.get(url) : caller.post(url, row.body?.(fixture)))
    expect(status, JSON.stringify(body)).toBe(row.expected[situation])
    if (status < 400) {
      await expectEffect(method === 'GET', row, fixture, before)
      return
    }
    expect(await takeSnapshot()).toEqual(before)
    expect(JSON.stringify(body)).not.toContain(fixture.reporter.userName)
  },
)
