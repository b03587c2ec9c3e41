import type { PersonSelection, SearchFilter } from '@app/contract/profiles'
import { bySearchOrder, searchKind } from '@app/server/search-rows'
import { type RawBuilder, sql } from 'kysely'
import { seen } from './hits.ts'

/** What ages are counted against, and days. */
export type Today = { referenceYear: number; now: Date }

const DAY = 24 * 60 * 60 * 1_000

type Condition = RawBuilder<unknown>
const all = (conditions: Condition[]): Condition => sql.join(conditions, sql` and `)

/** One person of a row; ages are those that members see. */
function person(
  place: 1 | 2,
  { orientations, minAge, maxAge }: PersonSelection,
  { referenceYear }: Today,
): Condition[] {
  const [year, orientation] = [sql.ref(`p${place}Year`), sql.ref(`p${place}Orientation`)]
  const bornIn = (age: number) => sql`${referenceYear - age}::smallint`
  return [
    ...(minAge > 0 ? [sql`${year} <= ${bornIn(minAge)}`] : []),
    ...(maxAge > 0 ? [sql`${year} >= ${bornIn(maxAge)}`] : []),
    ...(orientations.length > 0 ? [sql`${orientation} = any(${orientations}::text[])`] : []),
  ]
}

const kindIs = (...sexes: Parameters<typeof searchKind>): Condition => sql`kind = ${searchKind(...sexes)}::smallint`

/** Persons of one sex stand in a row as they do on the profile, so either may be the one that was meant. */
function couple(one: PersonSelection, other: PersonSelection, today: Today): Condition[] {
  const [first, second] = bySearchOrder(one.sex, other.sex) <= 0 ? [one, other] : [other, one]
  const asGiven = [...person(1, first, today), ...person(2, second, today)]
  if (first.sex !== second.sex || asGiven.length === 0) return [kindIs(first.sex, second.sex), ...asGiven]
  const turned = [...person(1, second, today), ...person(2, first, today)]
  return [kindIs(first.sex, second.sex), sql`((${all(asGiven)}) or (${all(turned)}))`]
}

function conditions(filter: SearchFilter, today: Today): Condition {
  const { couples, person1Selection, person2Selection, onlyWithPhoto, badges, activeWithinDays } = filter
  const since = new Date(today.now.getTime() - (activeWithinDays ?? 0) * DAY).toISOString()
  return all([
    ...(couples && person2Selection
      ? couple(person1Selection, person2Selection, today)
      : [kindIs(person1Selection.sex), ...person(1, person1Selection, today)]),
    ...(onlyWithPhoto ? [sql`"hasPhoto"`] : []),
    ...(badges.includes('VERIFIED') ? [sql`verified`] : []),
    ...(activeWithinDays ? [sql`"lastActiveAt" >= ${since}`] : []),
    seen(sql.ref('memberId')),
  ])
}

/**
 * Whom a filter finds, at most so many from each city. Each city is a walk of its own along an index that ends there;
 * who lives in two of them is found once.
 */
export function found(filter: SearchFilter, today: Today, most: number, order = sql``): RawBuilder<unknown> {
  const matching = conditions(filter, today)
  const walk = (where: Condition) =>
    sql`(select "memberId", "lastActiveAt" from ${where} and ${matching} ${order} limit ${most})`
  const walks =
    filter.cities.length === 0
      ? [walk(sql`search_profiles where true`)]
      : filter.cities.map((city) => walk(sql`search_cities where city = ${city}`))
  return sql`select distinct "memberId", "lastActiveAt" from (${sql.join(walks, sql` union all `)}) walks`
}
