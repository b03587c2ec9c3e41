import type { PersonSelection, SearchFilter, SearchHint, SearchHit } from '@app/contract/members/profiles'
import { nameSearch } from '@app/contract/text/names'
import type { MemberCtx } from '@app/server/context'
import type { ReadDatabase } from '@app/server/db/read-replica'
import { AppError } from '@app/server/errors'
import type { Limits } from '../limits/limits.ts'
import { countMembersSeen } from '../limits/members-seen.ts'
import { referenceYearOf } from '../members/reference-year.ts'
import { type HitRow, toHit } from './hits.ts'
import { keepVisibleHits, listCounts, searchByFilter, searchByName } from './queries.ts'

const getToday = (ctx: MemberCtx) => ({ referenceYear: referenceYearOf(ctx), now: ctx.now() })

/** Searches at the replica, and drops members who have ignored the caller, hidden themselves or left since. */
async function searchReplica(
  { readReplica, db, member }: MemberCtx,
  find: (db: ReadDatabase) => Promise<HitRow[]>,
): Promise<HitRow[]> {
  const { result, fresh } = await readReplica.read(find)
  return fresh || result.length === 0 ? result : keepVisibleHits(db, member.id, result)
}

/** Counts and converts hits. Their response is encrypted, so no route hook can count them. */
async function showHits(ctx: MemberCtx, limits: Limits, rows: HitRow[]): Promise<SearchHit[]> {
  const now = ctx.now()
  await countMembersSeen(ctx, { limits, budget: 'search', names: rows.map(({ userName }) => userName) })
  return rows.map((row) => toHit(row, now))
}

/** Finds members by a part of their name. */
export async function findByPartOfName(ctx: MemberCtx, limits: Limits, name: string): Promise<SearchHit[]> {
  if (nameSearch(name) === '')
    throw new AppError('VALIDATION', { fields: [{ path: 'userName', problem: 'field.required' }] })
  await limits.take('searches', ctx.member.accountId)
  return showHits(ctx, limits, await searchReplica(ctx, (db) => searchByName(db, ctx.member.id, name)))
}

/** Returns one page of the members that match the filter. */
export async function findByFilter(ctx: MemberCtx, limits: Limits, filter: SearchFilter): Promise<SearchHit[]> {
  await limits.take('searches', ctx.member.accountId)
  return showHits(
    ctx,
    limits,
    await searchReplica(ctx, (db) => searchByFilter(db, ctx.member.id, filter, getToday(ctx))),
  )
}

/** Returns the filter with both persons changed. */
const changeBothPersons = (filter: SearchFilter, change: Partial<PersonSelection>): SearchFilter => ({
  ...filter,
  person1Selection: { ...filter.person1Selection, ...change },
  person2Selection: filter.person2Selection ? { ...filter.person2Selection, ...change } : null,
})

/** Returns the filter without each of its droppable parts, one at a time, for the parts that it has. */
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
 * Returns the effect of dropping each part of a filter that matches no member. Returns counts only, so no member counts
 * as seen.
 */
export async function findHints(ctx: MemberCtx, limits: Limits, filter: SearchFilter): Promise<SearchHint[]> {
  await limits.take('searches', ctx.member.accountId)
  const filters = relaxFilter(filter)
  if (filters.length === 0) return []
  const { result } = await ctx.readReplica.read((db) => listCounts(db, ctx.member.id, filters, getToday(ctx)))
  return result
}
