import { randomUUID } from 'node:crypto'
import { RATES } from '@app/contract/limits'
import type { NewsComment } from '@app/contract/news'
import { lockNews } from '@app/server/policies/news'
import { asOwner, listPushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { recordStatements } from '@app/server/testing/statements'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { createNewsHelpers } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { db } = ctx
const { aTeam, publish, listNews, postComment, listComments } = createNewsHelpers(gateway)
const limitedGateway = await setUpTestGateway({
  settings: { RATE_LIMITS: 'on', REDIS_URL: ownRedisUrl(import.meta.url) },
})

type Plan = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

/** Returns the number of rows that a scan reads, including those that its filter removes. */
const countScanned = (plan: Plan): number =>
  (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)) *
  plan['Actual Loops']

/** Returns the number of rows of a table that a statement reads. */
async function countRowsRead(text: string, table: string, values: unknown[]): Promise<number> {
  const { rows } = await ctx.pool.query(`explain (analyze, format json) ${text}`, values)
  const sumRows = ({ Plans = [], ...plan }: Plan): number =>
    (plan['Relation Name'] === table ? countScanned(plan) : 0) + Plans.reduce((sum, child) => sum + sumRows(child), 0)
  // PostgreSQL rounds the rows of each loop to hundredths.
  return Math.round(sumRows(rows[0]['QUERY PLAN'][0].Plan))
}

const readTexts = async (member: TestMember, id: string, query = '') =>
  (await listComments(member, id, query)).map(({ message }) => message)
const readCommentCount = async (member: TestMember, id: string) =>
  (await listNews(member)).find((item) => item.id === id)?.commentCount

test('comments and their number are visible to every member, oldest first, and send no push', {
  tags: 'news.comment',
}, async () => {
  const [ann, couple, { id }] = [await aMember(db), await aMember(db, { couple: true }), await publish()]
  const pushCount = (await listPushes(db)).length
  const { status, body } = await postComment(ann, id, '  Äntligen  ')
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(String),
    userName: ann.userName,
    profilePhotoUrl: null,
    couple: false,
    badges: [],
    mine: true,
    message: 'Äntligen',
    sendTime: expect.any(String),
    clientId: expect.any(String),
  })
  await postComment(couple, id, 'Verkligen')
  expect(await listComments(couple, id)).toMatchObject([
    { ...body, mine: false },
    { userName: couple.userName, couple: true, mine: true, message: 'Verkligen' },
  ])
  expect(await listPushes(db)).toHaveLength(pushCount)
  expect(await readCommentCount(ann, id)).toBe(2)
})

test('a page ends with the newest comment', async () => {
  const [ann, { id }] = [await aMember(db), await publish()]
  for (const message of ['ett ord', 'två ord', 'tre ord']) await postComment(ann, id, message)
  const page = await listComments(ann, id, '?limit=2')
  expect(page.map(({ message }) => message)).toEqual(['två ord', 'tre ord'])
  expect(await readTexts(ann, id, `?limit=2&before=${page[0]?.id}`)).toEqual(['ett ord'])
})

test('a comment without a clientId gets one from the server, and is not deduplicated', async () => {
  const [ann, { id }] = [await aMember(db), await publish()]
  const send = () => as(ann).post<NewsComment>(`/news/${id}/comments`, { message: 'Så bra' })
  const [firstResponse, secondResponse] = [await send(), await send()]
  expect([firstResponse.status, secondResponse.status]).toEqual([201, 201])
  expect(firstResponse.body.clientId).toMatch(/^[\da-f-]{36}$/)
  expect(secondResponse.body.id).not.toBe(firstResponse.body.id)
})

test('a comment is stored once for repeated and concurrent requests; the same text may be posted twice', {
  tags: 'news.comment-once',
}, async () => {
  const [ann, { id }, clientId] = [await aMember(db), await publish(), randomUUID()]
  const responses = await Promise.all(Array.from({ length: 10 }, () => postComment(ann, id, 'Så bra', clientId)))
  expect(new Set(responses.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  await postComment(ann, id, 'Så bra')
  expect(await readTexts(ann, id)).toEqual(['Så bra', 'Så bra'])
})

test('a clientId that its author used for a comment on another news item is a conflict', async () => {
  const [ann, bo, team, clientId] = [await aMember(db), await aMember(db), await aTeam(), randomUUID()]
  const [item, otherItem] = [await publish(team), await publish(team)]
  await postComment(ann, item.id, 'Så bra', clientId)
  expect(await postComment(ann, otherItem.id, 'Så bra', clientId)).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT' },
  })
  expect((await postComment(bo, otherItem.id, 'Så bra', clientId)).status).toBe(201)
  expect(await readCommentCount(ann, otherItem.id)).toBe(1)
})

