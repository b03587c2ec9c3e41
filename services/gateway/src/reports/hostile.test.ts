import { randomUUID } from 'node:crypto'
import { HOUR_MS } from '@app/contract/limits'
import type { Case, ReporterName } from '@app/contract/safety/cases'
import type { OwnReports, PastContact } from '@app/contract/safety/reports'
import { SubjectKind } from '@app/contract/safety/subjects'
import { variantKey } from '@app/server/photos/photo-store'
import { type CanonicalValue, hashContent } from '@app/server/safety/canonical-json'
import { aGroup, anOpenChat, listPushes } from '@app/server/testing/context'
import { countLockWaiters } from '@app/server/testing/locks'
import { aMember, someMembers, type TestMember } from '@app/server/testing/members'
import { aPasswordHash } from '@app/server/testing/passwords'
import { aPhoto, signedUrl } from '@app/server/testing/photos'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { aTrustedMember } from '@app/server/testing/trust'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aModerator } from '../cases/testing.ts'
import { sweepOnce } from '../decisions/sweep.ts'
import { createDeciding } from '../decisions/testing.ts'
import { setUpTestGateway } from '../testing.ts'
import type { EvidenceContent } from './evidence/parts.ts'
import { aReportWorld, createFiling, type ReportWorld } from './testing.ts'

const redisUrl = ownRedisUrl(import.meta.url)

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { db } = ctx
const { file, claim, decide } = createDeciding(gateway)
const limitedGateway = await setUpTestGateway({ settings: { RATE_LIMITS: 'on', REDIS_URL: redisUrl } })

const statusesOf = (responses: { status: number }[]) => [...new Set(responses.map(({ status }) => status))]

const readCaseOf = async (reportId: string) =>
  db
    .selectFrom('reports')
    .innerJoin('cases', 'cases.id', 'reports.caseId')
    .selectAll('cases')
    .where('reports.id', '=', reportId)
    .executeTakeFirstOrThrow()

/** Runs tasks, at most `concurrency` at a time. */
async function runConcurrently(tasks: (() => Promise<void>)[], concurrency: number): Promise<void> {
  const waiting = [...tasks]
  const runNext = async (): Promise<void> => {
    for (let task = waiting.pop(); task; task = waiting.pop()) await task()
  }
  await Promise.all(Array.from({ length: concurrency }, runNext))
}

test('500 accounts that report a member create one case, and change nothing for the member or for others', {
  tags: 'hostile.many-reports',
  timeout: 240_000,
}, async () => {
  const { ctx: crowdedCtx, as: asIn } = limitedGateway
  const { db: crowdedDb } = crowdedCtx
  const fileIn = createFiling(limitedGateway)
  const { reported, chat } = await aReportWorld(crowdedCtx)
  const photo = await aPhoto(crowdedCtx, reported)
  const reporters = await someMembers(crowdedDb, 500)
  const others = await anOpenChat(crowdedDb)
  const readMember = () =>
    crowdedDb
      .selectFrom('members')
      .select(['deletedAt', 'heldUntil', 'badges', 'profilePhotoId'])
      .where('id', '=', reported.id)
      .executeTakeFirst()
  const before = await readMember()
  const statuses: Record<string, Set<number>> = { reports: new Set(), reads: new Set(), messages: new Set() }
  const reportAs = async (reporter: TestMember) => {
    const { status } = await fileIn(reporter, { kind: 'PHOTO', id: photo }, { category: 'MINOR', words: 'Ung' })
    statuses.reports?.add(status)
  }
  const useOthers = async () => {
    statuses.reads?.add((await asIn(others.ann).get('/chats')).status)
    for (const [member, { chatId }] of [
      [others.bo, others],
      [reported, chat],
    ] as const)
      statuses.messages?.add((await asIn(member).post(`/chats/${chatId}`, { message: 'Hej igen' })).status)
  }
  const calls = reporters.map((reporter, index) => async () => {
    await Promise.all([reportAs(reporter), ...(index % 25 === 0 ? [useOthers()] : [])])
  })
  await runConcurrently(calls, 25)
  expect(statuses).toEqual({ reports: new Set([201]), reads: new Set([200]), messages: new Set([201]) })
  await Promise.all([sweepOnce(crowdedCtx), sweepOnce(crowdedCtx)])
  const cases = await crowdedDb.selectFrom('cases').selectAll().where('authorId', '=', reported.id).execute()
  expect(cases).toMatchObject([{ reports: 500, state: 'OPEN', version: 1, outcome: null }])
  for (const table of ['decisions', 'measures', 'removals', 'mails'] as const)
    expect(await crowdedDb.selectFrom(table).selectAll().execute()).toEqual([])
  const pushTypes = (await listPushes(crowdedDb))
    .filter(({ to }) => to?.includes(reported.id))
    .map(({ push }) => push.type)
  expect(pushTypes).not.toContain('decision:new')
  expect(await readMember()).toEqual(before)
  const [reader] = reporters as [TestMember]
  expect((await asIn(reader).get(`/members/username/${encodeURIComponent(reported.userName)}`)).status).toBe(200)
  expect((await limitedGateway.app.inject({ url: signedUrl(crowdedCtx, reader, photo) })).statusCode).toBe(200)
})

