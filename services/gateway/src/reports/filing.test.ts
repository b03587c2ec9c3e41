import { randomUUID } from 'node:crypto'
import type { OwnReports } from '@app/contract/safety/reports'
import { SubjectKind } from '@app/contract/safety/subjects'
import { transact } from '@app/server/delivery/transact'
import { aGroup, anOpenChat, asOwner, listPushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { aPhoto } from '@app/server/testing/photos'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { holdMember, lockMemberAndConfirmed } from '../visibility/holding.ts'
import type { EvidenceContent } from './evidence/parts.ts'
import { aReportWorld, createFiling, type ReportWorld } from './testing.ts'

const gateway = await setUpTestGateway()
const limitedGateway = await setUpTestGateway({
  settings: { RATE_LIMITS: 'on', REDIS_URL: ownRedisUrl(import.meta.url) },
})
const { ctx, as } = gateway
const { db } = ctx
const file = createFiling(gateway)

const listCases = () => db.selectFrom('cases').selectAll().orderBy('id').execute()
const listCasesAbout = async (author: TestMember) =>
  (await listCases()).filter(({ authorId }) => authorId === author.id)
const listEvidenceOf = (reportId: string) =>
  db.selectFrom('evidence').selectAll().where('reportId', '=', reportId).orderBy('id').execute()
const listReportPushes = async () => (await listPushes(db)).filter(({ push }) => push.type === 'report:changed')

let world: ReportWorld
beforeAll(async () => {
  world = await aReportWorld(ctx)
})

test.each(SubjectKind.options)(
  'files a report about a %s with evidence and the time by which the team aims to decide',
  { tags: 'reports.file' },
  async (kind) => {
    const { reporter, reported, subjects } = world
    const before = Date.now()
    const { status, body } = await file(reporter, subjects[kind], { words: 'Det här är inte okej.' })
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { kind, category: 'HARASSMENT', state: 'RECEIVED', decidedAt: null, removed: false, objectBy: null },
    })
    expect(Date.parse(body.aimAt) - before).toBeGreaterThanOrEqual(24 * 60 * 60_000)
    const [evidence] = await listEvidenceOf(body.id)
    expect(evidence).toMatchObject({ sealed: false, content: { kind, author: { userName: reported.userName } } })
    const stored = (await listCases()).find(({ id }) => id === evidence?.caseId)
    expect(stored).toMatchObject({
      subjectKind: kind,
      authorId: reported.id,
      severity: 'HIGH',
      state: 'OPEN',
      reports: 1,
    })
    expect(await listPushes(db)).toContainEqual({
      to: [reporter.id],
      push: { type: 'report:changed', id: body.id, state: 'RECEIVED' },
    })
  },
)

test.each(SubjectKind.options)(
  'rejects a report about a %s that the member cannot see',
  { tags: 'reports.visible-only' },
  async (kind) => {
    const stranger = await aMember(db)
    const { reported, subjects } = world
    const isPublic = ['PROFILE', 'PHOTO', 'EVENT', 'AD', 'MOVIE_ENTRY', 'NEWS_COMMENT'].includes(kind)
    const subject = isPublic
      ? { ...subjects[kind], id: kind === 'PROFILE' || kind === 'PHOTO' ? 'finns inte' : '900000000000000000' }
      : subjects[kind]
    expect((await file(stranger, subject)).status).toBe(404)
    await asOwner(
      db,
      sql`insert into ignores ("ignorerId", "ignoredId", "lastActiveThen") values (${reported.id}, ${stranger.id}, now())`,
    )
    if (['EVENT', 'AD', 'MOVIE_ENTRY', 'NEWS_COMMENT'].includes(kind))
      expect((await file(stranger, subjects[kind])).status).toBe(404)
  },
)

