import { SEARCH_HINT_MAX, SEARCH_PAGE_SIZE } from '@app/contract/limits'
import type { Encrypted, PersonSelection, SearchFilter, SearchHint } from '@app/contract/profiles'
import { refreshSearchRows } from '@app/server/search-rows'
import { aMember, type TestMember } from '@app/server/testing-members'
import { beforeAll, expect, test } from 'vitest'
import { gatewayOfThisFile } from '../testing.ts'
import { decrypted } from './testing.ts'
import { aFilter, CITIES, matches, NOW, ORIENTATIONS, pick, type Somebody, somebody } from './testing-members.ts'

const { ctx, as, tokenOf } = await gatewayOfThisFile({ now: () => NOW })

let asker: TestMember
let everybody: Somebody[]
beforeAll(async () => {
  asker = await aMember(ctx.db)
  everybody = []
  for (let count = 0; count < 200; count++) everybody.push(await somebody(ctx.db, asker))
})

const namesWanted = (filter: SearchFilter): string[] =>
  everybody
    .filter((member) => matches(member, filter))
    .toSorted((a, b) => b.activity - a.activity || Number(b.id) - Number(a.id))
    .map(({ userName }) => userName)

async function namesOnPage(filter: SearchFilter, page: number): Promise<string[]> {
  const { status, body } = await as(asker).post<Encrypted>('/profiles/search-encrypted', { ...filter, page })
  expect(status).toBe(200)
  return (await decrypted(body, tokenOf(asker))).map(({ userName }) => userName)
}

async function namesFound(filter: SearchFilter, page = 0): Promise<string[]> {
  const names = await namesOnPage(filter, page)
  return names.length < SEARCH_PAGE_SIZE ? names : [...names, ...(await namesFound(filter, page + 1))]
}

const hintsFor = async (filter: SearchFilter) =>
  (await as(asker).post<SearchHint[]>('/profiles/search-hints', filter)).body

const dropped = (filter: SearchFilter): Record<SearchHint['drop'], SearchFilter> => {
  const each = (change: Partial<PersonSelection>): SearchFilter => ({
    ...filter,
    person1Selection: { ...filter.person1Selection, ...change },
    person2Selection: { ...(filter.person2Selection as PersonSelection), ...change },
  })
  return {
    CITIES: { ...filter, cities: [] },
    AGES: each({ minAge: 0, maxAge: 0 }),
    ORIENTATIONS: each({ orientations: [] }),
    ONLY_WITH_PHOTO: { ...filter, onlyWithPhoto: false },
    VERIFIED: { ...filter, badges: [] },
    RECENTLY_ACTIVE: { ...filter, activeWithinDays: null },
  }
}

test('every filter finds on its pages whom a walk through all members finds, in the same order', async () => {
  let hits = 0
  for (let count = 0; count < 200; count++) {
    const filter = aFilter()
    const wanted = namesWanted(filter)
    hits += wanted.length
    expect(await namesFound(filter), JSON.stringify(filter)).toEqual(wanted)
  }
  expect(hits).toBeGreaterThan(400)
})

test('every hint tells how many a walk through all members finds without that part', async () => {
  let hints = 0
  for (let count = 0; count < 100; count++) {
    const filter = aFilter()
    const told = await hintsFor(filter)
    hints += told.length
    for (const { drop, hits } of told)
      expect(hits, JSON.stringify({ drop, filter })).toBe(
        Math.min(namesWanted(dropped(filter)[drop]).length, SEARCH_HINT_MAX),
      )
  }
  expect(hints).toBeGreaterThan(100)
})

test('what is kept secret is found by no filter and changes no number', async () => {
  const filters = Array.from({ length: 20 }, aFilter).map((filter) => ({
    ...filter,
    person1Selection: { ...filter.person1Selection, orientations: [...ORIENTATIONS] },
  }))
  const answers = async () => {
    const all: unknown[] = []
    for (const filter of filters) all.push([await namesFound(filter), await hintsFor(filter)])
    return all
  }
  const before = await answers()
  for (let count = 0; count < 15; count++) {
    const secret = await aMember(ctx.db, { cities: CITIES, lastActiveAt: NOW, couple: count % 2 === 0 })
    await ctx.db
      .updateTable('persons')
      .set(count % 3 === 0 ? { sex: 'SECRET', orientation: pick(ORIENTATIONS) } : { sex: 'SECRET' })
      .where('memberId', '=', secret.id)
      .where('ordinal', '=', 1)
      .execute()
    await ctx.db.transaction().execute((tx) => refreshSearchRows(tx, secret.id))
  }
  expect(await answers()).toEqual(before)
})