test('reports that wait for the same case leave connections for other requests', {
  tags: 'hostile.many-reports',
}, async () => {
  const { reporter, subjects } = await aReportWorld(ctx)
  const [reporters, others] = [await someMembers(db, 20), await anOpenChat(db)]
  await file(reporter, subjects.PROFILE)
  const waiting = await db.transaction().execute(async (tx) => {
    await sql`select from cases for update`.execute(tx)
    const reports = Promise.all(reporters.map((member) => file(member, subjects.PROFILE)))
    await expect.poll(() => countLockWaiters(ctx)).toBe(1)
    const responses = await Promise.all([
      as(others.ann).get('/chats'),
      as(others.bo).get(`/chats/${others.chatId}`),
      file(others.bo, { kind: 'PROFILE', id: others.ann.userName }),
    ])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 201])
    return { reports }
  })
  expect(statusesOf(await waiting.reports)).toEqual([201])
})

const PASSWORD = 'gul kanot 7'

describe('a victim', () => {
  const STEPS = {
    'deletes the messages': async (author: TestMember, chatId: string, messageIds: string[]) => {
      for (const id of messageIds) await as(author).post(`/chats/${chatId}/${id}/delete`)
    },
    'deletes the chat': (author: TestMember, chatId: string) => as(author).post(`/chats/${chatId}/delete`),
    'deletes the account': (author: TestMember) => as(author).post('/members/delete', { password: PASSWORD }),
  }
  type Step = keyof typeof STEPS
  const permute = (steps: Step[]): Step[][] =>
    steps.length < 2
      ? [steps]
      : steps.flatMap((step) => permute(steps.filter((other) => other !== step)).map((rest) => [step, ...rest]))
  const orders = permute(Object.keys(STEPS) as Step[])

  test.each(orders.map((order) => [order.join(', '), order] as const))(
    'can report, with all words and pictures, an author who %s',
    { tags: 'hostile.vanished-author' },
    async (_, order) => {
      const author = await aMember(db, { passwordHash: await aPasswordHash(PASSWORD) })
      const face = await aPhoto(ctx, author)
      const { bo: victim, chatId, firstMessageId } = await anOpenChat(db, { ann: author })
      const send = async (message: string, fields = {}) =>
        (await as(author).post<{ id: string }>(`/chats/${chatId}`, { message, clientId: randomUUID(), ...fields })).body
          .id
      const picture = await aPhoto(ctx, author, { chatId })
      const messageIds = [
        firstMessageId,
        await send('Jag vet var du bor'),
        await send('Titta här', { photoUrl: `/media/${picture}/0-medium.webp` }),
      ]
      for (const step of order) await STEPS[step](author, chatId, messageIds)
      expect((await as(victim).get(`/chats/${chatId}`)).status).toBe(404)
      const { body: contacts } = await as(victim).get<PastContact[]>('/reports/past-contacts')
      expect(contacts).toMatchObject([{ chatId, userName: author.userName }])
      const { status, body } = await file(
        victim,
        { kind: 'CHAT_MESSAGE', id: 'LATEST', parentId: chatId },
        { category: 'THREAT', lastHundred: true },
      )
      expect(status).toBe(201)
      const { content, sha256, id } = await db
        .selectFrom('evidence')
        .selectAll()
        .where('reportId', '=', body.id)
        .executeTakeFirstOrThrow()
      const { subject, context, earlier, author: profile } = content as unknown as EvidenceContent
      const parts = [subject, ...context, ...earlier]
      expect(new Set(parts.flatMap(({ text }) => text ?? []))).toEqual(
        new Set(['Hej där', 'Jag vet var du bor', 'Titta här']),
      )
      expect(parts.flatMap(({ media }) => media)).toEqual([picture])
      expect(parts.every(({ memberId, name }) => memberId === author.id && name === author.userName)).toBe(true)
      expect(profile).toMatchObject({ id: author.id, userName: author.userName, photo: face, cities: ['Stockholm'] })
      expect(hashContent(content as CanonicalValue)).toEqual(sha256)
      const files = await db.selectFrom('evidence_files').select('mediaId').where('evidenceId', '=', id).execute()
      expect(files.map(({ mediaId }) => mediaId).sort()).toEqual([face, picture].sort())
      for (const mediaId of [face, picture])
        expect(await ctx.photos.read(variantKey(mediaId, 0, 'large'))).not.toBeNull()
    },
  )
})

