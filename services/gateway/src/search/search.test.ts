import type { ErrorResponse } from '@app/contract/errors'
import type { Encrypted, SearchHit } from '@app/contract/members/profiles'
import { asOwner } from '@app/server/testing/context'
import { aMember, aSession, type TestMember } from '@app/server/testing/members'
import { recordStatements } from '@app/server/testing/statements'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { selectHitsByName } from './queries.ts'
import { decryptHits } from './testing.ts'

const { ctx, as, tokenOf, visitor } = await setUpTestGateway()

const search = (viewer: TestMember, part: string) =>
  as(viewer).get<Encrypted & ErrorResponse>(`/profiles/search-user-encrypted/${encodeURIComponent(part)}`)

async function findHits(viewer: TestMember, part: string): Promise<SearchHit[]> {
  const { status, body } = await search(viewer, part)
  expect(status).toBe(200)
  return decryptHits(body, tokenOf(viewer))
}

const listNames = async (viewer: TestMember, part: string) =>
  (await findHits(viewer, part)).map(({ userName }) => userName)
const createMembers = async (...names: string[]) => {
  for (const userName of names) await aMember(ctx.db, { userName })
}

let viewer: TestMember
beforeEach(async () => {
  await ctx.db.deleteFrom('members').execute()
  viewer = await aMember(ctx.db, { userName: 'Frågaren' })
})

describe('a search by name', () => {
  test('returns the fields of a result card, which only the requesting session can decrypt', {
    tags: 'search.by-name',
  }, async () => {
    const bo = await aMember(ctx.db, { userName: 'Bo Ek', couple: true, cities: ['Lund'] })
    await ctx.db
      .updateTable('members')
      .set({ description: 'å'.repeat(80) })
      .where('id', '=', bo.id)
      .execute()
    const { body } = await search(viewer, 'bo')
    expect(Object.keys(body)).toEqual(['alg', 'iv', 'data'])
    expect(body.alg).toBe('A256GCM')
    expect(await decryptHits(body, tokenOf(viewer))).toEqual([
      {
        userName: 'Bo Ek',
        persons: [
          { sex: 'FEMALE', yearOfBirth: 1985, orientation: 'SECRET' },
          { sex: 'MALE', yearOfBirth: 1985, orientation: 'SECRET' },
        ],
        cities: ['Lund'],
        text: 'å'.repeat(50),
        lastActive: expect.any(String),
        profilePhotoUrl: null,
        badges: [],
        hasNotes: false,
        hasAd: false,
        title: null,
      },
    ])
    const otherSession = { ...viewer, sessionId: await aSession(ctx.db, viewer.id) }
    await expect(decryptHits(body, tokenOf(otherSession))).rejects.toThrow()
    expect((await search(viewer, 'bo')).body.iv).not.toBe(body.iv)
  })

  test('matches any part of the name, ignoring case and accents, with the best match first', async () => {
    await createMembers('Bengt Åkesson', 'Åke', 'Ake', 'Åkerman', 'Makele', 'Nilsson')
    expect(await listNames(viewer, 'åKE')).toEqual(['Åke', 'Ake', 'Åkerman', 'Bengt Åkesson', 'Makele'])
    expect(await listNames(viewer, 'ake')).toEqual(['Ake', 'Åke', 'Åkerman', 'Bengt Åkesson', 'Makele'])
    expect(await listNames(viewer, 'lss')).toEqual(['Nilsson'])
    expect(await listNames(viewer, 'finns inte')).toEqual([])
  })

  test('matches the beginning of the name for one or two letters', async () => {
    await createMembers('Åke', 'Makele', 'Alva', 'Bo Alm')
    expect(await listNames(viewer, 'ak')).toEqual(['Åke'])
    expect(await listNames(viewer, 'a')).toEqual(['Åke', 'Alva'])
  })

  test('returns at most 24 hits, the best matches first', async () => {
    await createMembers(...Array.from({ length: 40 }, (_, index) => `Xx Berg ${index}`), 'Berg', 'Bergman')
    const names = await listNames(viewer, 'berg')
    expect(names).toHaveLength(24)
    expect(names.slice(0, 2)).toEqual(['Berg', 'Bergman'])
  })

  test('omits the viewer, members in a blocked pair with the viewer, admins, and members who hide or are being deleted', async () => {
    const [ignored, ignorer] = [
      await aMember(ctx.db, { userName: 'Ek Ett' }),
      await aMember(ctx.db, { userName: 'Ek Två' }),
    ]
    await aMember(ctx.db, { userName: 'Ek Tre', deletedAt: new Date() })
    await aMember(ctx.db, { userName: 'Ek Fyra' })
    await aMember(ctx.db, { userName: 'Ek Sex', level: 'ADMIN' })
    const hidden = await aMember(ctx.db, { userName: 'Ek Fem' })
    await as(hidden).post('/members/settings', { hiddenFromSearch: true })
    const lastActiveThen = new Date().toISOString()
    await ctx.db
      .insertInto('ignores')
      .values([
        { ignorerId: viewer.id, ignoredId: ignored.id, lastActiveThen },
        { ignorerId: ignorer.id, ignoredId: viewer.id, lastActiveThen },
      ])
      .execute()
    expect(await listNames(viewer, 'ek')).toEqual(['Ek Fyra'])
    expect(await listNames(viewer, 'frågaren')).toEqual([])
  })

  test.each(['%', '_', '%%%', '_____', '\\', '\\%', "'", '";--'])('matches %j literally', async (part) => {
    await createMembers('Anna Berg')
    expect(await findHits(viewer, part)).toEqual([])
  })

  test('hides the last activity of a member who hides presence', async () => {
    await aMember(ctx.db, { userName: 'Bo', presenceOff: true })
    expect(await findHits(viewer, 'bo')).toMatchObject([{ lastActive: null }])
  })
})

