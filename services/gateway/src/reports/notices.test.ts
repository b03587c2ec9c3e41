import { randomUUID } from 'node:crypto'
import type { Case, CaseRow, ReporterName } from '@app/contract/safety/cases'
import type { Action } from '@app/contract/safety/decisions'
import type { FileNotice } from '@app/contract/safety/notices'
import { transact } from '@app/server/delivery/transact'
import { answerNotices } from '@app/server/safety/mails'
import { anOpenChat, listJobs } from '@app/server/testing/context'
import { aMember, markAsPasskeySession, type TestMember } from '@app/server/testing/members'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aCaseReport, aModerator, listActs } from '../cases/testing.ts'
import { createDeciding } from '../decisions/testing.ts'
import { setUpTestGateway } from '../testing.ts'
import { aReportWorld } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as, visitor } = gateway
const { db } = ctx
const { decide, confirm, overturn, reportAndDecide } = createDeciding(gateway)
const limitedGateway = await setUpTestGateway({
  settings: { RATE_LIMITS: 'on', REDIS_URL: ownRedisUrl(import.meta.url) },
})

let mailboxCount = 0
const anEmail = () => {
  mailboxCount += 1
  return `anmalare${mailboxCount}@example.com`
}

const aNotice = (changes: Partial<FileNotice> = {}): FileNotice => ({
  address: 'https://salong.example/ads',
  category: 'SPAM',
  reason: 'Annonsen säljer något.',
  name: 'Agda Utomstående',
  email: anEmail(),
  goodFaith: true,
  language: 'ENGLISH',
  ...changes,
})

const file = (changes: Partial<FileNotice> = {}) => visitor.post('/notices', aNotice(changes))

async function fileAndClaim(moderator: TestMember, changes: Partial<FileNotice> = {}): Promise<CaseRow> {
  expect((await file(changes)).status).toBe(204)
  const { id } = await db
    .selectFrom('cases')
    .select('id')
    .where('subjectKind', '=', 'NOTICE')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return (await as(moderator).post<CaseRow>(`/moderation/cases/${id}/claim`)).body
}

const listMails = (address: string) =>
  db.selectFrom('mails').select(['kind', 'language', 'memberId']).where('address', '=', address).orderBy('id').execute()

const createExpectedMail = (kind: 'NOTICE_RECEIVED' | 'NOTICE_DECIDED' | 'NOTICE_CHANGED') => ({
  kind,
  language: 'ENGLISH',
  memberId: null,
})

const listAlertedCases = async () =>
  (await listJobs(db)).flatMap((job) => (job.name === 'cases:alert' ? [job.payload.caseId] : []))

describe('a notice by a visitor', () => {
  test('becomes a case with a receipt, and shows its sender only after the team has asked for the names', {
    tags: 'notices.case',
  }, async () => {
    const moderator = await aModerator(db)
    const email = anEmail()
    const { id } = await fileAndClaim(moderator, { email })
    expect(await listMails(email)).toEqual([createExpectedMail('NOTICE_RECEIVED')])
    const shown = (await as(moderator).get<Case>(`/moderation/cases/${id}`)).body
    expect(shown).toMatchObject({
      row: { kind: 'NOTICE', category: 'SPAM', author: null },
      address: 'https://salong.example/ads',
      reports: [{ letter: 'A', notice: true, illegal: true, words: 'Annonsen säljer något.' }],
      allowed: expect.arrayContaining(['DISMISS', 'FIND']),
    })
    expect(JSON.stringify(shown)).not.toContain(email)
    const names = await as(moderator).post<ReporterName[]>(`/moderation/cases/${id}/names`)
    expect(names.body).toEqual([{ letter: 'A', userName: null, name: 'Agda Utomstående', email }])
    expect(await listActs(db, id)).toContain('NAME_SHOWN')
  })

  test('may be anonymous only if it is about child abuse, and is then critical', {
    tags: 'notices.anonymous',
  }, async () => {
    expect((await file({ name: undefined })).status).toBe(400)
    expect((await file({ email: undefined })).status).toBe(400)
    const { severity } = await fileAndClaim(await aModerator(db), {
      ...{ category: 'MINOR', name: undefined, email: undefined },
    })
    expect(severity).toBe('CRITICAL')
  })

  test.each([
    ['without good faith', { goodFaith: false }, 'goodFaith'],
    ['without a reason', { reason: ' ' }, 'reason'],
    ['without an address', { address: '' }, 'address'],
  ] as const)('is rejected %s', { tags: 'notices.case' }, async (_, changes, path) => {
    const { status, body } = await visitor.post('/notices', { ...aNotice(), ...changes })
    expect(status).toBe(400)
    expect(body).toMatchObject({ fields: [{ path }] })
  })
})

