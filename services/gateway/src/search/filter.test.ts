import { SEARCH_HINT_MAX, SEARCH_PAGE_SIZE } from '@app/contract/limits'
import type { Encrypted, PersonSelection, SearchFilter, SearchHint } from '@app/contract/members/profiles'
import { refreshSearchRows } from '@app/server/members/search-rows'
import { aMember, type TestMember } from '@app/server/testing/members'
import { beforeAll, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { decryptHits } from './testing.ts'
import {
  aFilter,
  aSearchableMember,
  CITIES,
  matchesFilter,
  NOW,
  ORIENTATIONS,
  pick,
  type SearchableMember,
} from './testing-members.ts'

const { ctx, as, tokenOf } = await setUpTestGateway({ now: () => NOW })

let viewer: TestMember
let members: SearchableMember[]
beforeAll(async () => {
  viewer = await aMember(ctx.db)
  members = []
  for (let count = 0; count < 200; count++) members.push(await aSearchableMember(ctx.db, viewer))
})

const listExpectedNames = (filter: SearchFilter): string[] =>
  members
    .filter((member) => matchesFilter(member, filter))
    .toSorted((a, b) => b.activity - a.activity || Number(b.id) - Number(a.id))
    .map(({ userName }) => userName)

async function listNamesOnPage(filter: SearchFilter, page: number): Promise<string[]> {
  const { status, body } = await as(viewer).post<Encrypted>('/profiles/search-encrypted', { ...filter, page })
  expect(status).toBe(200)
  return (await decryptHits(body, tokenOf(viewer))).map(({ userName }) => userName)
}

async function listNames(filter: SearchFilter, page = 0): Promise<string[]> {
  const names = await listNamesOnPage(filter, page)
  return names.length < SEARCH_PAGE_SIZE ? names : [...names, ...(await listNames(filter, page + 1))]
}

const listHints = async (filter: SearchFilter) =>
  (await as(viewer).post<SearchHint[]>('/profiles/search-hints', filter)).body

const dropPart = (filter: SearchFilter): Record<SearchHint['drop'], SearchFilter> => {
  const withBoth = (change: Partial<PersonSelection>): SearchFilter => ({
    ...filter,
    person1Selection: { ...filter.person1Selection, ...change },
    person2Selection: { ...(filter.person2Selection as PersonSelection), ...change },
  })
  return {
    CITIES: { ...filter, cities: [] },
    AGES: withBoth({ minAge: 0, maxAge: 0 }),
    ORIENTATIONS: withBoth({ orientations: [] }),
    ONLY_WITH_PHOTO: { ...filter, onlyWithPhoto: false },
    VERIFIED: { ...filter, badges: [] },
    RECENTLY_ACTIVE: { ...filter, activeWithinDays: null },
  }
}

test('every filter returns the same members as a full scan, in the same order', {
  tags: 'search.filters',
}, async () => {
  let hits = 0
  for (let count = 0; count < 200; count++) {
    const filter = aFilter()
    const expectedNames = listExpectedNames(filter)
    hits += expectedNames.length
    expect(await listNames(filter), JSON.stringify(filter)).toEqual(expectedNames)
  }
  expect(hits).toBeGreaterThan(400)
})

test('every hint counts the same members as a full scan without that part', async () => {
  let hints = 0
  for (let count = 0; count < 100; count++) {
    const filter = aFilter()
    const hintList = await listHints(filter)
    hints += hintList.length
    for (const { drop, hits } of hintList)
      expect(hits, JSON.stringify({ drop, filter })).toBe(
        Math.min(listExpectedNames(dropPart(filter)[drop]).length, SEARCH_HINT_MAX),
      )
  }
  expect(hints).toBeGreaterThan(100)
})

test('hidden fields match no filter and change no count', async () => {
  const filters = Array.from({ length: 20 }, aFilter).map((filter) => ({
    ...filter,
    person1Selection: { ...filter.person1Selection, orientations: [...ORIENTATIONS] },
  }))
  const readResponses = async () => {
    const all: unknown[] = []
    for (const filter of filters) all.push([await listNames(filter), await listHints(filter)])
    return all
  }
  const before = await readResponses()
  for (let count = 0; count < 15; count++) {
    const secretMember = await aMember(ctx.db, { cities: CITIES, lastActiveAt: NOW, couple: count % 2 === 0 })
    await ctx.db
      .updateTable('persons')
      .set(count % 3 === 0 ? { sex: 'SECRET', orientation: pick(ORIENTATIONS) } : { sex: 'SECRET' })
      .where('memberId', '=', secretMember.id)
      .where('ordinal', '=', 1)
      .execute()
    await ctx.db.transaction().execute((tx) => refreshSearchRows(tx, secretMember.id))
  }
  expect(await readResponses()).toEqual(before)
})
