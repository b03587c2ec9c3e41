import type { ErrorResponse } from '@app/contract/errors'
import type { Encrypted, SearchHit } from '@app/contract/members/profiles'
import { createContext } from '@app/server/context'
import { refreshSearchRows } from '@app/server/members/search-rows'
import { afterTest, asOwner } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { recordStatements } from '@app/server/testing/statements'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestGateway, setUpTestGateway } from '../testing.ts'
import { selectHitsByFilter } from './queries.ts'
import { decryptHits } from './testing.ts'

const { ctx, as, tokenOf, visitor } = await setUpTestGateway({ settings: { REFERENCE_YEAR: '2025' } })

const SEARCH = '/profiles/search-encrypted'
const HINTS = '/profiles/search-hints'
const COUNT = '/profiles/search-count'
const WOMEN = { couples: false, person1Selection: { sex: 'FEMALE' } }

async function search(viewer: TestMember, filter: object): Promise<SearchHit[]> {
  const { status, body } = await as(viewer).post<Encrypted>(SEARCH, filter)
  expect(status).toBe(200)
  return decryptHits(body, tokenOf(viewer))
}
const listNames = async (viewer: TestMember, filter: object) =>
  (await search(viewer, filter)).map(({ userName }) => userName)

let viewer: TestMember
beforeEach(async () => {
  await ctx.db.deleteFrom('members').execute()
  viewer = await aMember(ctx.db, { userName: 'Frågaren' })
})

describe('a search hit', () => {
  test('has the fields of a result card, takes one statement, and only the requesting session can decrypt it', {
    tags: 'search.hit',
  }, async () => {
    const bo = await aMember(ctx.db, { userName: 'Bo Ek', couple: true, cities: ['Lund', 'Malmö'] })
    const id = 'a'.repeat(22)
    const processedPhoto = {
      state: 'READY',
      drawnRotation: 90,
      rotation: 90,
      width: 640,
      height: 480,
      placeholder: 'x',
    } as const
    const media = { id, kind: 'ALBUM', ownerId: bo.id, createdAt: new Date().toISOString(), ...processedPhoto } as const
    await ctx.db.insertInto('media').values(media).execute()
    const text = 'å'.repeat(80)
    await ctx.db.updateTable('members').set({ description: text, profilePhotoId: id }).where('id', '=', bo.id).execute()
    await ctx.db.insertInto('profile_notes').values({ writerId: viewer.id, aboutId: bo.id, notes: 'Hej' }).execute()
    const filter = {
      couples: true,
      person1Selection: { sex: 'FEMALE' },
      person2Selection: { sex: 'MALE' },
      cities: ['Malmö', 'Lund'],
    }
    let hits: SearchHit[] = []
    const statements = await recordStatements(async () => {
      hits = await search(viewer, filter)
    })
    expect(statements).toHaveLength(2)
    expect(hits).toEqual([
      {
        userName: 'Bo Ek',
        persons: [
          { sex: 'FEMALE', yearOfBirth: 1985, orientation: 'SECRET' },
          { sex: 'MALE', yearOfBirth: 1985, orientation: 'SECRET' },
        ],
        cities: ['Lund', 'Malmö'],
        text: 'å'.repeat(50),
        lastActive: expect.any(String),
        profilePhotoUrl: expect.stringMatching(new RegExp(`^/media/${id}/90-medium.webp\\?.*s=`)),
        badges: [],
        hasNotes: true,
        hasAd: false,
        title: null,
      },
    ])
    const { body } = await as(viewer).post<Encrypted>(SEARCH, filter)
    expect(Object.keys(body)).toEqual(['alg', 'iv', 'data'])
    await expect(decryptHits(body, tokenOf(bo))).rejects.toThrow()
  })

  test('is never the viewer, a member in a blocked pair with the viewer, hidden or being deleted', async () => {
    const [ignored, ignorer, hidden] = [await aMember(ctx.db), await aMember(ctx.db), await aMember(ctx.db)]
    await aMember(ctx.db, { deletedAt: new Date() })
    const visibleMember = await aMember(ctx.db)
    await as(viewer).post('/ignore', ignored.userName)
    await as(ignorer).post('/ignore', viewer.userName)
    await as(hidden).post('/members/settings', { hiddenFromSearch: true })
    expect(await listNames(viewer, WOMEN)).toEqual([visibleMember.userName])
    await as(viewer).post('/ignore/remove', ignored.userName)
    expect((await listNames(viewer, WOMEN)).toSorted()).toEqual([ignored.userName, visibleMember.userName].toSorted())
  })

  test('has an age within the bounds of the filter, as members see it', async () => {
    for (const yearOfBirth of [1983, 1984, 1985, 1986]) {
      const { id } = await aMember(ctx.db, { userName: `Född ${yearOfBirth}` })
      await ctx.db.updateTable('persons').set({ yearOfBirth }).where('memberId', '=', id).execute()
      await ctx.db.transaction().execute((tx) => refreshSearchRows(tx, id))
    }
    const listNamesByAge = (minAge: number, maxAge: number) =>
      listNames(viewer, { ...WOMEN, person1Selection: { sex: 'FEMALE', minAge, maxAge } })
    expect((await listNamesByAge(40, 41)).toSorted()).toEqual(['Född 1984', 'Född 1985'])
    expect(await listNamesByAge(42, 0)).toEqual(['Född 1983'])
    expect(await listNamesByAge(0, 39)).toEqual(['Född 1986'])
  })
})