test('the receipt and the push of a notice carry the id of its request', { tags: 'notices.case' }, async () => {
  const requestId = `test-${randomUUID()}`
  expect((await visitor.post('/notices', aNotice(), { 'x-request-id': requestId })).status).toBe(204)
  const rows = await db.selectFrom('outbox').select(['kind', 'payload']).execute()
  const own = rows.filter(({ payload }) => (payload as { requestId?: string }).requestId === requestId)
  expect(own.map(({ kind }) => kind).sort()).toEqual(['JOB', 'PUSH'])
})

const countNotices = async (email: string) => ({
  reports: (await db.selectFrom('reports').select('id').where('noticeEmail', '=', email).execute()).length,
  mails: (await listMails(email)).length,
})

test('stores a notice and its receipt once when the request is repeated or sent concurrently', {
  tags: 'notices.case',
}, async () => {
  const notice = aNotice({ clientId: randomUUID() })
  const responses = await Promise.all(Array.from({ length: 10 }, () => visitor.post('/notices', notice)))
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(204))
  expect((await visitor.post('/notices', notice)).status).toBe(204)
  const { length: openCases } = await db.selectFrom('cases').select('id').where('reports', '=', 1).execute()
  expect(await countNotices(notice.email ?? '')).toEqual({ reports: 1, mails: 1 })
  const withoutId = aNotice()
  for (const _ of [1, 2]) expect((await visitor.post('/notices', withoutId)).status).toBe(204)
  expect(await countNotices(withoutId.email ?? '')).toEqual({ reports: 2, mails: 2 })
  expect(await db.selectFrom('cases').select('id').where('reports', '=', 1).execute()).toHaveLength(openCases + 2)
})

test('repeated requests do not count against the limits of notices', { tags: 'notices.limits' }, async () => {
  const { visitorAt } = limitedGateway
  const notice = aNotice({ clientId: randomUUID() })
  const send = async (body: FileNotice) => (await visitorAt('198.51.100.40').post('/notices', body)).status
  const statuses = await Promise.all(Array.from({ length: 4 }, () => send(notice)))
  expect(statuses).toContain(204)
  for (let count = 0; count < 6; count += 1) expect(await send(notice)).toBe(204)
  const further: number[] = []
  for (let count = 0; count < 5; count += 1) further.push(await send(aNotice()))
  expect(further).toEqual([204, 204, 204, 204, 429])
})

