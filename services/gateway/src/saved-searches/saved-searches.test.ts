import type { ErrorResponse } from '@app/contract/errors'
import { NEW_MATCHES_MAX, SAVED_SEARCHES_PER_MEMBER } from '@app/contract/limits'
import type { SearchFilter } from '@app/contract/members/profiles'
import type { SavedSearch } from '@app/contract/members/saved-searches'
import { refreshSearchRows } from '@app/server/members/search-rows'
import { asOwner, listPushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { recordStatements } from '@app/server/testing/statements'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aFilter, aSearchableMember, matchesFilter, NOW, type SearchableMember } from '../search/testing-members.ts'
import { setUpTestGateway, UNUSED_ID } from '../testing.ts'

const { ctx, as, visitor } = await setUpTestGateway({ now: () => NOW })
const { db } = ctx

const selectPerson = (sex: 'FEMALE' | 'MALE') => ({ sex, orientations: [], minAge: 0, maxAge: 0 })
const WOMEN = { couples: false, person1Selection: selectPerson('FEMALE') }
const save = (member: TestMember, body: object = {}) =>
  as(member).post<SavedSearch>('/searches', { name: 'Kvinnor', filter: WOMEN, inDigest: true, ...body })
const change = (member: TestMember, id: string, body: object) => as(member).post<SavedSearch>(`/searches/${id}`, body)
const open = (member: TestMember, id: string) => as(member).post(`/searches/${id}/opened`)
const remove = (member: TestMember, id: string) => as(member).post(`/searches/${id}/delete`)

async function list(member: TestMember): Promise<SavedSearch[]> {
  const { status, body } = await as(member).get<SavedSearch[]>('/searches')
  expect(status).toBe(200)
  return body
}
const listCounts = async (member: TestMember) => (await list(member)).map(({ newCount }) => newCount)

/** Moves the time at which all members became findable into the past. */
async function ageMembers(): Promise<void> {
  for (const table of ['search_profiles', 'search_cities'])
    await asOwner(db, sql`update ${sql.table(table)} set "findableSince" = now() - interval '1 hour'`)
}

describe('a saved search', () => {
  test('is stored with its filter, changed and deleted, and notifies the devices of its member', {
    tags: 'saved-searches.save',
  }, async () => {
    const ann = await aMember(db)
    const filter = { ...WOMEN, cities: ['Lund', 'Åre'], page: 7, onlyWithPhoto: true, activeWithinDays: 7 }
    const { status, body } = await save(ann, { name: ' Kvinnor i Lund ', filter, inDigest: false })
    expect(status).toBe(201)
    expect(body).toEqual({
      ...{ id: expect.any(String), name: 'Kvinnor i Lund', inDigest: false, newCount: 0 },
      filter: { ...filter, page: 0, badges: [] },
    })
    expect(await list(ann)).toEqual([body])
    expect(await change(ann, body.id, { inDigest: true })).toMatchObject({ status: 200, body: { inDigest: true } })
    await change(ann, body.id, { name: 'Alla', filter: WOMEN })
    expect(await list(ann)).toMatchObject([{ name: 'Alla', inDigest: true, filter: { cities: [] } }])
    expect((await remove(ann, body.id)).status).toBe(204)
    expect(await list(ann)).toEqual([])
    const own = (await listPushes(db)).filter(({ to }) => to.includes(ann.id))
    expect(own.map(({ push }) => push.type)).toEqual(Array(4).fill('searches:changed'))
  })

  test('belongs to its member only', { tags: 'saved-searches.own' }, async () => {
    const [ann, eve] = [await aMember(db), await aMember(db)]
    const { id } = (await save(ann)).body
    for (const searchId of [id, UNUSED_ID])
      for (const { status } of [
        await change(eve, searchId, { name: 'Min nu' }),
        await open(eve, searchId),
        await remove(eve, searchId),
      ])
        expect(status).toBe(404)
    expect(await list(eve)).toEqual([])
    expect(await list(ann)).toMatchObject([{ name: 'Kvinnor' }])
    expect((await visitor.get('/searches')).status).toBe(401)
  })

  test('is one of at most five, even when ten are saved concurrently', {
    tags: 'saved-searches.five',
  }, async () => {
    const ann = await aMember(db)
    const responses = await Promise.all(Array.from({ length: 10 }, (_, index) => save(ann, { name: `Nr ${index}` })))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(SAVED_SEARCHES_PER_MEMBER)
    expect(responses.find(({ status }) => status !== 201)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', fields: [{ path: 'name', message: expect.stringContaining('fem sparade') }] },
    })
    expect(await list(ann)).toHaveLength(SAVED_SEARCHES_PER_MEMBER)
    await remove(ann, (await list(ann))[0]?.id ?? '')
    expect((await save(ann)).status).toBe(201)
  })

  test('has a name that no other search of its member has, regardless of case', {
    tags: 'saved-searches.name',
  }, async () => {
    const [ann, bo] = [await aMember(db), await aMember(db)]
    const responses = await Promise.all(['Åre', 'åre', 'ÅRE'].map((name) => save(ann, { name })))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400, 400])
    expect((await save(bo, { name: 'Åre' })).status).toBe(201)
    const { id } = (await save(ann, { name: 'Lund' })).body
    expect(await change(ann, id, { name: 'årE' })).toMatchObject({ status: 400, body: { fields: [{ path: 'name' }] } })
    expect((await change(ann, id, { name: 'LUND' })).status).toBe(200)
  })

  test.each([
    { name: '' },
    { name: '   ' },
    { name: 'x'.repeat(41) },
    { name: 'a\nb' },
    { name: 'a\u0000' },
    { name: null },
    { inDigest: 'yes' },
    { filter: {} },
    { filter: { ...WOMEN, cities: ['Atlantis'] } },
    { filter: { ...WOMEN, couples: true } },
    { filter: { ...WOMEN, person1Selection: { ...WOMEN.person1Selection, minAge: 40, maxAge: 30 } } },
    { filter: "') or true --" },
  ])('rejects %j', { tags: 'saved-searches.invalid' }, async (part) => {
    const ann = await aMember(db)
    const expected = { status: 400, body: { code: 'VALIDATION' } satisfies Partial<ErrorResponse> }
    expect(await save(ann, part)).toMatchObject(expected)
    const { id } = (await save(ann)).body
    expect(await change(ann, id, part)).toMatchObject(expected)
    expect(await list(ann)).toMatchObject([{ name: 'Kvinnor', inDigest: true }])
  })

  test('is deleted with its account', async () => {
    const ann = await aMember(db)
    const stored = db.selectFrom('saved_searches').select('id').where('memberId', '=', ann.id)
    await save(ann)
    expect(await stored.execute()).toHaveLength(1)
    await db.deleteFrom('members').where('id', '=', ann.id).execute()
    expect(await stored.execute()).toEqual([])
  })
})

