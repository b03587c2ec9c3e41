import { type Kysely, sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { up as insertSearchRows } from '../db/migrations/0009-search-rows.ts'
import { testContext } from '../testing/context.ts'
import { aMember } from '../testing/members.ts'
import { refreshSearchRows, searchKind } from './search-rows.ts'

const ctx = await testContext()
const { db } = ctx
afterAll(() => ctx.close())
beforeEach(async () => void (await db.deleteFrom('members').execute()))

type NewPerson = { sex: string; yearOfBirth: number; orientation?: string }

async function updateMember(memberId: string, member: object, persons?: NewPerson[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (Object.keys(member).length > 0) await tx.updateTable('members').set(member).where('id', '=', memberId).execute()
    if (persons) {
      await tx.deleteFrom('persons').where('memberId', '=', memberId).execute()
      const rows = persons.map((person, index) => ({ memberId, ordinal: index + 1, ...person }))
      await tx.insertInto('persons').values(rows).execute()
    }
    await refreshSearchRows(tx, memberId)
  })
}

const findSearchProfile = (memberId: string) =>
  db.selectFrom('search_profiles').selectAll().where('memberId', '=', memberId).executeTakeFirst()
const listSearchCities = (memberId: string) =>
  db.selectFrom('search_cities').selectAll().where('memberId', '=', memberId).orderBy('city').execute()

describe('the search rows of a member', () => {
  test('contain the same values once per member and once per city', async () => {
    const lastActiveAt = new Date('2026-03-20T12:29:59.999Z')
    const { id } = await aMember(db, { cities: ['Lund', 'Malmö'], lastActiveAt })
    const row = {
      memberId: id,
      kind: searchKind('FEMALE'),
      p1Year: 1985,
      p2Year: null,
      p1Orientation: null,
      p2Orientation: null,
      hasPhoto: false,
      verified: false,
      lastActiveAt: '2026-03-20T12:15:00.000Z',
      findableSince: expect.any(String),
    }
    expect(await findSearchProfile(id)).toEqual(row)
    expect(await listSearchCities(id)).toEqual([
      { ...row, city: 'Lund' },
      { ...row, city: 'Malmö' },
    ])
  })

  test('keep the time at which they were inserted, and are rewritten only if something else changes', async () => {
    const { id } = await aMember(db, { cities: ['Lund'] })
    await sql`update search_profiles set "findableSince" = '2020-01-01'`.execute(db)
    const readRow = async () => ({
      findableSince: (await findSearchProfile(id))?.findableSince,
      rowVersions: (
        await sql`select xmin, ctid from search_profiles union all select xmin, ctid from search_cities`.execute(db)
      ).rows,
    })
    const before = await readRow()
    await updateMember(id, {})
    expect(await readRow()).toEqual(before)
    await updateMember(id, { badges: ['VERIFIED'] })
    const after = await readRow()
    expect(after.findableSince).toBe('2020-01-01T00:00:00.000Z')
    expect(after.rowVersions).not.toEqual(before.rowVersions)
    await updateMember(id, { hiddenFromSearch: true })
    await updateMember(id, { hiddenFromSearch: false })
    expect((await readRow()).findableSince).not.toBe(after.findableSince)
  })

  test('change with the member', async () => {
    const { id } = await aMember(db, { cities: ['Lund', 'Malmö'] })
    await db
      .insertInto('media')
      .values({ id: 'a'.repeat(22), kind: 'ALBUM', createdAt: new Date().toISOString() })
      .execute()
    await updateMember(id, { cities: ['Malmö', 'Ystad'], badges: ['VERIFIED'], profilePhotoId: 'a'.repeat(22) }, [
      { sex: 'NON_BINARY', yearOfBirth: 1990, orientation: 'BI' },
    ])
    const expected = {
      kind: searchKind('NON_BINARY'),
      p1Year: 1990,
      p1Orientation: 'BI',
      hasPhoto: true,
      verified: true,
    }
    expect(await findSearchProfile(id)).toMatchObject(expected)
    expect(await listSearchCities(id)).toMatchObject([
      { ...expected, city: 'Malmö' },
      { ...expected, city: 'Ystad' },
    ])
  })

  test('contain the persons of a couple in a fixed order', async () => {
    const [{ id: womanFirstId }, { id: manFirstId }] = [await aMember(db), await aMember(db)]
    const woman = { sex: 'FEMALE', yearOfBirth: 1970, orientation: 'BI' }
    const man = { sex: 'MALE', yearOfBirth: 1980, orientation: 'HETERO' }
    await updateMember(womanFirstId, {}, [woman, man])
    await updateMember(manFirstId, {}, [man, woman])
    const row = {
      kind: searchKind('MALE', 'FEMALE'),
      p1Year: 1980,
      p1Orientation: 'HETERO',
      p2Year: 1970,
      p2Orientation: 'BI',
    }
    expect(await findSearchProfile(womanFirstId)).toMatchObject(row)
    expect(await findSearchProfile(manFirstId)).toMatchObject(row)
  })

  test('omit secret orientations, and members who are hidden, deleted or keep a sex secret', async () => {
    const secretPerson = { sex: 'SECRET', yearOfBirth: 1980 }
    const publicPerson = { sex: 'MALE', yearOfBirth: 1980, orientation: 'SECRET' }
    const { id } = await aMember(db)
    await updateMember(id, {}, [publicPerson])
    expect(await findSearchProfile(id)).toMatchObject({ p1Orientation: null })
    for (const persons of [[secretPerson], [secretPerson, publicPerson], [publicPerson, secretPerson]]) {
      await updateMember(id, {}, persons)
      expect([await findSearchProfile(id), await listSearchCities(id)]).toEqual([undefined, []])
    }
    for (const change of [{ hiddenFromSearch: true }, { deletedAt: new Date().toISOString() }]) {
      await updateMember(id, { hiddenFromSearch: false, deletedAt: null }, [publicPerson])
      expect(await findSearchProfile(id)).toBeDefined()
      await updateMember(id, change)
      expect([await findSearchProfile(id), await listSearchCities(id)]).toEqual([undefined, []])
    }
  })

  test('do not reveal the last activity of a member who hides it', async () => {
    const registeredAt = new Date('2026-01-01T00:00:00.000Z')
    const { id } = await aMember(db, { presenceOff: true, registeredAt })
    expect(await findSearchProfile(id)).toMatchObject({ lastActiveAt: registeredAt.toISOString() })
    await updateMember(id, { presenceOff: false })
    expect((await findSearchProfile(id))?.lastActiveAt).not.toBe(registeredAt.toISOString())
  })
})