describe('the content of a notice', () => {
  test('becomes the subject of the case, is frozen as evidence, and is answered by email once decided', {
    tags: ['notices.find', 'notices.answer'],
  }, async () => {
    const { reported, subjects } = await aReportWorld(ctx)
    const moderator = await aModerator(db)
    const email = anEmail()
    const { id, version } = await fileAndClaim(moderator, { email })
    const found = await as(moderator).post<CaseRow>(`/moderation/cases/${id}/find`, { version, subject: subjects.AD })
    expect(found.body).toMatchObject({ id, kind: 'AD', author: reported.userName, heldByMe: true })
    const evidence = await db.selectFrom('evidence').selectAll().where('caseId', '=', id).execute()
    expect(evidence).toMatchObject([{ content: { kind: 'AD', author: { userName: reported.userName } } }])
    expect(await listActs(db, id)).toContain('CONTENT_FOUND')
    const decision = { reason: 'TERMS_SPAM', facts: 'Annonsen säljer.', actions: [{ kind: 'REMOVE' }] }
    await as(moderator).post(`/moderation/cases/${id}/decide`, { version: found.body.version, ...decision })
    expect(await listMails(email)).toEqual([
      createExpectedMail('NOTICE_RECEIVED'),
      createExpectedMail('NOTICE_DECIDED'),
    ])
  })

  test('determines the open case that the notice joins, and alerts the team if it becomes critical', {
    tags: ['notices.find', 'cases.alert'],
  }, async () => {
    const { reporter, subjects } = await aReportWorld(ctx)
    const report = { subject: subjects.MOVIE_ENTRY, category: 'SPAM' }
    await as(reporter).post('/reports', report)
    const moderator = await aModerator(db)
    const { id, version } = await fileAndClaim(moderator, { category: 'THREAT' })
    const { body } = await as(moderator).post<CaseRow>(`/moderation/cases/${id}/find`, {
      ...{ version, subject: subjects.MOVIE_ENTRY },
    })
    expect(body).toMatchObject({ kind: 'MOVIE_ENTRY', reports: 2, severity: 'CRITICAL', heldByMe: false })
    expect(body.id).not.toBe(id)
    expect(await listAlertedCases()).toContain(body.id)
    const notice = await db.selectFrom('cases').select(['state', 'reports']).where('id', '=', id).executeTakeFirst()
    expect(notice).toEqual({ state: 'CLOSED', reports: 0 })
    const readMerged = async (admin: TestMember) =>
      (await as(admin).get<Case>(`/moderation/cases/${id}`)).body.mergedInto
    expect(await readMerged(moderator)).toBe(body.id)
    const related = await aModerator(db)
    await aCaseReport(db, body.id, { id: related.accountId })
    expect(await readMerged(related)).toBeNull()
  })

  test.each<Action>([{ kind: 'SUSPEND', days: 30 }, { kind: 'BAN' }])(
    'is found if it is the profile or other content of a member under $kind',
    { tags: 'notices.find' },
    async (action) => {
      const { reporter, reported, subjects } = await aReportWorld(ctx)
      await aModerator(db)
      const { caseId, secondLook } = await reportAndDecide(reporter, subjects.AD, action)
      if (secondLook) expect((await confirm(caseId)).status).toBe(200)
      await sql`update members set "deletedAt" = "deletedAt" - interval '20 days' where id = ${reported.id}`.execute(db)
      const moderator = await aModerator(db)
      for (const kind of ['PROFILE', 'PHOTO', 'GROUP_MESSAGE', 'EVENT', 'NEWS_COMMENT'] as const) {
        const { id, version } = await fileAndClaim(moderator)
        const find = { version, subject: subjects[kind] }
        const found = await as(moderator).post<CaseRow>(`/moderation/cases/${id}/find`, find)
        expect({ kind, ...found }).toMatchObject({ status: 200, body: { id, kind, author: reported.userName } })
      }
    },
  )

  test('is not found if it is the profile of a member who has deleted the account', {
    tags: 'notices.find',
  }, async () => {
    const { reported, subjects } = await aReportWorld(ctx)
    await db.updateTable('members').set({ deletedAt: ctx.now().toISOString() }).where('id', '=', reported.id).execute()
    const moderator = await aModerator(db)
    const { id, version } = await fileAndClaim(moderator)
    const find = { version, subject: subjects.PROFILE }
    expect((await as(moderator).post(`/moderation/cases/${id}/find`, find)).status).toBe(404)
  })

  test('raises the severity of the case that it joins to that of the notice, and never lowers it', {
    tags: 'notices.find',
  }, async () => {
    const { reporter, subjects } = await aReportWorld(ctx)
    await as(reporter).post('/reports', { subject: subjects.AD, category: 'SPAM' })
    const moderator = await aModerator(db)
    const join = async (category: 'OTHER' | 'HATE') => {
      const { id, version } = await fileAndClaim(moderator, { category })
      const request = { version, subject: subjects.AD }
      const { severity, reports } = (await as(moderator).post<CaseRow>(`/moderation/cases/${id}/find`, request)).body
      return { severity, reports }
    }
    const alerted = await listAlertedCases()
    expect(await join('OTHER')).toEqual({ severity: 'MEDIUM', reports: 2 })
    expect(await join('HATE')).toEqual({ severity: 'HIGH', reports: 3 })
    expect(await listAlertedCases()).toEqual(alerted)
  })

  test('gives the notice the letter after those that the team has seen', { tags: 'cases.letters' }, async () => {
    const { reporter, subjects } = await aReportWorld(ctx)
    const moderator = await aModerator(db)
    const name = 'Tidig Utomstående'
    const notice = await fileAndClaim(moderator, { name })
    await as(reporter).post('/reports', { subject: subjects.AD, category: 'SPAM' })
    const find = { version: notice.version, subject: subjects.AD }
    const { id } = (await as(moderator).post<CaseRow>(`/moderation/cases/${notice.id}/find`, find)).body
    await as(moderator).post(`/moderation/cases/${id}/claim`)
    const names = (await as(moderator).post<ReporterName[]>(`/moderation/cases/${id}/names`)).body
    expect(names).toMatchObject([
      { letter: 'A', userName: reporter.userName },
      { letter: 'B', name },
    ])
  })

  test('is found once, by the admin who has the case and no interest of their own, and never in a chat', {
    tags: 'notices.find',
  }, async () => {
    const { reported, subjects } = await aReportWorld(ctx)
    const [moderator, other] = [await aModerator(db), await aModerator(db)]
    const { id, version } = await fileAndClaim(moderator)
    const find = (admin: TestMember, subject: unknown, at = version) =>
      as(admin).post<CaseRow>(`/moderation/cases/${id}/find`, { version: at, subject })
    expect((await find(await aMember(db), subjects.AD)).status).toBe(403)
    expect((await find(other, subjects.AD)).status).toBe(409)
    expect((await find(moderator, subjects.CHAT_MESSAGE)).status).toBe(400)
    expect((await find(moderator, { kind: 'AD', id: '900000000000000000' })).status).toBe(404)
    const acquaintance = await aMember(db)
    await anOpenChat(db, { ann: acquaintance, bo: reported })
    await db.updateTable('members').set({ level: 'ADMIN' }).where('id', '=', acquaintance.id).execute()
    await db.insertInto('team_duties').values({ memberId: acquaintance.id, duty: 'MODERATE' }).execute()
    await markAsPasskeySession(db, acquaintance)
    const own = await fileAndClaim(acquaintance)
    expect(
      (await as(acquaintance).post(`/moderation/cases/${own.id}/find`, { version: own.version, subject: subjects.AD }))
        .status,
    ).toBe(404)
    expect((await find(moderator, subjects.AD)).status).toBe(200)
    expect((await find(moderator, subjects.EVENT, version + 1)).status).toBe(409)
  })
})

