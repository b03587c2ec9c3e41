import { LAST_ACTIVE_STEP } from '@app/contract/limits'
import type { FindableSex } from '@app/contract/members/profiles'
import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import { isVisibleMember } from './team.ts'

/** The order of a couple's persons in search rows, regardless of their order on the profile. */
const SEXES: FindableSex[] = ['MALE', 'FEMALE', 'NON_BINARY']
const indexOfSex = (sex: FindableSex | undefined): number => (sex ? SEXES.indexOf(sex) + 1 : 0)
const FIRST_KINDS = SEXES.length + 1

export const compareSearchOrder = (one: FindableSex, other: FindableSex): number => indexOfSex(one) - indexOfSex(other)

/** Returns the sexes of a profile as one number; a couple's in search order. */
export const searchKind = (first: FindableSex, second?: FindableSex): number =>
  indexOfSex(first) + FIRST_KINDS * indexOfSex(second)

/**
 * Returns SQL for a member's last activity as others may know it: in steps; a member who hides presence counts as
 * inactive since registration.
 */
export const searchActivity = (members: string): RawBuilder<string> => sql`
  date_bin(make_interval(secs => ${LAST_ACTIVE_STEP / 1_000}),
    case when ${sql.ref(`${members}.presenceOff`)} then ${sql.ref(`${members}.registeredAt`)}
      else ${sql.ref(`${members}.lastActiveAt`)} end, timestamptz 'epoch')`

const COLUMNS = sql.raw(
  `kind, "p1Year", "p2Year", "p1Orientation", "p2Orientation", "hasPhoto", verified, "lastActiveAt"`,
)
const updateOnConflict = (table: 'search_profiles' | 'search_cities') => sql`
  do update set (${COLUMNS}) = (select excluded.kind, excluded."p1Year", excluded."p2Year", excluded."p1Orientation",
    excluded."p2Orientation", excluded."hasPhoto", excluded.verified, excluded."lastActiveAt")
  where ${sql.table(table)} is distinct from excluded`

/**
 * Rewrites the search rows of these members; members who are hidden from search, unavailable, or keep a sex secret have
 * none. Every transaction that changes a column read here must call it.
 */
export async function refreshSearchRows(db: DatabaseTransaction, ...memberIds: string[]): Promise<void> {
  // A transaction that waits here for another change of the member then reads the result of that change.
  await sql`select from members where id = any(${memberIds}::bigint[]) order by id for no key update`.execute(db)
  await sql`
    with person as (
      select "memberId", ordinal, array_position(${SEXES}::text[], sex) as place, "yearOfBirth",
        nullif(orientation, 'SECRET') as orientation
      from persons where "memberId" = any(${memberIds}::bigint[])
    ), persons_in_order as (
      select "memberId", array_agg(place order by place, ordinal) as places,
        array_agg("yearOfBirth" order by place, ordinal) as years,
        array_agg(orientation order by place, ordinal) as orientations
      from person group by "memberId" having count(*) = count(place)
    ), wanted as materialized (
      select m.id as "memberId", m.cities, places[1] + ${FIRST_KINDS} * coalesce(places[2], 0) as kind,
        years[1] as "p1Year", years[2] as "p2Year", orientations[1] as "p1Orientation", orientations[2] as "p2Orientation",
        m."profilePhotoId" is not null as "hasPhoto", 'VERIFIED' = any(m.badges) as verified,
        ${searchActivity('m')} as "lastActiveAt"
      from members m join persons_in_order on "memberId" = m.id
      where not m."hiddenFromSearch" and ${sql.raw(isVisibleMember('m'))}
    ), profile as (
      insert into search_profiles ("memberId", ${COLUMNS}) select "memberId", ${COLUMNS} from wanted
      on conflict ("memberId") ${updateOnConflict('search_profiles')}
    ), in_city as (
      insert into search_cities (city, "memberId", ${COLUMNS})
      select city, "memberId", ${COLUMNS} from wanted cross join unnest(cities) as city
      on conflict ("memberId", city) ${updateOnConflict('search_cities')}
    ), gone_profile as (
      delete from search_profiles old where "memberId" = any(${memberIds}::bigint[])
        and not exists (select from wanted where wanted."memberId" = old."memberId")
    )
    delete from search_cities old where "memberId" = any(${memberIds}::bigint[])
      and not exists (select from wanted where wanted."memberId" = old."memberId" and old.city = any(wanted.cities))`.execute(
    db,
  )
}
