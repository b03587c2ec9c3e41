import { LAST_ACTIVE_STEP_MS } from '@app/contract/limits'
import type { FindableSex } from '@app/contract/members/profiles'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { isVisibleMember } from '../policies/team.ts'

/**
 * The sexes in search order: the order of a couple's persons in search rows, regardless of their order on the profile.
 */
export const SEXES_IN_ORDER: FindableSex[] = ['MALE', 'FEMALE', 'NON_BINARY']
/** Returns the position of a sex in search order, from 1; 0 for no person. */
const getSexRank = (sex: FindableSex | undefined): number => (sex ? SEXES_IN_ORDER.indexOf(sex) + 1 : 0)
export const RANK_COUNT = SEXES_IN_ORDER.length + 1

/** Compares two sexes by their search order. */
export const compareSearchOrder = (first: FindableSex, second: FindableSex): number =>
  getSexRank(first) - getSexRank(second)

/** Encodes the sexes of a profile as one number. The sexes of a couple are given in search order. */
export const searchKind = (first: FindableSex, second?: FindableSex): number =>
  getSexRank(first) + RANK_COUNT * getSexRank(second)

/**
 * Returns SQL for a member's last activity as other members may see it: rounded down to steps, and the time of the
 * registration for a member who hides presence.
 */
export const searchActivity = (members: string): RawBuilder<string> => sql`
  date_bin(make_interval(secs => ${LAST_ACTIVE_STEP_MS / 1_000}),
    case when ${sql.ref(`${members}.presenceOff`)} then ${sql.ref(`${members}.registeredAt`)}
      else ${sql.ref(`${members}.lastActiveAt`)} end, timestamptz 'epoch')`

/** The columns that change with the member; `findableSince`, the time at which the row was inserted, does not. */
const COLUMN_NAMES = [
  'kind',
  'p1Year',
  'p2Year',
  'p1Orientation',
  'p2Orientation',
  'hasPhoto',
  'verified',
  'lastActiveAt',
]
const columnsOf = (table: string) => sql.join(COLUMN_NAMES.map((name) => sql.ref(`${table}.${name}`)))
const COLUMNS = sql.join(COLUMN_NAMES.map((name) => sql.ref(name)))
const updateOnConflict = (table: 'search_profiles' | 'search_cities') => sql`
  do update set (${COLUMNS}) = row(${columnsOf('excluded')})
  where (${columnsOf(table)}) is distinct from (${columnsOf('excluded')})`

/**
 * Rewrites the search rows of these members; members who are hidden from search, not visible, or keep a sex secret have
 * none. Every transaction that changes a column read here must call it.
 */
export async function refreshSearchRows(db: DatabaseTransaction, ...memberIds: string[]): Promise<void> {
  // A transaction that waits here for another change to the member then reads the result of that change.
  await sql`select from members where id = any(${memberIds}::bigint[]) order by id for no key update`.execute(db)
  await writeSearchRows(db, memberIds)
}

/**
 * Returns the beginning of a statement, which defines `profile_rows`: the values by which search finds these members,
 * except members who keep a sex secret.
 */
export const withProfileRows = (memberIds: readonly string[]) => sql`
  with person as (
    select "memberId", ordinal, array_position(${SEXES_IN_ORDER}::text[], sex) as "sexRank", "yearOfBirth",
      nullif(orientation, 'SECRET') as orientation
    from persons where "memberId" = any(${memberIds}::bigint[])
  ), persons_in_order as (
    select "memberId", array_agg("sexRank" order by "sexRank", ordinal) as "sexRanks",
      array_agg("yearOfBirth" order by "sexRank", ordinal) as years,
      array_agg(orientation order by "sexRank", ordinal) as orientations
    from person group by "memberId" having count(*) = count("sexRank")
  ), profile_rows as (
    select m.id as "memberId", m.cities, "sexRanks"[1] + ${RANK_COUNT} * coalesce("sexRanks"[2], 0) as kind,
      years[1] as "p1Year", years[2] as "p2Year",
      orientations[1] as "p1Orientation", orientations[2] as "p2Orientation",
      m."profilePhotoId" is not null as "hasPhoto", 'VERIFIED' = any(m.badges) as verified,
      ${searchActivity('m')} as "lastActiveAt", m."hiddenFromSearch", ${sql.raw(isVisibleMember('m'))} as visible
    from members m join persons_in_order on "memberId" = m.id
  )`

/** Rewrites the search rows of members whose rows are locked, or whom the current transaction has created. */
export async function writeSearchRows(db: Database, memberIds: string[]): Promise<void> {
  await sql`
    ${withProfileRows(memberIds)}, expected as materialized (
      select * from profile_rows where not "hiddenFromSearch" and visible
    ), profile as (
      insert into search_profiles ("memberId", ${COLUMNS}) select "memberId", ${COLUMNS} from expected
      on conflict ("memberId") ${updateOnConflict('search_profiles')}
    ), in_city as (
      insert into search_cities (city, "memberId", ${COLUMNS})
      select city, "memberId", ${COLUMNS} from expected cross join unnest(cities) as city
      on conflict ("memberId", city) ${updateOnConflict('search_cities')}
    ), removed_profile as (
      delete from search_profiles stored where "memberId" = any(${memberIds}::bigint[])
        and not exists (select from expected where expected."memberId" = stored."memberId")
    )
    delete from search_cities stored where "memberId" = any(${memberIds}::bigint[])
      and not exists (
        select from expected where expected."memberId" = stored."memberId" and stored.city = any(expected.cities))`.execute(
    db,
  )
}