/** Files a notice, finds an ad as its content and decides; returns functions that read the emails and change the decision. */
async function decideNotice(actions: Action[]) {
  const { subjects } = await aReportWorld(ctx)
  const [email, moderator] = [anEmail(), await aModerator(db)]
  const { id, version } = await fileAndClaim(moderator, { email })
  const find = { version, subject: subjects.AD }
  const { body: found } = await as(moderator).post<CaseRow>(`/moderation/cases/${id}/find`, find)
  const { body: decided, status } = await decide(
    { caseId: id, version: found.version, moderator },
    { reason: 'TERMS_SPAM', actions },
  )
  expect(status).toBe(200)
  return { decided, listKinds: async () => (await listMails(email)).map(({ kind }) => kind) }
}

test('answers a notice when a second admin confirms the ban, but not when they reject it', {
  tags: 'notices.second-look',
}, async () => {
  const confirmed = await decideNotice([{ kind: 'REMOVE' }, { kind: 'BAN' }])
  expect(await confirmed.listKinds()).toEqual(['NOTICE_RECEIVED'])
  expect((await confirm(confirmed.decided.caseId)).status).toBe(200)
  expect(await confirmed.listKinds()).toEqual(['NOTICE_RECEIVED', 'NOTICE_DECIDED'])
  const refused = await decideNotice([{ kind: 'REMOVE' }, { kind: 'BAN' }])
  expect((await confirm(refused.decided.caseId, false)).status).toBe(200)
  expect(await refused.listKinds()).toEqual(['NOTICE_RECEIVED'])
})

test.each([
  ['exactly once more if the removal is overturned', [{ kind: 'REMOVE' }], ['NOTICE_CHANGED']],
  ['only once if the decision removed nothing', [{ kind: 'WARN' }], []],
] as const)('answers a notice %s', { tags: 'notices.changed' }, async (_, actions, more) => {
  const { decided, listKinds } = await decideNotice([...actions])
  await overturn(decided)
  const again = { caseId: decided.caseId, removed: false, wasRemoved: more.length > 0 }
  await transact(ctx, (tx) => answerNotices(tx, again))
  expect(await listKinds()).toEqual(['NOTICE_RECEIVED', 'NOTICE_DECIDED', ...more])
})

test('answers the sender of a dismissed notice', { tags: 'notices.answer' }, async () => {
  const moderator = await aModerator(db)
  const email = anEmail()
  const { id, version } = await fileAndClaim(moderator, { email })
  const decision = { reason: 'NO_BREACH', facts: 'Inget finns där.', actions: [{ kind: 'DISMISS' }] }
  expect((await as(moderator).post(`/moderation/cases/${id}/decide`, { version, ...decision })).status).toBe(200)
  expect(await listMails(email)).toContainEqual(createExpectedMail('NOTICE_DECIDED'))
})

test('accepts five notices a day from one network, and three with the same email address', {
  tags: 'notices.limits',
}, async () => {
  const { visitorAt } = limitedGateway
  const send = async (address: string, changes: Partial<FileNotice> = {}) =>
    (await visitorAt(address).post('/notices', aNotice(changes))).status
  const statuses: number[] = []
  for (let count = 0; count < 6; count += 1) statuses.push(await send('198.51.100.7'))
  expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
  const email = anEmail()
  for (const address of ['198.51.100.8', '198.51.100.9', '198.51.100.10'])
    expect(await send(address, { email })).toBe(204)
  expect(await send('198.51.100.11', { email: email.toUpperCase() })).toBe(429)
})