test('pages follow each other without a gap, up to the last allowed page', { tags: 'search.pages' }, async () => {
  const hourMs = 3_600_000
  for (let count = 0; count < 30; count++)
    await aMember(ctx.db, { userName: `Nr ${count}`, lastActiveAt: new Date(Date.now() - (count + 2) * hourMs) })
  const [firstPage, secondPage] = [await listNames(viewer, WOMEN), await listNames(viewer, { ...WOMEN, page: 1 })]
  expect([...firstPage, ...secondPage]).toEqual(Array.from({ length: 30 }, (_, count) => `Nr ${count}`))
  expect(firstPage).toHaveLength(24)
  expect(await listNames(viewer, { ...WOMEN, page: 50 })).toEqual([])
})

describe('hints', () => {
  test('name the parts without which the filter matches members, and the number of these members', {
    tags: 'search.hints',
  }, async () => {
    await aMember(ctx.db, { cities: ['Lund'] })
    await aMember(ctx.db, { cities: ['Lund', 'Malmö'] })
    const filter = { ...WOMEN, cities: ['Åre'], person1Selection: { sex: 'FEMALE', minAge: 20 } }
    const statements = await recordStatements(async () => {
      expect(await as(viewer).post(HINTS, filter)).toMatchObject({ status: 200, body: [{ drop: 'CITIES', hits: 2 }] })
    })
    expect(statements).toHaveLength(2)
    expect((await as(viewer).post(HINTS, { ...filter, onlyWithPhoto: true })).body).toEqual([])
  })

  test('are empty if no part can be dropped', async () => {
    expect(await as(viewer).post(HINTS, WOMEN)).toMatchObject({ status: 200, body: [] })
  })
})

describe('the count', () => {
  test('is the number of hits on all pages, regardless of the requested page, and takes one statement', {
    tags: 'search.count',
  }, async () => {
    for (let count = 0; count < 30; count++) await aMember(ctx.db, { cities: ['Lund', 'Malmö'] })
    await as(await aMember(ctx.db, { cities: ['Lund'] })).post('/ignore', viewer.userName)
    const statements = await recordStatements(async () => {
      expect(await as(viewer).post(COUNT, { ...WOMEN, cities: ['Lund', 'Malmö'], page: 3 })).toMatchObject({
        status: 200,
        body: { hits: 30 },
      })
    })
    expect(statements).toHaveLength(2)
    expect((await as(viewer).post(COUNT, { ...WOMEN, cities: ['Åre'] })).body).toEqual({ hits: 0 })
  })

  test('stops at a thousand', async () => {
    await asOwner(
      ctx.db,
      sql`
        insert into members (email, "emailKey", "userName", "nameKey", "nameSearch", "passwordHash", cities, "registeredAt", "lastActiveAt")
        select name, name, name, name, name, 'none', '{Lund}', now(), now()
        from (select 'm' || n as name from generate_series(1, 1001) n) names`,
    )
    await asOwner(
      ctx.db,
      sql`insert into persons ("memberId", ordinal, sex, "yearOfBirth") select id, 1, 'FEMALE', 1990 from members where cities = '{Lund}'`,
    )
    const ids = (await ctx.db.selectFrom('members').select('id').execute()).map(({ id }) => id)
    await ctx.db.transaction().execute((tx) => refreshSearchRows(tx, ...ids))
    for (const cities of [[], ['Lund']])
      expect((await as(viewer).post(COUNT, { ...WOMEN, cities })).body).toEqual({ hits: 1_000 })
  })
})