test("a hit shows the viewer's own note, and no other member's", async () => {
  const bo = await aMember(ctx.db, { userName: 'Bo' })
  const otherViewer = await aMember(ctx.db)
  await ctx.db.insertInto('profile_notes').values({ writerId: otherViewer.id, aboutId: bo.id, notes: 'Hej' }).execute()
  expect(await findHits(viewer, 'bo')).toMatchObject([{ hasNotes: false }])
  expect(await findHits(otherViewer, 'bo')).toMatchObject([{ hasNotes: true }])
})

test('a search without letters, with a control character or that is too long is rejected', {
  tags: 'search.empty',
}, async () => {
  for (const emptyName of [' ', '   ', '\u0301', '\u0000', 'x'.repeat(101)])
    expect(await search(viewer, emptyName)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
})

test('a search requires a session', async () => {
  expect((await visitor.get('/profiles/search-user-encrypted/ann')).status).toBe(401)
})

test('a search by name uses one statement and the two indexes of names', async () => {
  await asOwner(
    ctx.db,
    sql`
      insert into members (email, "emailKey", "userName", "nameKey", "nameSearch", "passwordHash", cities, "registeredAt", "lastActiveAt")
      select name, name, name, name, name, 'none', '{Lund}', now(), now()
      from (select 'm' || left(md5(n::text), 12) as name from generate_series(1, 20000) n) names`,
  )
  // Also moves the names from the pending list of their index into the index, without which it is not chosen.
  await asOwner(ctx.db, sql`vacuum (analyze) members`)
  await createMembers('Karin Rosenqvist')
  const statements = await recordStatements(async () => {
    expect(await listNames(viewer, 'rosenqvist')).toEqual(['Karin Rosenqvist'])
  })
  expect(statements).toHaveLength(2)
  const explainQuery = async (name: string) => {
    const statement = selectHitsByName(viewer.id, name).compile(ctx.db)
    return JSON.stringify((await ctx.pool.query(`explain ${statement.sql}`, [...statement.parameters])).rows)
  }
  const plan = await explainQuery('rosenqvist')
  expect(plan).toContain('members_name_prefix')
  expect(plan).toContain('members_name_part')
  expect(plan).not.toContain('Seq Scan on members')
  for (const letters of ['m', 'm1'])
    expect(await explainQuery(letters)).not.toMatch(/Seq Scan on members|members_name_part/)
})
