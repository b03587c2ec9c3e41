import { NAME_SEARCH_MAX } from '@app/contract/limits'
import { nameKey, nameSearch } from '@app/contract/names'
import type { SearchHit } from '@app/contract/profiles'
import type { Database } from '@app/server/db/database'
import { sql } from 'kysely'

/** As much of the text as a plate shows. */
const PLATE_TEXT_LENGTH = 50

export type HitRow = Pick<SearchHit, 'userName' | 'persons' | 'cities' | 'text' | 'badges'> & {
  id: string
  lastActiveAt: string
  presenceOff: boolean
  askerRegisteredAt: string
}

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/**
 * Members by a part of their name, the best match first: the very name, the same letters, what begins so, what holds it.
 * Names that begin so come by the sorted index, parts by the one of trigrams; both stop at what is shown.
 */
export function hitsByName(askerId: string, name: string) {
  const letters = nameSearch(name)
  return sql<HitRow>`
    with hidden as materialized (
      select array(
        select "ignoredId" from ignores where "ignorerId" = ${askerId}
        union all select "ignorerId" from ignores where "ignoredId" = ${askerId}
        union all select ${askerId}::bigint) as ids),
    found as (
      (select id from members
        where "deletedAt" is null and "nameSearch" collate "C" like ${`${escaped(letters)}%`}
          and id <> all((select ids from hidden)::bigint[])
        order by "nameSearch" collate "C", id limit ${NAME_SEARCH_MAX})
      union
      (select id from members
        where "deletedAt" is null and "nameSearch" like ${`%${escaped(letters)}%`}
          and id <> all((select ids from hidden)::bigint[])
        limit ${NAME_SEARCH_MAX}))
    select m.id, m."userName", m.cities, left(m.description, ${PLATE_TEXT_LENGTH}) as text, m.badges,
      m."lastActiveAt", m."presenceOff",
      (select "registeredAt" from members where id = ${askerId}) as "askerRegisteredAt",
      (select json_agg(json_build_object('sex', sex, 'yearOfBirth', "yearOfBirth", 'orientation', orientation) order by ordinal)
        from persons where "memberId" = m.id) as persons
    from found join members m on m.id = found.id
    order by m."nameKey" = ${nameKey(name)} desc, m."nameSearch" = ${letters} desc,
      starts_with(m."nameSearch", ${letters}) desc, m."nameSearch" collate "C", m.id
    limit ${NAME_SEARCH_MAX}`
}

export const searchByName = async (db: Database, askerId: string, name: string): Promise<HitRow[]> =>
  (await hitsByName(askerId, name).execute(db)).rows