test('comments by admins appear under the name of the team', async () => {
  const [ann, team] = [await aMember(db), await aTeam()]
  const { id } = await publish(team)
  await postComment(team, id)
  for (const member of [ann, team])
    expect(await listComments(member, id)).toMatchObject([
      { userName: 'Teamet', badges: ['VERIFIED'], profilePhotoUrl: null },
    ])
})

test('comments by members in a blocked pair with the reader, or being deleted, are neither listed nor counted', async () => {
  const [ann, ignored, ignorer, deletedMember] = (await Promise.all(Array.from({ length: 4 }, () => aMember(db)))) as [
    TestMember,
    TestMember,
    TestMember,
    TestMember,
  ]
  const { id } = await publish()
  for (const member of [ignored, ignorer, deletedMember, ann]) await postComment(member, id, `Från ${member.userName}`)
  await as(ann).post('/ignore', ignored.userName)
  await as(ignorer).post('/ignore', ann.userName)
  await db
    .updateTable('members')
    .set({ deletedAt: new Date().toISOString() })
    .where('id', '=', deletedMember.id)
    .execute()
  expect(await readTexts(ann, id)).toEqual([`Från ${ann.userName}`])
  expect(await readCommentCount(ann, id)).toBe(1)
  expect(await readTexts(await aMember(db), id)).toHaveLength(3)
  await db.updateTable('members').set({ deletedAt: null }).where('id', '=', deletedMember.id).execute()
  expect(await readCommentCount(ann, id)).toBe(2)
})