test('searchKind encodes each combination of sexes as a different kind', () => {
  const sexes = ['MALE', 'FEMALE', 'NON_BINARY'] as const
  const singles = sexes.map((sex) => searchKind(sex))
  const couples = sexes.flatMap((first, index) => sexes.slice(index).map((second) => searchKind(first, second)))
  expect(new Set([...singles, ...couples]).size).toBe(9)
})

test('the search rows match the last of several concurrent changes', async () => {
  const { id } = await aMember(db)
  const change = (year: number) =>
    db.transaction().execute(async (tx) => {
      await tx.updateTable('persons').set({ yearOfBirth: year }).where('memberId', '=', id).execute()
      await refreshSearchRows(tx, id)
    })
  await Promise.all(Array.from({ length: 10 }, (_, index) => change(1960 + index)))
  const { yearOfBirth } = await db
    .selectFrom('persons')
    .selectAll()
    .where('memberId', '=', id)
    .executeTakeFirstOrThrow()
  expect((await findSearchProfile(id))?.p1Year).toBe(yearOfBirth)
  const cities = await listSearchCities(id)
  expect(cities.map(({ p1Year }) => p1Year)).toEqual([yearOfBirth])
})

test('the migration inserts the same rows for members who registered before search by filter existed', async () => {
  const hiddenMember = await aMember(db, { userName: 'Gömd' })
  await updateMember(hiddenMember.id, { hiddenFromSearch: true })
  await aMember(db, { couple: true, cities: ['Lund', 'Malmö'] })
  await aMember(db, { presenceOff: true, deletedAt: new Date() })
  const memberWithoutPresence = await aMember(db, {
    presenceOff: true,
    registeredAt: new Date('2026-01-01T00:07:00.000Z'),
  })
  await updateMember(memberWithoutPresence.id, { badges: ['VERIFIED'] }, [
    { sex: 'NON_BINARY', yearOfBirth: 1990, orientation: 'BI' },
  ])
  const readSearchRows = async () =>
    [
      ...(await db.selectFrom('search_profiles').selectAll().orderBy('memberId').execute()),
      ...(await db.selectFrom('search_cities').selectAll().orderBy('memberId').orderBy('city').execute()),
    ].map(({ findableSince: _, ...row }) => row)
  const previousRows = await readSearchRows()
  await db.deleteFrom('search_profiles').execute()
  await db.deleteFrom('search_cities').execute()
  await insertSearchRows(db as unknown as Kysely<unknown>)
  expect(await readSearchRows()).toEqual(previousRows)
})