describe('a case', () => {
  test('collects all reports on one subject while it is open, and never becomes less severe', {
    tags: 'reports.one-case',
  }, async () => {
    const { reported, subjects } = await aReportWorld(ctx)
    const reporters = [await aMember(db), await aMember(db), await aMember(db)]
    for (const [index, category] of (['SPAM', 'THREAT', 'OTHER'] as const).entries())
      await file(reporters[index] as TestMember, subjects.AD, { category })
    const cases = await listCasesAbout(reported)
    expect(cases).toMatchObject([{ severity: 'CRITICAL', category: 'THREAT', reports: 3, version: 2 }])
    const [first] = cases
    expect(Date.parse(first?.dueAt ?? '') - Date.parse(first?.openedAt ?? '')).toBeLessThan(61 * 60_000)
  })

  test('is opened once when thirty members report concurrently', { tags: 'reports.one-case' }, async () => {
    const { reported, subjects } = await aReportWorld(ctx)
    const reporters = await Promise.all(Array.from({ length: 30 }, () => aMember(db)))
    const pushCountBefore = (await listReportPushes()).length
    const responses = await Promise.all(reporters.map((reporter) => file(reporter, subjects.MOVIE_ENTRY)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
    expect(await listCasesAbout(reported)).toMatchObject([{ reports: 30, version: 1, state: 'OPEN' }])
    expect((await listReportPushes()).slice(pushCountBefore)).toHaveLength(30)
  })

  test('is opened anew once the previous one has been decided', async () => {
    const { reported, subjects, reporter } = await aReportWorld(ctx)
    await file(reporter, subjects.AD)
    await asOwner(
      db,
      sql`update cases set state = 'DECIDED', outcome = 'NO_BREACH', "decidedAt" = now() where "authorId" = ${reported.id}`,
    )
    await file(await aMember(db), subjects.AD)
    expect((await listCasesAbout(reported)).map(({ state }) => state)).toEqual(['DECIDED', 'OPEN'])
  })

  test('has one report by each member, who can add evidence', async () => {
    const { reporter, reported, subjects } = await aReportWorld(ctx)
    const first = await file(reporter, subjects.AD, { category: 'SPAM', words: 'Reklam' })
    const second = await file(reporter, subjects.AD, { category: 'FRAUD', illegal: true, words: 'Hon vill ha pengar' })
    expect(second.body).toMatchObject({ id: first.body.id, category: 'FRAUD' })
    expect(await listCasesAbout(reported)).toMatchObject([{ reports: 1, category: 'FRAUD' }])
    const evidence = await listEvidenceOf(first.body.id)
    expect(evidence.map(({ content }) => content)).toMatchObject([
      { note: { category: 'SPAM', words: 'Reklam' } },
      { note: { category: 'FRAUD', words: 'Hon vill ha pengar' } },
    ])
  })

  test('seals all its evidence when a report says that somebody is a minor', async () => {
    const { reporter, subjects } = await aReportWorld(ctx)
    const first = await file(reporter, subjects.MOVIE_ENTRY, { category: 'FAKE' })
    const second = await file(await aMember(db), subjects.MOVIE_ENTRY, { category: 'MINOR' })
    const third = await file(await aMember(db), subjects.MOVIE_ENTRY, { category: 'SPAM' })
    for (const { body } of [first, second, third])
      expect((await listEvidenceOf(body.id)).map(({ sealed }) => sealed)).toEqual([true])
  })
})

describe('after three reports in bad faith', () => {
  const aDeferredReporter = async () => {
    const reporter = await aMember(db)
    for (let count = 0; count < 3; count += 1) {
      const { body } = await file(reporter, (await aReportWorld(ctx, { reporter })).subjects.AD)
      await asOwner(db, sql`update reports set abusive = true, "abusiveAt" = now() where id = ${body.id}`)
    }
    return reporter
  }

  test('later reports are deferred, except those about threats and minors', { tags: 'reports.deferred' }, async () => {
    const reporter = await aDeferredReporter()
    expect((await as(reporter).get<OwnReports>('/reports')).body.deferred).toBe(true)
    for (const [category, severity] of [
      ['COERCION', 'LOW'],
      ['THREAT', 'CRITICAL'],
      ['MINOR', 'CRITICAL'],
    ] as const) {
      const { reported, subjects } = await aReportWorld(ctx, { reporter })
      await file(reporter, subjects.AD, { category })
      expect(await listCasesAbout(reported)).toMatchObject([{ severity }])
    }
  })

  test('later reports are no longer deferred after ninety days', async () => {
    const reporter = await aDeferredReporter()
    await asOwner(
      db,
      sql`update reports set "abusiveAt" = now() - interval '90 days' where "reporterId" = ${reporter.id}`,
    )
    expect((await as(reporter).get<OwnReports>('/reports')).body.deferred).toBe(false)
  })
})

describe('a report is rejected', () => {
  test('if it is about own content, has an incomplete subject or is filed by the team', {
    tags: 'reports.invalid',
  }, async () => {
    const { reporter, reported, subjects, chat } = world
    expect((await file(reported, subjects.AD)).status).toBe(400)
    expect((await file(reported, subjects.PROFILE)).status).toBe(400)
    expect((await file(reporter, { kind: 'CHAT_MESSAGE', id: chat.firstMessageId })).status).toBe(400)
    expect((await file(reporter, { kind: 'AD', id: 'LATEST' })).status).toBe(400)
    expect((await file(reporter, { kind: 'AD', id: 'x\u0000' })).status).toBe(400)
    expect((await file(await aMember(db, { level: 'ADMIN' }), subjects.AD)).status).toBe(403)
  })

  test('if it is about a photo of an album that the member cannot see', async () => {
    const [reporter, owner] = [await aMember(db), await aMember(db)]
    for (const album of ['VERIFIED', 'PRIVATE'] as const)
      expect((await file(reporter, { kind: 'PHOTO', id: await aPhoto(ctx, owner, { album }) })).status).toBe(404)
  })

  test('if it is about a group that the member has left, or a post there, unless the group is open', async () => {
    const { reporter, group, subjects } = await aReportWorld(ctx)
    await as(reporter).post(`/groups/${group.groupId}/leave`)
    expect((await file(reporter, subjects.GROUP_MESSAGE)).status).toBe(404)
    expect((await file(reporter, subjects.GROUP)).status).toBe(404)
    const openGroup = await aGroup(db, { isOpen: true })
    expect((await file(reporter, { kind: 'GROUP', id: openGroup.groupId })).status).toBe(201)
  })
})

test('a post that is reported while its group is deleted is stored with its evidence, or not at all', {
  tags: 'reports.visible-only',
}, async () => {
  for (let round = 0; round < 5; round += 1) {
    const { reporter, reported, group, subjects } = await aReportWorld(ctx)
    const [report, deletion] = await Promise.all([
      file(reporter, subjects.GROUP_MESSAGE),
      as(reported).post(`/groups/${group.groupId}/delete`),
    ])
    expect(deletion.status).toBe(204)
    expect([201, 404]).toContain(report.status)
    const cases = (await listCasesAbout(reported)).filter(({ subjectKind }) => subjectKind === 'GROUP_MESSAGE')
    expect(cases).toHaveLength(report.status === 201 ? 1 : 0)
    if (report.status === 201) expect(await listEvidenceOf(report.body.id)).toHaveLength(1)
    expect((await file(await aMember(db), subjects.GROUP_MESSAGE)).status).toBe(404)
    expect((await file(reporter, subjects.GROUP_MESSAGE)).status).toBe(404)
  }
})

test('the team and its messages can be reported', async () => {
  const [member, admin] = [await aMember(db), await aMember(db, { level: 'ADMIN' })]
  const { body: chat } = await as(admin).post<{ chatId: string }>('/chats/invites', {
    recipientName: member.userName,
    message: 'Vi ser dig',
  })
  const { body } = await file(member, { kind: 'CHAT_MESSAGE', id: 'LATEST', parentId: chat.chatId })
  const [evidence] = await listEvidenceOf(body.id)
  expect((await listCases()).find(({ id }) => id === evidence?.caseId)).toMatchObject({
    authorId: '0',
    writtenById: admin.accountId,
  })
  expect((await file(member, { kind: 'PROFILE', id: admin.userName })).status).toBe(201)
})

describe('a repeated request', () => {
  test('with the same clientId returns the first report', { tags: 'reports.once' }, async () => {
    const { reporter, reported, subjects } = await aReportWorld(ctx)
    const fields = { clientId: randomUUID() }
    const first = await file(reporter, subjects.AD, fields)
    await asOwner(db, sql`delete from ads where id = ${subjects.AD.id}`)
    expect(await file(reporter, subjects.AD, fields)).toMatchObject({ status: 201, body: first.body })
    expect(await listEvidenceOf(first.body.id)).toHaveLength(1)
    expect(await listCasesAbout(reported)).toHaveLength(1)
  })

  test('that is sent ten times concurrently stores one report with one piece of evidence', {
    tags: 'reports.once',
  }, async () => {
    const { reporter, reported, subjects } = await aReportWorld(ctx)
    const fields = { clientId: randomUUID() }
    const pushCountBefore = (await listReportPushes()).length
    const responses = await Promise.all(Array.from({ length: 10 }, () => file(reporter, subjects.CHAT_MESSAGE, fields)))
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    expect(await listEvidenceOf(responses[0]?.body.id ?? '')).toHaveLength(1)
    expect(await listCasesAbout(reported)).toMatchObject([{ reports: 1, version: 1 }])
    expect((await listReportPushes()).slice(pushCountBefore)).toHaveLength(1)
  })
})

test('a report does not wait while the reported member changes their profile or deletes the account', {
  tags: 'reports.walk',
}, async () => {
  const { reporter, reported, subjects } = await aReportWorld(ctx)
  await db.transaction().execute(async (tx) => {
    await sql`select from members where id = ${reported.id} for no key update`.execute(tx)
    for (const kind of ['PROFILE', 'CHAT_MESSAGE', 'AD'] as const)
      expect((await file(reporter, subjects[kind])).status).toBe(201)
  })
})

test('two members who report each other concurrently open one case about each of them', async () => {
  const [ann, bo] = [await aMember(db), await aMember(db)]
  const { chatId, firstMessageId } = await anOpenChat(db, { ann, bo })
  const reports = await Promise.all([
    file(bo, { kind: 'CHAT_MESSAGE', id: firstMessageId, parentId: chatId }, { alsoBlock: true }),
    file(ann, { kind: 'PROFILE', id: bo.userName }, { alsoBlock: true }),
  ])
  expect(reports.map(({ status }) => status)).toEqual([201, 201])
  expect([...(await listCasesAbout(ann)), ...(await listCasesAbout(bo))]).toMatchObject([
    { reports: 1 },
    { reports: 1 },
  ])
})

describe('a report that also blocks the author', () => {
  const isBlocked = async ({ reporter, reported }: ReportWorld) =>
    (
      await db
        .selectFrom('ignores')
        .select('ignorerId')
        .where('ignorerId', '=', reporter.id)
        .where('ignoredId', '=', reported.id)
        .where('kind', '=', 'BLOCK')
        .execute()
    ).length > 0

  test.each(['AD', 'MOVIE_ENTRY', 'NEWS_COMMENT', 'CHAT_MESSAGE', 'PROFILE', 'GROUP_INVITE'] as const)(
    'about a %s is stored with its evidence, and closes the chat',
    { tags: 'reports.also-block' },
    async (kind) => {
      const own = await aReportWorld(ctx)
      const { status, body } = await file(own.reporter, own.subjects[kind], { alsoBlock: true })
      expect(status).toBe(201)
      expect(await listEvidenceOf(body.id)).toHaveLength(1)
      expect(await isBlocked(own)).toBe(true)
      const chat = await as(own.reporter).post(`/chats/${own.chat.chatId}`, { message: 'Hej igen' })
      expect(chat.status).toBe(403)
    },
  )

  test.each(['GROUP', 'GROUP_MESSAGE', 'EVENT'] as const)('about a %s blocks no member', async (kind) => {
    const own = await aReportWorld(ctx)
    expect((await file(own.reporter, own.subjects[kind], { alsoBlock: true })).status).toBe(201)
    expect(await isBlocked(own)).toBe(false)
  })
})

describe('a report about a message', () => {
  const RACES = {
    'deletes the message': ({ reported, chat }: ReportWorld) =>
      as(reported).post(`/chats/${chat.chatId}/${chat.firstMessageId}/delete`),
    'leaves the chat': ({ reported, chat }: ReportWorld) => as(reported).post(`/chats/${chat.chatId}/delete`),
    'deletes the account': async ({ reported: { id } }: ReportWorld) => {
      await transact(ctx, async (tx) => {
        await lockMemberAndConfirmed(tx.db, id)
        await tx.db.updateTable('members').set({ deletedAt: tx.now().toISOString() }).where('id', '=', id).execute()
        await holdMember(tx, id)
      })
      return { status: 204 }
    },
    'ignores the reporter': ({ reported, reporter }: ReportWorld) => as(reported).post('/ignore', reporter.userName),
    'blocks the reporter': ({ reported, reporter }: ReportWorld) =>
      as(reported).post('/blocks', { userName: reporter.userName }),
  }

  test.each(Object.entries(RACES))(
    'has complete evidence if the author concurrently %s',
    { tags: 'reports.races' },
    async (_, act) => {
      for (let round = 0; round < 5; round += 1) {
        const own = await aReportWorld(ctx)
        const alsoBlock = round % 2 === 1
        const [report, other] = await Promise.all([
          file(own.reporter, own.subjects.CHAT_MESSAGE, { alsoBlock }),
          act(own),
        ])
        expect(report.status).toBe(201)
        // After the block, the author no longer finds the chat or the reporter.
        expect(alsoBlock ? [204, 404] : [204]).toContain(other.status)
        const [evidence] = await listEvidenceOf(report.body.id)
        const { subject, earlier } = (evidence?.content ?? {}) as unknown as EvidenceContent
        expect([subject, ...earlier].map(({ text }) => text)).toContain('Hej där')
      }
    },
  )
})

test('a member can file five reports in ten minutes; repeated and failed requests do not count', {
  tags: 'reports.rate',
}, async () => {
  const limitedCtx = limitedGateway.ctx
  const fileLimited = createFiling(limitedGateway)
  const { reporter, subjects } = await aReportWorld(limitedCtx)
  const fields = { clientId: randomUUID() }
  for (let count = 0; count < 3; count += 1) expect((await fileLimited(reporter, subjects.AD, fields)).status).toBe(201)
  expect((await fileLimited(reporter, { kind: 'AD', id: '900000000000000000' })).status).toBe(404)
  for (const kind of ['PROFILE', 'PHOTO', 'EVENT', 'GROUP'] as const)
    expect((await fileLimited(reporter, subjects[kind])).status).toBe(201)
  expect((await fileLimited(reporter, subjects.NEWS_COMMENT)).status).toBe(429)
})
