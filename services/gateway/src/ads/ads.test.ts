import { randomUUID } from 'node:crypto'
import type { Ad, AdFilter } from '@app/contract/ads'
import { ADS_PER_MEMBER } from '@app/contract/limits'
import type { Encrypted } from '@app/contract/members/profiles'
import { listPushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { decryptHits } from '../search/testing.ts'
import { setUpTestGateway } from '../testing.ts'

const { ctx, as, tokenOf } = await setUpTestGateway()
const limitedGateway = await setUpTestGateway({
  settings: { RATE_LIMITS: 'on', REDIS_URL: ownRedisUrl(import.meta.url) },
})
const { db } = ctx

const ALL_KINDS: AdFilter = { showCouples: true, showSingleMen: true, showSingleWomen: true, showSingleNonBinary: true }
const NO_KINDS: AdFilter = {
  showCouples: false,
  showSingleMen: false,
  showSingleWomen: false,
  showSingleNonBinary: false,
}
const FIELDS = { title: 'Sällskap till vinterbadet', content: 'Kaffe på stenarna.\nOavsett väder.' }

const postAd = (member: TestMember, fields: object = FIELDS) => as(member).post<Ad>('/ads', fields)
const anAd = async (member: TestMember, fields: object = FIELDS): Promise<Ad> => (await postAd(member, fields)).body
const listFiltered = async (member: TestMember, filter: AdFilter = ALL_KINDS, query = '') =>
  (await as(member).post<Ad[]>(`/ads/filtered${query}`, filter)).body
const listAdsBy = async (member: TestMember, author: string, filter?: AdFilter) =>
  (await listFiltered(member, filter)).filter(({ userName }) => userName === author)
const listStoredAds = (author: TestMember) =>
  db
    .selectFrom('ads')
    .select(['id', 'title', 'content', 'kind'])
    .where('authorId', '=', author.id)
    .orderBy('id')
    .execute()

async function aMemberOfSexes(...sexes: ('MALE' | 'FEMALE' | 'NON_BINARY' | 'SECRET')[]): Promise<TestMember> {
  const member = await aMember(db, { couple: sexes.length > 1, cities: ['Lund', 'Malmö'] })
  for (const [index, sex] of sexes.entries())
    await db
      .updateTable('persons')
      .set({ sex })
      .where('memberId', '=', member.id)
      .where('ordinal', '=', index + 1)
      .execute()
  return member
}

test('lists ads with their authors, newest first', { tags: 'ads.list' }, async () => {
  const [couple, single, reader] = [
    await aMemberOfSexes('FEMALE', 'MALE'),
    await aMemberOfSexes('MALE'),
    await aMember(db),
  ]
  const first = await postAd(couple)
  expect(first.status).toBe(201)
  expect(first.body).toMatchObject({
    ...FIELDS,
    userName: couple.userName,
    cities: ['Lund', 'Malmö'],
    profileType: 'MIXED_COUPLE',
    p1Year: 1985,
    p1Orientation: 'SECRET',
    p2Year: 1985,
    p2Orientation: 'SECRET',
    mine: true,
  })
  const second = await anAd(single)
  const newestAds = (await listFiltered(reader)).slice(0, 2)
  expect(newestAds.map(({ id }) => id)).toEqual([second.id, first.body.id])
  expect(newestAds[0]).toMatchObject({ profileType: 'SINGLE_MALE', p2Year: null, p2Orientation: null, mine: false })
  expect((await as(reader).get<Ad>(`/ads/${second.id}`)).body).toEqual(newestAds[0])
})

test('a page after the first begins with the next older ad', async () => {
  const author = await aMember(db)
  const ids: string[] = []
  for (const title of ['A1', 'A2', 'A3']) ids.unshift((await anAd(author, { ...FIELDS, title })).id)
  const page = await listFiltered(author, ALL_KINDS, `?limit=2&before=${ids[0]}`)
  expect(page.map(({ id }) => id)).toEqual(ids.slice(1))
})

test.each([
  ['showCouples', ['FEMALE', 'FEMALE']],
  ['showSingleMen', ['MALE']],
  ['showSingleWomen', ['FEMALE']],
  ['showSingleNonBinary', ['NON_BINARY']],
] as const)('%s matches ads of its kind and no other', { tags: 'ads.filter-by-kind' }, async (flag, sexes) => {
  const [author, reader] = [await aMemberOfSexes(...sexes), await aMember(db)]
  await anAd(author)
  expect(await listAdsBy(reader, author.userName, { ...NO_KINDS, [flag]: true })).toHaveLength(1)
  expect(await listAdsBy(reader, author.userName, { ...ALL_KINDS, [flag]: false })).toEqual([])
})

test('an ad by an author who hides their sex matches only a filter that includes every sex', async () => {
  const [author, reader] = [await aMemberOfSexes('SECRET'), await aMember(db)]
  await anAd(author)
  expect(await listAdsBy(reader, author.userName, { ...ALL_KINDS, showCouples: false })).toMatchObject([
    { profileType: 'SECRET' },
  ])
  for (const flag of ['showSingleMen', 'showSingleWomen', 'showSingleNonBinary'] as const)
    expect(await listAdsBy(reader, author.userName, { ...ALL_KINDS, [flag]: false })).toEqual([])
  expect(await listFiltered(reader, NO_KINDS)).toEqual([])
})

test('the filter is stored for each member, and matches everything by default', {
  tags: 'ads.stored-filter',
}, async () => {
  const [ann, bo] = [await aMember(db), await aMember(db)]
  expect((await as(ann).get('/ads/filter')).body).toEqual(ALL_KINDS)
  await listFiltered(ann, { ...ALL_KINDS, showSingleMen: false })
  await Promise.all(Array.from({ length: 10 }, () => listFiltered(ann, { ...NO_KINDS, showCouples: true })))
  expect((await as(ann).get('/ads/filter')).body).toEqual({ ...NO_KINDS, showCouples: true })
  expect((await as(bo).get('/ads/filter')).body).toEqual(ALL_KINDS)
})

test("the filter applies to the author's current profile", async () => {
  const [author, reader] = [await aMemberOfSexes('FEMALE'), await aMember(db)]
  await anAd(author)
  const { body } = await as(author).get<{ profile: { person1: object } }>(
    `/members/username/${encodeURIComponent(author.userName)}`,
  )
  const person1 = { ...body.profile.person1, sex: 'MALE' }
  expect((await as(author).post('/members', { profile: { person1 } })).status).toBe(200)
  expect(await listAdsBy(reader, author.userName, { ...NO_KINDS, showSingleMen: true })).toHaveLength(1)
  expect(await listAdsBy(reader, author.userName, { ...NO_KINDS, showSingleWomen: true })).toEqual([])
})

test('a repeated or concurrent request with the same clientId stores one ad', { tags: 'ads.create-once' }, async () => {
  const author = await aMember(db)
  const clientId = randomUUID()
  const responses = await Promise.all(Array.from({ length: 10 }, () => postAd(author, { ...FIELDS, clientId })))
  expect(new Set(responses.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect(await listStoredAds(author)).toHaveLength(1)
  await Promise.all([postAd(author), postAd(author)])
  expect(await listStoredAds(author)).toHaveLength(3)
})

test('the author can change and delete an ad; a deleted ad is not found', {
  tags: 'ads.change-and-delete',
}, async () => {
  const author = await aMember(db)
  const { id, published } = await anAd(author)
  const changedAd = { id, title: ' Nytt ', content: 'Annat' }
  expect(await as(author).post('/ads/edit', changedAd)).toMatchObject({
    status: 200,
    body: { title: 'Nytt', content: 'Annat', published },
  })
  expect((await as(author).post('/ads/delete', { id })).status).toBe(204)
  expect(await listStoredAds(author)).toEqual([])
  expect((await as(author).post('/ads/delete', { id })).status).toBe(404)
  expect((await as(author).post('/ads/edit', changedAd)).status).toBe(404)
})

test.each(['BASIC', 'ADMIN'] as const)(
  'another member of the level %s cannot change or delete an ad',
  { tags: 'ads.author-only' },
  async (level) => {
    const [author, other] = [await aMember(db), await aMember(db, { level })]
    const { id } = await anAd(author)
    expect(await as(other).post('/ads/edit', { id, ...FIELDS, title: 'Annat' })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    })
    expect((await as(other).post('/ads/delete', { id })).status).toBe(403)
    expect(await listStoredAds(author)).toMatchObject([FIELDS])
    expect((await listPushes(db)).filter(({ to }) => to?.includes(author.id))).toEqual([])
  },
)

test.each(['ignored', 'ignoring the reader', 'being deleted'])(
  'ads of an author who is %s are hidden',
  async (situation) => {
    const [author, reader] = [await aMember(db), await aMember(db)]
    const { id } = await anAd(author)
    const [ignorerId, ignoredId] = situation === 'ignored' ? [reader.id, author.id] : [author.id, reader.id]
    if (situation === 'being deleted')
      await db.updateTable('members').set({ deletedAt: new Date().toISOString() }).where('id', '=', author.id).execute()
    else
      await db
        .insertInto('ignores')
        .values({ ignorerId, ignoredId, lastActiveThen: new Date().toISOString() })
        .execute()
    expect(await listAdsBy(reader, author.userName)).toEqual([])
    const notFound = { status: 404, body: { code: 'NOT_FOUND' } }
    expect(await as(reader).get(`/ads/${id}`)).toMatchObject(notFound)
    expect(await as(reader).post('/ads/edit', { id, ...FIELDS })).toMatchObject(notFound)
    expect(await as(reader).post('/ads/delete', { id })).toMatchObject(notFound)
    expect(await listStoredAds(author)).toHaveLength(1)
  },
)

test("an ad of the team shows the team's name and nothing about the admin who wrote it", async () => {
  const [admin, reader] = [await aMember(db, { level: 'ADMIN' }), await aMember(db)]
  const { id } = await anAd(admin)
  expect((await as(reader).get(`/ads/${id}`)).body).toMatchObject({
    userName: 'Teamet',
    profilePhotoUrl: null,
    cities: [],
    profileType: 'SECRET',
    p1Year: null,
    p1Orientation: null,
  })
})

test.each([
  [{ title: '', content: 'x' }, ['title']],
  [{ title: '  ', content: '\n' }, ['title', 'content']],
  [{ title: 'x' }, ['content']],
  [{ content: 'x' }, ['title']],
  [{ title: 'x'.repeat(101), content: 'x' }, ['title']],
  [{ title: 'x', content: 'x'.repeat(1_001) }, ['content']],
  [{ title: 'två\nrader', content: 'x' }, ['title']],
  [{ title: 'x\u0000', content: 'x' }, ['title']],
  [{ ...FIELDS, clientId: 'x' }, ['clientId']],
])('rejects %j', { tags: 'ads.invalid' }, async (fields, paths) => {
  const author = await aMember(db)
  const { status, body } = await as(author).post<{ fields: { path: string }[] }>('/ads', fields)
  expect({ status, paths: body.fields.map(({ path }) => path) }).toEqual({ status: 400, paths })
  expect(await listStoredAds(author)).toEqual([])
})

test.each([{}, { ...ALL_KINDS, showCouples: 'true' }, { ...ALL_KINDS, showSingleMen: null }])(
  'rejects the filter %j',
  async (filter) => {
    const member = await aMember(db)
    expect((await as(member).post('/ads/filtered', filter)).status).toBe(400)
    expect((await as(member).get('/ads/filter')).body).toEqual(ALL_KINDS)
  },
)

/** Stores ads of an author in the database of the gateway with limits. */
const storeAds = (author: TestMember, count: number) =>
  limitedGateway.ctx.db
    .insertInto('ads')
    .values(
      Array.from({ length: count }, () => ({
        ...{ ...FIELDS, authorId: author.id, clientId: randomUUID() },
        ...{ kind: 'SECRET' as const, publishedAt: new Date().toISOString() },
      })),
    )
    .execute()

const TOO_MANY_ADS = { status: 400, body: { code: 'VALIDATION', fields: [{ path: 'ads' }] } }

test('a repeated request succeeds even for an author who has reached the limit on ads', async () => {
  const author = await aMember(limitedGateway.ctx.db)
  const clientId = randomUUID()
  const { body } = await limitedGateway.as(author).post<Ad>('/ads', { ...FIELDS, clientId })
  await storeAds(author, ADS_PER_MEMBER - 1)
  expect(await limitedGateway.as(author).post('/ads', FIELDS)).toMatchObject(TOO_MANY_ADS)
  expect(await limitedGateway.as(author).post('/ads', { ...FIELDS, clientId })).toMatchObject({
    status: 201,
    body: { id: body.id },
  })
})

test('limits the number of ads that a member has, even if requests are concurrent', async () => {
  const author = await aMember(limitedGateway.ctx.db)
  await storeAds(author, ADS_PER_MEMBER - 1)
  const responses = await Promise.all([1, 2, 3].map(() => limitedGateway.as(author).post('/ads', FIELDS)))
  const rejections = responses.filter(({ status }) => status !== 201)
  expect(rejections).toMatchObject([TOO_MANY_ADS, TOO_MANY_ADS])
  const { rows } = await sql`select from ads where "authorId" = ${author.id}`.execute(limitedGateway.ctx.db)
  expect(rows).toHaveLength(ADS_PER_MEMBER)
})

test('the limit on ads does not apply to the team, whose ads all admins share', async () => {
  const admins = [
    await aMember(limitedGateway.ctx.db, { level: 'ADMIN' }),
    await aMember(limitedGateway.ctx.db, { level: 'ADMIN' }),
  ]
  for (let n = 0; n < ADS_PER_MEMBER; n += 1)
    for (const admin of admins) expect((await limitedGateway.as(admin).post('/ads', FIELDS)).status).toBe(201)
})

test("marks search hits whose member has an ad, with the ad's title", { tags: 'ads.mark-search-hits' }, async () => {
  const [author, reader] = [await aMember(db), await aMember(db)]
  const searchForAuthor = async () => {
    const { body } = await as(reader).get<Encrypted>(
      `/profiles/search-user-encrypted/${encodeURIComponent(author.userName)}`,
    )
    return (await decryptHits(body, tokenOf(reader))).find(({ userName }) => userName === author.userName)
  }
  expect(await searchForAuthor()).toMatchObject({ hasAd: false, title: null })
  const { id, title } = await anAd(author)
  expect(await searchForAuthor()).toMatchObject({ hasAd: true, title })
  await as(author).post('/ads/delete', { id })
  expect(await searchForAuthor()).toMatchObject({ hasAd: false, title: null })
})