describe('the count of new members', () => {
  test('grows with each member who becomes findable, until the search is opened', {
    tags: 'saved-searches.new',
  }, async () => {
    const ann = await aMember(db)
    await aMember(db, { cities: ['Ystad'] })
    const { id } = (await save(ann, { filter: { ...WOMEN, cities: ['Ystad', 'Åre'] } })).body
    expect(await listCounts(ann)).toEqual([0])
    const bo = await aMember(db, { cities: ['Ystad', 'Åre'] })
    await aMember(db, { cities: ['Lund'] })
    const hidden = await aMember(db, { cities: ['Åre'] })
    await as(hidden).post('/members/settings', { hiddenFromSearch: true })
    expect(await listCounts(ann)).toEqual([1])
    await as(bo).post('/members', { profile: { description: 'Ny text' } })
    expect(await listCounts(ann)).toEqual([1])
    expect((await open(ann, id)).status).toBe(204)
    expect(await listCounts(ann)).toEqual([0])
    await as(hidden).post('/members/settings', { hiddenFromSearch: false })
    expect(await listCounts(ann)).toEqual([1])
    await change(ann, id, { name: 'Annat namn', inDigest: false })
    expect(await listCounts(ann)).toEqual([1])
    await change(ann, id, { filter: { ...WOMEN, cities: ['Åre'] } })
    expect(await listCounts(ann)).toEqual([0])
  })

  test('excludes the member, and members in a blocked pair with the member', {
    tags: 'saved-searches.blocks',
  }, async () => {
    const ann = await aMember(db)
    await save(ann)
    const others = [await aMember(db), await aMember(db), await aMember(db), await aMember(db)] as const
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('members').set({ hiddenFromSearch: true }).where('id', '=', ann.id).execute()
      await refreshSearchRows(tx, ann.id)
    })
    await as(ann).post('/members/settings', { hiddenFromSearch: false })
    expect(await listCounts(ann)).toEqual([4])
    await as(ann).post('/ignore', others[0].userName)
    await as(others[1]).post('/ignore', ann.userName)
    await as(ann).post('/blocks', { userName: others[2].userName })
    await as(others[3]).post('/blocks', { userName: ann.userName })
    expect(await listCounts(ann)).toEqual([0])
  })

  test('stops at a hundred', async () => {
    const ann = await aMember(db)
    await save(ann)
    await save(ann, { name: 'I städer', filter: { ...WOMEN, cities: ['Luleå', 'Boden'] } })
    for (let count = 0; count <= NEW_MATCHES_MAX; count++) await aMember(db, { cities: ['Luleå', 'Boden'] })
    expect(await listCounts(ann)).toEqual([NEW_MATCHES_MAX, NEW_MATCHES_MAX])
  })

  test('takes two statements for all searches', async () => {
    const ann = await aMember(db)
    for (let index = 0; index < 3; index++) await save(ann, { name: `Nr ${index}` })
    const statements = await recordStatements(() => list(ann))
    expect(statements.filter((text) => /saved_searches|search_profiles/.test(text))).toHaveLength(2)
  })

  test('is the same for every filter as a comparison in memory', { tags: 'saved-searches.filters' }, async () => {
    await ageMembers()
    const viewer = await aMember(db)
    const filters: SearchFilter[] = Array.from({ length: 100 }, aFilter)
    const searches = await db
      .insertInto('saved_searches')
      .values(
        filters.map((filter, index) => ({
          ...{ memberId: viewer.id, name: `Nr ${index}`, inDigest: false },
          ...{ filter: JSON.stringify(filter), openedAt: new Date(Date.now() - 60_000).toISOString() },
        })),
      )
      .returning('id')
      .execute()
    const members: SearchableMember[] = []
    for (let count = 0; count < 120; count++) members.push(await aSearchableMember(db, viewer))
    const expected = filters.map((filter) => members.filter((member) => matchesFilter(member, filter)).length)
    expect(searches).toHaveLength(100)
    expect(await listCounts(viewer)).toEqual(expected)
    expect(expected.filter((count) => count > 0).length).toBeGreaterThan(30)
  })
})
