import { SEARCH_HINT_MAX, SEARCH_PAGE_SIZE } from '@app/contract/limits'
import type { Encrypted, PersonSelection, SearchCount, SearchFilter, SearchHint } from '@app/contract/members/profiles'
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
    .toSorted((a, b) => b.visibleActivityMs - a.visibleActivityMs || Number(b.id) - Number(a.id))
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

/** Returns one filter for each part that a hint can drop: the given filter without that part. */
const relaxFilter = (filter: SearchFilter): Record<SearchHint['drop'], SearchFilter> => {
  const changeBothPersons = (change: Partial<PersonSelection>): SearchFilter => ({
    ...filter,
    person1Selection: { ...filter.person1Selection, ...change },
    person2Selection: { ...(filter.person2Selection as PersonSelection), ...change },
  })
  return {
    CITIES: { ...filter, cities: [] },
    AGES: changeBothPersons({ minAge: 0, maxAge: 0 }),
    ORIENTATIONS: changeBothPersons({ orientations: [] }),
    ONLY_WITH_PHOTO: { ...filter, onlyWithPhoto: false },
    VERIFIED: { ...filter, badges: [] },
    RECENTLY_ACTIVE: { ...filter, activeWithinDays: null },
  }
}

test('every filter matches and counts the same members as a comparison in memory, in the same order', {
  tags: 'search.filters',
}, async () => {
  let hitCount = 0
  for (let count = 0; count < 200; count++) {
    const filter = aFilter()
    const expectedNames = listExpectedNames(filter)
    hitCount += expectedNames.length
    expect(await listNames(filter), JSON.stringify(filter)).toEqual(expectedNames)
    const { body } = await as(viewer).post<SearchCount>('/profiles/search-count', filter)
    expect(body, JSON.stringify(filter)).toEqual({ hits: expectedNames.length })
  }
  expect(hitCount).toBeGreaterThan(400)
})

test('every hint counts the same members as a comparison in memory without that part of the filter', async () => {
  let hintCount = 0
  for (let count = 0; count < 100; count++) {
    const filter = aFilter()
    const hints = await listHints(filter)
    hintCount += hints.length
    for (const { drop, hits } of hints)
      expect(hits, JSON.stringify({ drop, filter })).toBe(
        Math.min(listExpectedNames(relaxFilter(filter)[drop]).length, SEARCH_HINT_MAX),
      )
  }
  expect(hintCount).toBeGreaterThan(100)
})

test('members who hide their sex match no filter and change no count', async () => {
  const filters = Array.from({ length: 20 }, aFilter).map((filter) => ({
    ...filter,
    person1Selection: { ...filter.person1Selection, orientations: [...ORIENTATIONS] },
  }))
  const readResponses = async () => {
    const responses: unknown[] = []
    for (const filter of filters) responses.push([await listNames(filter), await listHints(filter)])
    return responses
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