describe.each([SEARCH, HINTS, COUNT])('%s', (path) => {
  const withPerson = (change: object) => ({ ...WOMEN, person1Selection: { ...WOMEN.person1Selection, ...change } })
  test.each([
    {},
    { ...WOMEN, couples: true },
    { ...WOMEN, couples: 'false' },
    { ...WOMEN, page: -1 },
    { ...WOMEN, page: 51 },
    { ...WOMEN, page: 1.5 },
    { ...WOMEN, cities: ['Lund', 'Malmö', 'Ystad', 'Åre'] },
    { ...WOMEN, cities: ['Lund', 'Lund'] },
    { ...WOMEN, cities: ['Atlantis'] },
    { ...WOMEN, cities: "Lund' or true" },
    { ...WOMEN, badges: ['ADMIN'] },
    { ...WOMEN, activeWithinDays: 0 },
    { ...WOMEN, activeWithinDays: 1e9 },
    withPerson({ sex: 'SECRET' }),
    withPerson({ orientations: ['SECRET'] }),
    withPerson({ orientations: ['HOMO', 'HOMO'] }),
    withPerson({ minAge: 40, maxAge: 30 }),
    withPerson({ minAge: '30' }),
    withPerson({ maxAge: 1_000 }),
  ])('rejects %j', async (filter) => {
    const response = await as(viewer).post<ErrorResponse>(path, filter)
    expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION', fields: expect.any(Array) } })
  })

  test('requires a session', async () => {
    expect(await visitor.post(path, WOMEN)).toMatchObject({ status: 401, body: { code: 'PLEASE_LOGIN' } })
  })

  test('responds UNAVAILABLE when its statement times out', async () => {
    const contextWithTimeout = createContext(ctx.config, { service: 'test', connections: 2, statementTimeoutMs: 100 })
    const gateway = await createTestGateway(contextWithTimeout)
    afterTest(async () => {
      await gateway.app.close()
      await contextWithTimeout.close()
    })
    await ctx.db.transaction().execute(async (tx) => {
      await sql`lock table search_profiles in access exclusive mode`.execute(tx)
      const response = await gateway.as(viewer).post(path, withPerson({ minAge: 20 }))
      expect(response).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    })
  })
})

async function explainQuery(cities: string[]): Promise<string> {
  const statement = selectHitsByFilter(
    viewer.id,
    {
      couples: false,
      person1Selection: { sex: 'FEMALE', orientations: [], minAge: 18, maxAge: 99 },
      cities,
      page: 0,
      onlyWithPhoto: false,
      badges: [],
    },
    { referenceYear: 2025, now: new Date() },
  ).compile(ctx.db)
  return JSON.stringify((await ctx.pool.query(`explain ${statement.sql}`, [...statement.parameters])).rows)
}

test('reads the title of the ad of each hit from an index', async () => {
  await sql`
    insert into ads ("authorId", "clientId", kind, title, content, "publishedAt")
    select id, gen_random_uuid(), 'FEMALE', 'Sommar', 'Vi ses', now()
    from (select id from members order by id limit 40) authors cross join generate_series(1, 500)`.execute(ctx.db)
  await asOwner(ctx.db, sql`vacuum analyze ads`)
  expect(await explainQuery([])).toMatch(/Scan using ads_of_author/)
})

// The last test, because deleting its members would take seconds.
test('reads a page of the latest active members from an index, among many members', async () => {
  await asOwner(
    ctx.db,
    sql`
      insert into members (email, "emailKey", "userName", "nameKey", "nameSearch", "passwordHash", cities, "registeredAt", "lastActiveAt")
      select name, name, name, name, name, 'none', '{Lund}', now(), now() - make_interval(mins => n)
      from (select n, 'm' || n as name from generate_series(1, 20000) n) names`,
  )
  await asOwner(
    ctx.db,
    sql`insert into persons ("memberId", ordinal, sex, "yearOfBirth") select id, 1, 'FEMALE', 1950 + id % 50 from members on conflict do nothing`,
  )
  await asOwner(ctx.db, sql`analyze members, persons`)
  const ids = (await ctx.db.selectFrom('members').select('id').execute()).map(({ id }) => id)
  await ctx.db.transaction().execute((tx) => refreshSearchRows(tx, ...ids))
  await asOwner(ctx.db, sql`vacuum analyze search_profiles, search_cities, members`)
  expect(await explainQuery([])).toMatch(/Index Only Scan using search_profiles_newest/)
  expect(await explainQuery(['Lund', 'Malmö'])).toMatch(/Index Only Scan using search_cities_newest/)
})
