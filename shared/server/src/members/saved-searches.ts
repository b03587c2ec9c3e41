import { NEW_MATCHES_MAX } from '@app/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import { isBlockedPair } from '../policies/ignoring.ts'
import { RANK_COUNT, SEXES_IN_ORDER } from './search-rows.ts'

type Sql = RawBuilder<unknown>

/** The reference year for ages, and the current time. */
export type MatchTime = { referenceYear: number; now: Date }

const rankOf = (person: Sql) => sql`array_position(${SEXES_IN_ORDER}::text[], ${person} ->> 'sex')`

/**
 * Returns a query for one row with the criteria of a stored filter, a `SearchFilter` as JSON. Statements in which the
 * filter differs by row join it laterally as `criteria`; for a filter outside of the database there is `selectMatches`.
 */
export const selectCriteria = (filter: Sql, { now }: MatchTime) => sql`
  select case when rank2 is null then rank1 else least(rank1, rank2) + ${RANK_COUNT} * greatest(rank1, rank2) end::smallint
      as kind,
    case when rank1 > rank2 then person2 else person1 end as first,
    case when rank2 is not null then case when rank1 > rank2 then person1 else person2 end end as second,
    coalesce(rank1 = rank2, false) as "isSwappable",
    array(select jsonb_array_elements_text(stored.filter -> 'cities')) as cities,
    (stored.filter ->> 'onlyWithPhoto')::boolean as "onlyWithPhoto",
    stored.filter -> 'badges' ? 'VERIFIED' as "onlyVerified",
    coalesce(${now}::timestamptz - make_interval(days => (stored.filter ->> 'activeWithinDays')::int), '-infinity')
      as "activeSince"
  from (select ${filter} as filter) stored
  cross join lateral (select stored.filter -> 'person1Selection' as person1,
    case when (stored.filter ->> 'couples')::boolean then nullif(stored.filter -> 'person2Selection', 'null') end as person2
  ) persons
  cross join lateral (select ${rankOf(sql`person1`)} as rank1, ${rankOf(sql`person2`)} as rank2) ranks`

/** Returns a SQL predicate for one person of a search row. */
function matchesPerson(row: string, ordinal: 1 | 2, selection: Sql, { referenceYear }: MatchTime): Sql {
  const [year, orientation] = [sql.ref(`${row}.p${ordinal}Year`), sql.ref(`${row}.p${ordinal}Orientation`)]
  const age = (bound: string) => sql`(${selection} ->> ${sql.lit(bound)})::int`
  return sql`(${age('minAge')} = 0 or ${year} <= ${referenceYear} - ${age('minAge')})
    and (${age('maxAge')} = 0 or ${year} >= ${referenceYear} - ${age('maxAge')})
    and (${selection} -> 'orientations' = '[]' or ${selection} -> 'orientations' ? ${orientation})`
}

/**
 * Returns a SQL predicate that checks whether a row with the columns of a search row matches `criteria`, except its
 * cities.
 */
export function matchesCriteria(row: string, time: MatchTime): Sql {
  const matchesPersons = (first: Sql, second: Sql) => sql`(${matchesPerson(row, 1, first, time)}
    and (${second} is null or ${matchesPerson(row, 2, second, time)}))`
  const [first, second] = [sql.ref('criteria.first'), sql.ref('criteria.second')]
  const column = (name: string) => sql.ref(`${row}.${name}`)
  return sql`(${column('kind')} = criteria.kind
    and (${column('hasPhoto')} or not criteria."onlyWithPhoto") and (${column('verified')} or not criteria."onlyVerified")
    and ${column('lastActiveAt')} >= criteria."activeSince"
    and (${matchesPersons(first, second)} or criteria."isSwappable" and ${matchesPersons(second, first)}))`
}

/**
 * Returns SQL for the number of members whom a saved search finds, and who became findable after a time, up to
 * `NEW_MATCHES_MAX`. `search` is the alias of a row with `filter`, `since` and `viewerId`.
 */
export function countNewMatches(search: string, time: MatchTime): RawBuilder<number> {
  const [filter, since, viewerId] = ['filter', 'since', 'viewerId'].map((name) => sql.ref(`${search}.${name}`))
  const isNew = sql`found."findableSince" > ${since} and ${matchesCriteria('found', time)}
    and found."memberId" <> ${viewerId} and not ${isBlockedPair(sql`found."memberId"`, sql`${viewerId}`)}`
  return sql<number>`(
    select count(*)::int from (
      select distinct "memberId" from (${selectCriteria(sql`${filter}`, time)}) criteria
      cross join lateral (
        (select found."memberId" from search_profiles found where criteria.cities = '{}' and ${isNew}
          limit ${sql.lit(NEW_MATCHES_MAX)})
        union all
        (select found."memberId" from unnest(criteria.cities) wanted(city) cross join lateral (
          select found."memberId" from search_cities found where found.city = wanted.city and ${isNew}
          limit ${sql.lit(NEW_MATCHES_MAX)}) found)) matches
      limit ${sql.lit(NEW_MATCHES_MAX)}) counted)`
}
