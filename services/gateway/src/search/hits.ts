import { PROFILE_EXCERPT_LENGTH } from '@app/contract/limits'
import type { Unsigned } from '@app/contract/media'
import type { SearchHit } from '@app/contract/members/profiles'
import { personsInList } from '@app/server/members/persons'
import { profilePhotoUrl } from '@app/server/photos/pictures'
import { type RawBuilder, sql } from 'kysely'
import { getVisibleLastActive } from '../members/last-active.ts'

/** A row of `hitColumns`. */
export type HitRow = Omit<Unsigned<typeof SearchHit>, 'lastActive' | 'hasAd'> & {
  id: string
  lastActiveAt: string
  presenceOff: boolean
}

/**
 * Returns the beginning of a statement, which defines `hidden` as the ids of the viewer and of all members in a blocked
 * pair with the viewer.
 */
export const withHidden = (viewerId: string) => sql`
  with hidden as materialized (
    select array(
      select "ignoredId" from ignores where "ignorerId" = ${viewerId}
      union all select "ignorerId" from ignores where "ignoredId" = ${viewerId}
      union all select ${viewerId}::bigint) as ids)`

/**
 * Returns a SQL predicate that checks whether a member is not hidden, for a statement that begins with `withHidden`.
 */
export const isNotHidden = (id: RawBuilder<string>) => sql`${id} <> all((select ids from hidden)::bigint[])`

/** Returns the columns of a search result for the member `m`, as this viewer sees it. */
export const hitColumns = (viewerId: string) => sql<HitRow>`
  m.id, m."userName", m.cities, left(m.description, ${PROFILE_EXCERPT_LENGTH}) as text, m.badges,
  m."lastActiveAt", m."presenceOff", ${profilePhotoUrl('m', 'medium')} as "profilePhotoUrl",
  exists (select from profile_notes where "writerId" = ${viewerId} and "aboutId" = m.id) as "hasNotes",
  (select title from ads where "authorId" = m.id order by "publishedAt" desc, id desc limit 1) as title,
  ${personsInList('m.id')} as persons`

/** Converts a row to a hit. Shows the current activity, so the member must not be in a blocked pair with the viewer. */
export const toHit = (row: HitRow, now: Date): Unsigned<typeof SearchHit> => ({
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
