import { NAME_SEARCH_MAX, SEARCH_COUNT_MAX, SEARCH_HINT_MAX, SEARCH_PAGE_SIZE } from '@app/contract/limits'
import type { SearchCount, SearchFilter, SearchHint } from '@app/contract/members/profiles'
import { nameKey, nameSearch } from '@app/contract/text/names'
import type { ReadDatabase } from '@app/server/db/read-replica'
import { isVisibleMember } from '@app/server/policies/team'
import { sql } from 'kysely'
import { selectMatches, type Today } from './filter.ts'
import { type HitRow, hitColumns, isNotHidden, withHidden } from './hits.ts'

/** The trigram index does not support parts shorter than this. */
const PART_LENGTH_MIN = 3

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/**
 * Selects members by part of their name, best match first: exact name, same letters, prefix, part. Prefixes use the
 * sorted index, parts the trigram index; both stop at the number of results shown.
 */
export function selectHitsByName(viewerId: string, name: string) {
  const letters = nameSearch(name)
  const selectByPattern = (pattern: string, column = sql`"nameSearch"`) => sql`
    select id from members
    where ${sql.raw(isVisibleMember('members'))} and not "hiddenFromSearch" and ${column} like ${pattern} and ${isNotHidden(sql.ref('id'))}`
  const byPart = sql`union (${selectByPattern(`%${escapeLike(letters)}%`)} limit ${NAME_SEARCH_MAX})`
  return sql<HitRow>`
    ${withHidden(viewerId)}, matches as (
      (${selectByPattern(`${escapeLike(letters)}%`, sql`"nameSearch" collate "C"`)}
        order by "nameSearch" collate "C", id limit ${NAME_SEARCH_MAX})
      ${letters.length < PART_LENGTH_MIN ? sql`` : byPart})
    select ${hitColumns(viewerId)}
    from matches join members m on m.id = matches.id
    order by m."nameKey" = ${nameKey(name)} desc, m."nameSearch" = ${letters} desc,
      starts_with(m."nameSearch", ${letters}) desc, m."nameSearch" collate "C", m.id
    limit ${NAME_SEARCH_MAX}`
}

export const searchByName = async (db: ReadDatabase, viewerId: string, name: string): Promise<HitRow[]> =>
  (await selectHitsByName(viewerId, name).execute(db)).rows

export const BY_LAST_ACTIVITY = sql`order by "lastActiveAt" desc, "memberId" desc`

/** Selects a page of the members that match a filter, latest activity first. */
export function selectHitsByFilter(viewerId: string, filter: SearchFilter, today: Today) {
  const offset = filter.page * SEARCH_PAGE_SIZE
  return sql<HitRow>`
    ${withHidden(viewerId)}, matches as (
      ${selectMatches(filter, today, { limit: offset + SEARCH_PAGE_SIZE, order: BY_LAST_ACTIVITY })} ${BY_LAST_ACTIVITY} limit ${SEARCH_PAGE_SIZE} offset ${offset})
    select ${hitColumns(viewerId)}
    from matches join members m on m.id = matches."memberId"
    order by matches."lastActiveAt" desc, m.id desc`
}

export const searchByFilter = async (
  db: ReadDatabase,
  viewerId: string,
  filter: SearchFilter,
  today: Today,
): Promise<HitRow[]> => (await selectHitsByFilter(viewerId, filter, today).execute(db)).rows

/** Returns the hits that are still visible to the viewer, with their current `hasNotes`. */
export async function keepVisibleHits(db: ReadDatabase, viewerId: string, hits: HitRow[]): Promise<HitRow[]> {
  const { rows } = await sql<Pick<HitRow, 'id' | 'hasNotes'>>`
    ${withHidden(viewerId)}
    select id, exists (select from profile_notes where "writerId" = ${viewerId} and "aboutId" = id) as "hasNotes"
    from members
    where id = any(${hits.map(({ id }) => id)}::bigint[]) and ${sql.raw(isVisibleMember('members'))} and not "hiddenFromSearch"
      and ${isNotHidden(sql.ref('id'))}`.execute(db)
  const visibleHits = new Map(rows.map(({ id, hasNotes }) => [id, hasNotes]))
  return hits.flatMap((hit) =>
    visibleHits.has(hit.id) ? [{ ...hit, hasNotes: visibleHits.get(hit.id) === true }] : [],
  )
}

/**
 * Selects the number of members that match each filter, up to `SEARCH_HINT_MAX`, in the order of the filters, without
 * zeros. Requires at least one filter.
 */
export function selectHints(
  viewerId: string,
  filters: { drop: SearchHint['drop']; filter: SearchFilter }[],
  today: Today,
) {
  const counts = filters.map(
    ({ drop, filter }, index) => sql`
      select ${index}::int as position, ${drop} as drop, (select count(*)::int from (
        ${selectMatches(filter, today, { limit: SEARCH_HINT_MAX })} limit ${SEARCH_HINT_MAX}) counted) as hits`,
  )
  return sql<SearchHint>`
    ${withHidden(viewerId)}
    select drop, hits from (${sql.join(counts, sql` union all `)}) hints where hits > 0 order by position`
}

export const listHints = async (
  ...args: [db: ReadDatabase, ...Parameters<typeof selectHints>]
): Promise<SearchHint[]> => {
  const [db, ...selectArgs] = args
  return (await selectHints(...selectArgs).execute(db)).rows
}

/** Returns the number of members that match a filter, up to `SEARCH_COUNT_MAX`. */
export async function countHits(
  db: ReadDatabase,
  viewerId: string,
  filter: SearchFilter,
  today: Today,
): Promise<SearchCount> {
  const { rows } = await sql<SearchCount>`
    ${withHidden(viewerId)}
    select count(*)::int as hits from (
      ${selectMatches(filter, today, { limit: SEARCH_COUNT_MAX })} limit ${SEARCH_COUNT_MAX}) counted`.execute(db)
  return rows[0] ?? { hits: 0 }
}