test('trusted members who report photos in bad faith can hide one for at most two days, and none afterwards', {
  tags: 'hostile.report-bombing',
}, async () => {
  const [ann, bo, cia] = [await aTrustedMember(ctx), await aTrustedMember(ctx), await aTrustedMember(ctx)]
  const { reported, subjects } = await aReportWorld(ctx)
  const listHidden = () => db.selectFrom('removals').selectAll().where('authorId', '=', reported.id).execute()
  const reportAs = async (member: TestMember, id: string) =>
    expect((await file(member, { kind: 'PHOTO', id }, { category: 'MINOR' })).status).toBe(201)
  await aGroup(db, { owner: ann, members: [cia] })
  for (const member of [ann, cia]) await reportAs(member, subjects.PHOTO.id)
  await sweepOnce(ctx)
  expect(await listHidden()).toEqual([])
  await reportAs(bo, subjects.PHOTO.id)
  await sweepOnce(ctx)
  const [hidden] = await listHidden()
  expect(hidden).toMatchObject({ restoredAt: null })
  const hiddenForMs = Date.parse(hidden?.until ?? '') - Date.now()
  expect(hiddenForMs).toBeGreaterThan(47 * HOUR_MS)
  expect(hiddenForMs).toBeLessThanOrEqual(48 * HOUR_MS)
  const [opened] = await db.selectFrom('cases').selectAll().where('authorId', '=', reported.id).execute()
  const reports = await db
    .selectFrom('reports')
    .select('id')
    .where('caseId', '=', opened?.id ?? '')
    .execute()
  const claimed = await claim(opened?.id ?? '')
  const abusive = reports.map(({ id }) => id)
  const dismissal = { actions: [{ kind: 'DISMISS' as const }], reason: 'NO_BREACH' as const, abusive }
  expect((await decide(claimed, dismissal)).status).toBe(200)
  expect(await listHidden()).toMatchObject([{ restoredAt: expect.any(String) }])
  const marked = await db.selectFrom('reports').select('abusive').where('id', 'in', abusive).execute()
  expect(marked.map((report) => report.abusive)).toEqual([true, true, true])
  const next = await aPhoto(ctx, reported)
  for (const member of [ann, bo, cia]) await reportAs(member, next)
  await sweepOnce(ctx)
  expect(await listHidden()).toHaveLength(1)
})

test('a reported member who reports the reporter opens a second case of the same severity, and does not change the first', {
  tags: 'hostile.retaliation',
}, async () => {
  const { ann, bo, chatId, firstMessageId } = await anOpenChat(db)
  const { body: first } = await file(bo, { kind: 'CHAT_MESSAGE', id: firstMessageId, parentId: chatId })
  const before = await readCaseOf(first.id)
  const { body: second } = await file(ann, { kind: 'PROFILE', id: bo.userName }, { words: 'Hen ljuger' })
  expect(await readCaseOf(first.id)).toEqual(before)
  const retaliation = await readCaseOf(second.id)
  expect(retaliation).toMatchObject({ severity: before.severity, category: before.category, reports: 1, version: 1 })
  const vera = await aModerator(db)
  for (const [{ id }, author, reporter] of [
    [before, ann, bo],
    [retaliation, bo, ann],
  ] as const) {
    await claim(id, vera)
    const { body: view } = await as(vera).get<Case>(`/moderation/cases/${id}`)
    expect(view.row).toMatchObject({ author: author.userName, severity: 'HIGH', reports: 1 })
    const { body: names } = await as(vera).post<ReporterName[]>(`/moderation/cases/${id}/names`)
    expect(names).toMatchObject([{ letter: 'A', userName: reporter.userName }])
  }
  for (const member of [ann, bo]) {
    const { reports } = (await as(member).get<OwnReports>('/reports')).body
    expect(reports).toMatchObject([{ state: 'RECEIVED' }])
  }
})

