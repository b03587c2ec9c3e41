import type { Unsigned } from '@app/contract/media'
import type { PersonSelection, SearchCount, SearchFilter, SearchHint, SearchHit } from '@app/contract/members/profiles'
import { nameSearch } from '@app/contract/text/names'
import type { ReadDatabase } from '@app/server/db/read-replica'
import { AppError } from '@app/server/errors'
import { getCurrentReferenceYear } from '@app/server/members/reference-year'
import type { MemberCtx } from '../context.ts'
import { countMembersSeen } from '../limits/members-seen.ts'
import type { Today } from './filter.ts'
import { type HitRow, toHit } from './hits.ts'
import { countHits, keepVisibleHits, listHints, searchByFilter, searchByName } from './queries.ts'

/** Returns the reference year for ages, and the current time. */
export const getToday = (ctx: Pick<MemberCtx, 'config' | 'now'>): Today => ({
  referenceYear: getCurrentReferenceYear(ctx),
  now: ctx.now(),
})

/** Searches in the read replica. If the hits may be outdated, drops those that are no longer visible to the caller. */
async function searchReplica(
  { readReplica, db, member }: MemberCtx,
  find: (db: ReadDatabase) => Promise<HitRow[]>,
): Promise<HitRow[]> {
  const { result, fresh } = await readReplica.read(find)
  return fresh || result.length === 0 ? result : keepVisibleHits(db, member.id, result)
}

/** Converts rows to hits, and counts the members. A route hook cannot count them, because the response is encrypted. */
async function toCountedHits(ctx: MemberCtx, rows: HitRow[]): Promise<Unsigned<typeof SearchHit>[]> {
  const now = ctx.now()
  await countMembersSeen(ctx, { budget: 'search', names: rows.map(({ userName }) => userName) })
  return rows.map((row) => toHit(row, now))
}

/** Finds members by part of their name. */
export async function findByPartOfName(ctx: MemberCtx, name: string): Promise<Unsigned<typeof SearchHit>[]> {
  if (nameSearch(name) === '')
    throw new AppError('VALIDATION', { fields: [{ path: 'userName', problem: 'field.required' }] })
  await ctx.limits.take('searches', ctx.member.accountId)
  return toCountedHits(ctx, await searchReplica(ctx, (db) => searchByName(db, ctx.member.id, name)))
}

/** Returns one page of the members that match the filter. */
export async function findByFilter(ctx: MemberCtx, filter: SearchFilter): Promise<Unsigned<typeof SearchHit>[]> {
  await ctx.limits.take('searches', ctx.member.accountId)
  return toCountedHits(ctx, await searchReplica(ctx, (db) => searchByFilter(db, ctx.member.id, filter, getToday(ctx))))
}

/** Returns the filter with both persons changed. */
const changeBothPersons = (filter: SearchFilter, change: Partial<PersonSelection>): SearchFilter => ({
  ...filter,
  person1Selection: { ...filter.person1Selection, ...change },
  person2Selection: filter.person2Selection ? { ...filter.person2Selection, ...change } : null,
})

/** Returns a copy of the filter for each part that it has, without that part. */
function relaxFilter(filter: SearchFilter): { drop: SearchHint['drop']; filter: SearchFilter }[] {
  const { couples, person1Selection, person2Selection, cities, onlyWithPhoto, badges, activeWithinDays } = filter
  const persons = couples && person2Selection ? [person1Selection, person2Selection] : [person1Selection]
  const relaxations: { drop: SearchHint['drop']; isSet: boolean; filter: SearchFilter }[] = [
    { drop: 'CITIES', isSet: cities.length > 0, filter: { ...filter, cities: [] } },
    {
      drop: 'AGES',
      isSet: persons.some(({ minAge, maxAge }) => minAge > 0 || maxAge > 0),
      filter: changeBothPersons(filter, { minAge: 0, maxAge: 0 }),
    },
    {
      drop: 'ORIENTATIONS',
      isSet: persons.some(({ orientations }) => orientations.length > 0),
      filter: changeBothPersons(filter, { orientations: [] }),
    },
    { drop: 'ONLY_WITH_PHOTO', isSet: onlyWithPhoto, filter: { ...filter, onlyWithPhoto: false } },
    { drop: 'VERIFIED', isSet: badges.length > 0, filter: { ...filter, badges: [] } },
    { drop: 'RECENTLY_ACTIVE', isSet: Boolean(activeWithinDays), filter: { ...filter, activeWithinDays: null } },
  ]
  return relaxations.filter(({ isSet }) => isSet)
}

/**
 * Returns, for each part of a filter, the number of matches without that part; omits parts without which there are
 * none. Clients request this for a search without hits. The response names no member, so none counts as seen.
 */
export async function findHints(ctx: MemberCtx, filter: SearchFilter): Promise<SearchHint[]> {
  await ctx.limits.take('searches', ctx.member.accountId)
  const filters = relaxFilter(filter)
  if (filters.length === 0) return []
  const { result } = await ctx.readReplica.read((db) => listHints(db, ctx.member.id, filters, getToday(ctx)))
  return result
}

/** Returns the number of hits of a filter. The response names no member, so none counts as seen. */
export async function countByFilter(ctx: MemberCtx, filter: SearchFilter): Promise<SearchCount> {
  await ctx.limits.take('searchCounts', ctx.member.accountId)
  const { result } = await ctx.readReplica.read((db) => countHits(db, ctx.member.id, filter, getToday(ctx)))
  return result
}