describe('the count of comments', () => {
  const readStoredCount = async (id: string) =>
    (await db.selectFrom('news').select('comments').where('id', '=', id).executeTakeFirstOrThrow()).comments
  const countVisible = async (id: string) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from news_comments c join members m on m.id = c."authorId"
      where c."newsId" = ${id} and m."deletedAt" is null`.execute(db)
    return rows[0]?.count
  }
  const setDeleted = (member: TestMember, at: Date | null = new Date()) =>
    db
      .updateTable('members')
      .set({ deletedAt: at?.toISOString() ?? null })
      .where('id', '=', member.id)
      .execute()
  const createMembers = (count: number) => Promise.all(Array.from({ length: count }, () => aMember(db)))

  /** Deletes the row of a comment under the lock of its news item, as its author and decisions of the team do. */
  const removeComment = (newsId: string, id: string) =>
    db.transaction().execute(async (transaction) => {
      await lockNews(transaction, newsId)
      await transaction.deleteFrom('news_comments').where('id', '=', id).execute()
    })

  test('is correct when comments are written and removed while members leave and return', async () => {
    const [{ id }, ann, leavingMembers, returningMembers] = [
      await publish(),
      await aMember(db),
      await createMembers(5),
      await createMembers(5),
    ]
    const commentIds = await Promise.all(
      [...leavingMembers, ...returningMembers].map(async (member) => (await postComment(member, id)).body.id),
    )
    await Promise.all(returningMembers.map((member) => setDeleted(member)))
    expect(await readStoredCount(id)).toBe(5)
    const newComments = (await createMembers(5)).map((member) => postComment(member, id))
    const removals = commentIds.map((cid) => removeComment(id, cid))
    const changes = [
      ...leavingMembers.map((member) => setDeleted(member)),
      ...returningMembers.map((member) => setDeleted(member, null)),
    ]
    const [responses] = await Promise.all([Promise.all(newComments), Promise.all([...removals, ...changes])])
    expect([...new Set(responses.map(({ status }) => status))]).toEqual([201])
    expect([await readStoredCount(id), await countVisible(id)]).toEqual([5, 5])
    expect(await readCommentCount(ann, id)).toBe(5)
  })

  test("follows a member's deletion and purge, and counts a repeated comment once", async () => {
    const [deletedMember, purgedMember, { id }, clientId] = [
      await aMember(db),
      await aMember(db),
      await publish(),
      randomUUID(),
    ]
    await Promise.all([
      postComment(deletedMember, id),
      postComment(purgedMember, id),
      ...[1, 2, 3].map(() => postComment(purgedMember, id, 'Hej', clientId)),
    ])
    expect(await readStoredCount(id)).toBe(3)
    await setDeleted(purgedMember)
    expect(await readStoredCount(id)).toBe(1)
    await db.deleteFrom('members').where('id', 'in', [deletedMember.id, purgedMember.id]).execute()
    expect([await readStoredCount(id), await countVisible(id)]).toEqual([0, 0])
  })

  test('is read without counting the rows of ten thousand comments', async () => {
    const [ann, ignored, { id }] = [await aMember(db), await aMember(db), await publish()]
    await postComment(ignored, id)
    await as(ann).post('/ignore', ignored.userName)
    const author = await aMember(db)
    await sql`
      insert into news_comments ("newsId", "authorId", "clientId", message, "sentAt")
      select ${id}::bigint, ${author.id}::bigint, gen_random_uuid(), 'Så bra', now() from generate_series(1, 10000)`.execute(
      db,
    )
    await asOwner(db, sql`vacuum analyze news_comments`)
    expect(await readCommentCount(ann, id)).toBe(10_000)
    const text =
      (await recordStatements(() => listNews(ann))).find((statement) => statement.includes('"commentCount"')) ?? ''
    expect(await countRowsRead(text, 'news_comments', [ann.id, ann.id, ann.id, 50])).toBe(1)
  })
})

test('comments that are posted while their news item is being deleted are deleted with it', async () => {
  const [team, ann] = [await aTeam(), await aMember(db)]
  const { id } = await publish(team)
  const responses = await Promise.all([
    ...Array.from({ length: 5 }, () => postComment(ann, id)),
    as(team).post('/news/delete', { id }),
  ])
  expect(responses.pop()?.status).toBe(204)
  for (const { status } of responses) expect([201, 404]).toContain(status)
  expect(await db.selectFrom('news_comments').select('id').where('newsId', '=', id).execute()).toEqual([])
})

test('comments of a member beyond the rate limit are rejected', async () => {
  const team = await aMember(limitedGateway.ctx.db, { level: 'ADMIN' })
  const ann = await aMember(limitedGateway.ctx.db)
  const limitedNews = createNewsHelpers(limitedGateway)
  const { id } = await limitedNews.publish(team)
  const responses: number[] = []
  for (let n = 0; n <= RATES.newsComments.max; n += 1) responses.push((await limitedNews.postComment(ann, id)).status)
  expect(responses.slice(0, -1)).toEqual(Array.from({ length: RATES.newsComments.max }, () => 201))
  expect(responses.at(-1)).toBe(429)
})

test("the limit counts each admin's comments for the team separately", async () => {
  const limitedNews = createNewsHelpers(limitedGateway)
  const [admin, colleague] = [await limitedNews.aTeam(), await limitedNews.aTeam()]
  const { id } = await limitedNews.publish(admin)
  for (let n = 0; n < RATES.newsComments.max; n += 1)
    expect((await limitedNews.postComment(admin, id)).status).toBe(201)
  expect((await limitedNews.postComment(admin, id)).status).toBe(429)
  expect((await limitedNews.postComment(colleague, id)).status).toBe(201)
})

test('a repeated comment does not count, and succeeds even at the limit', async () => {
  const [team, ann] = [await aMember(limitedGateway.ctx.db, { level: 'ADMIN' }), await aMember(limitedGateway.ctx.db)]
  const limitedNews = createNewsHelpers(limitedGateway)
  const [{ id }, clientId] = [await limitedNews.publish(team), randomUUID()]
  const repeat = () => limitedNews.postComment(ann, id, 'Så bra', clientId)
  const [firstResponse, ...repetitions] = await Promise.all(Array.from({ length: RATES.newsComments.max }, repeat))
  for (const response of repetitions) expect(response).toMatchObject({ status: 201, body: firstResponse?.body })
  for (let n = 1; n < RATES.newsComments.max; n += 1) expect((await limitedNews.postComment(ann, id)).status).toBe(201)
  expect((await limitedNews.postComment(ann, id)).status).toBe(429)
  expect(await repeat()).toMatchObject({ status: 201, body: firstResponse?.body })
})
