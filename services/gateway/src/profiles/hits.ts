import { PLATE_TEXT_LENGTH } from '@app/contract/limits'
import type { SearchHit } from '@app/contract/profiles'
import { getVisibleLastActive } from '@app/server/last-active'
import { personsInList } from '@app/server/persons'
import { profilePhotoUrl } from '@app/server/pictures'
import { type RawBuilder, sql } from 'kysely'

export type HitRow = Omit<SearchHit, 'lastActive' | 'hasAd'> & {
  id: string
  lastActiveAt: string
  presenceOff: boolean
}

/** Begins a statement whose `seen` keeps out the asker and whoever ignores or is ignored. */
export const withHidden = (viewerId: string) => sql`
  with hidden as materialized (
    select array(
      select "ignoredId" from ignores where "ignorerId" = ${viewerId}
      union all select "ignorerId" from ignores where "ignoredId" = ${viewerId}
      union all select ${viewerId}::bigint) as ids)`

export const isNotHidden = (id: RawBuilder<string>) => sql`${id} <> all((select ids from hidden)::bigint[])`

/** What a plate shows of the member `m`, to this asker. */
export const plateColumns = (viewerId: string) => sql<HitRow>`
  m.id, m."userName", m.cities, left(m.description, ${PLATE_TEXT_LENGTH}) as text, m.badges,
  m."lastActiveAt", m."presenceOff", ${profilePhotoUrl('m', 'medium')} as "profilePhotoUrl",
  exists (select from profile_notes where "writerId" = ${viewerId} and "aboutId" = m.id) as "hasNotes",
  (select title from ads where "authorId" = m.id order by "publishedAt" desc, id desc limit 1) as title,
  ${personsInList('m.id')} as persons`

/** Whoever ignores or is ignored is no hit, so nothing of the last activity is held back. */
export const toHit = (row: HitRow, now: Date): SearchHit => ({
  userName: row.userName,
  persons: row.persons,
  cities: row.cities,
  title: row.title,
  text: row.text,
  lastActive: getVisibleLastActive({ ...row, lastActiveThen: null }, now),
  profilePhotoUrl: row.profilePhotoUrl,
  badges: row.badges,
  hasNotes: row.hasNotes,
  hasAd: row.title !== null,
})
