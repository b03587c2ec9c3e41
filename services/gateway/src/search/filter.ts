import { DAY_MS } from '@app/contract/limits'
import type { PersonSelection, SearchFilter } from '@app/contract/members/profiles'
import { compareSearchOrder, searchKind } from '@app/server/members/search-rows'
import { type RawBuilder, sql } from 'kysely'
import { isNotHidden } from './hits.ts'

/** The reference year for ages, and the current time. */
export type Today = { referenceYear: number; now: Date }

type Condition = RawBuilder<unknown>
const allOf = (conditions: Condition[]): Condition => sql.join(conditions, sql` and `)

/** Returns the conditions for one person of a row. Ages are calculated for the reference year, as members see them. */
function matchPerson(
  ordinal: 1 | 2,
  { orientations, minAge, maxAge }: PersonSelection,
  { referenceYear }: Today,
): Condition[] {
  const [year, orientation] = [sql.ref(`p${ordinal}Year`), sql.ref(`p${ordinal}Orientation`)]
  const birthYear = (age: number) => sql`${referenceYear - age}::smallint`
  return [
    ...(minAge > 0 ? [sql`${year} <= ${birthYear(minAge)}`] : []),
    ...(maxAge > 0 ? [sql`${year} >= ${birthYear(maxAge)}`] : []),
    ...(orientations.length > 0 ? [sql`${orientation} = any(${orientations}::text[])`] : []),
  ]
}

const matchKind = (...sexes: Parameters<typeof searchKind>): Condition => sql`kind = ${searchKind(...sexes)}::smallint`

/** Returns the conditions for a couple. Persons of the same sex may be in either order, so both orders match. */
function matchCouple(person1: PersonSelection, person2: PersonSelection, today: Today): Condition[] {
  const isOrdered = compareSearchOrder(person1.sex, person2.sex) <= 0
  const [first, second] = isOrdered ? [person1, person2] : [person2, person1]
  const sameOrder = [...matchPerson(1, first, today), ...matchPerson(2, second, today)]
  if (first.sex !== second.sex || sameOrder.length === 0) return [matchKind(first.sex, second.sex), ...sameOrder]
  const swappedOrder = [...matchPerson(1, second, today), ...matchPerson(2, first, today)]
  return [matchKind(first.sex, second.sex), sql`((${allOf(sameOrder)}) or (${allOf(swappedOrder)}))`]
}

/** Returns the conditions that a filter sets for a row with the columns of a search row, except its cities. */
export function matchProfile(filter: SearchFilter, today: Today): Condition {
  const { couples, person1Selection, person2Selection, onlyWithPhoto, badges, activeWithinDays } = filter
  const activeSince = new Date(today.now.getTime() - (activeWithinDays ?? 0) * DAY_MS).toISOString()
  return allOf([
    ...(couples && person2Selection
      ? matchCouple(person1Selection, person2Selection, today)
      : [matchKind(person1Selection.sex), ...matchPerson(1, person1Selection, today)]),
    ...(onlyWithPhoto ? [sql`"hasPhoto"`] : []),
    ...(badges.includes('VERIFIED') ? [sql`verified`] : []),
    ...(activeWithinDays ? [sql`"lastActiveAt" >= ${activeSince}`] : []),
  ])
}

type MatchOptions = {
  limit: number
  order?: RawBuilder<unknown>
  /** A further condition on the search row. */
  condition?: Condition
}

/**
 * Selects the members that match a filter, at most `limit` from each of its cities, or from everywhere if it has none.
 * Each city is a separate index scan that stops at the limit; a member of two cities is selected once. The statement
 * that contains the selection must begin with `withHidden`.
 */
export function selectMatches(
  filter: SearchFilter,
  today: Today,
  { limit, order = sql``, condition = sql`true` }: MatchOptions,
): RawBuilder<unknown> {
  const matching = allOf([matchProfile(filter, today), isNotHidden(sql.ref('memberId'))])
  const selectFrom = (where: Condition) =>
    sql`(select "memberId", "lastActiveAt" from ${where} and ${matching} and ${condition} ${order} limit ${limit})`
  const selections =
    filter.cities.length === 0
      ? [selectFrom(sql`search_profiles where true`)]
      : filter.cities.map((city) => selectFrom(sql`search_cities where city = ${city}`))
  return sql`select distinct "memberId", "lastActiveAt" from (${sql.join(selections, sql` union all `)}) scans`
}