describe('a report has complete evidence, or is not filed,', () => {
  const deletePhoto = async ({ reported, subjects }: ReportWorld) =>
    as(reported).post('/photos/delete', { url: `/media/${subjects.PHOTO.id}/0-medium.webp` })
  const DELETIONS = {
    'deletes the ad': ['AD', ({ reported, subjects }) => as(reported).post('/ads/delete', { id: subjects.AD.id })],
    'deletes the photo': ['PHOTO', deletePhoto],
    'deletes the film entry': [
      'MOVIE_ENTRY',
      ({ reported, subjects }) => as(reported).post('/movie/delete', { id: subjects.MOVIE_ENTRY.id }),
    ],
    'deletes the comment': [
      'NEWS_COMMENT',
      ({ reported, newsId, subjects }) =>
        as(reported).post(`/news/${newsId}/comments/${subjects.NEWS_COMMENT.id}/delete`),
    ],
    'deletes the event': [
      'EVENT',
      ({ reported, subjects }) => as(reported).post(`/events/${subjects.EVENT.id}/delete`),
    ],
    'deletes the group': ['GROUP', ({ reported, group }) => as(reported).post(`/groups/${group.groupId}/delete`)],
    'deletes the post': [
      'GROUP_MESSAGE',
      ({ reported, group, subjects }) =>
        as(reported).post(`/groups/${group.groupId}/messages/${subjects.GROUP_MESSAGE.id}/delete`),
    ],
  } satisfies Record<string, [SubjectKind, (world: ReportWorld) => Promise<{ status: number }>]>

  /** Expects a report with complete evidence, or no report at all. */
  async function expectCompleteOrNone(kind: SubjectKind, { status, body }: Awaited<ReturnType<typeof file>>) {
    // A group may have passed to the reporter, and own content cannot be reported.
    if (status === 404 || (kind === 'GROUP' && status === 400)) return
    expect(status).toBe(201)
    const { content, sha256, caseId } = await db
      .selectFrom('evidence')
      .selectAll()
      .where('reportId', '=', body.id)
      .executeTakeFirstOrThrow()
    const { subject, author } = content as unknown as EvidenceContent
    expect({ kind, hasAuthor: author !== null, hasId: subject.id !== '' }).toEqual({
      kind,
      hasAuthor: true,
      hasId: true,
    })
    expect(hashContent(content as CanonicalValue)).toEqual(sha256)
    expect((await readCaseOf(body.id)).id).toBe(caseId)
  }

  test.each(Object.entries(DELETIONS))(
    'if the author concurrently %s',
    {
      tags: 'hostile.report-races',
    },
    async (_, [kind, remove]) => {
      const world = await aReportWorld(ctx)
      const { reported, group } = world
      const path = `/groups/${group.groupId}/messages`
      const { body: post } = await as(reported).post<{ id: string }>(path, { message: 'Hej alla' })
      world.subjects.GROUP_MESSAGE = { kind: 'GROUP_MESSAGE', id: post.id, parentId: group.groupId }
      const [report, deletion] = await Promise.all([file(world.reporter, world.subjects[kind]), remove(world)])
      expect(deletion.status).toBeLessThan(300)
      await expectCompleteOrNone(kind, report)
    },
  )

  test('if the author concurrently deletes the account', { tags: 'hostile.report-races' }, async () => {
    const reported = await aMember(db, { passwordHash: await aPasswordHash(PASSWORD) })
    const world = await aReportWorld(ctx, { reported })
    const kinds = SubjectKind.options
    const [deletion, ...reports] = await Promise.all([
      as(reported).post('/members/delete', { password: PASSWORD }),
      ...kinds.map((kind) => file(world.reporter, world.subjects[kind])),
    ])
    expect(deletion.status).toBe(204)
    for (const [index, report] of reports.entries()) await expectCompleteOrNone(kinds[index] as SubjectKind, report)
    const past = await file(world.reporter, { kind: 'CHAT_MESSAGE', id: 'LATEST', parentId: world.chat.chatId })
    expect(past.status).toBe(201)
  })
})
