import type pg from 'pg'
import { fillTables } from './lists/fill-tables.ts'
import { INSERT_PROFILE_PHOTOS } from './pictures.ts'

/**
 * Returns a `from` list that pairs each member with members who are not their chat partners, since no message can be sent
 * to an ignored member.
 */
const pairWithStrangers = (count: number): string => `
  numbered one cross join generate_series(1, ${count}) step cross join (select count(*) as n from numbered) everybody
  join numbered other on other.at = (one.at + n / 2 + step * 3) % n and other.id <> one.id`

/** Fills the tables that list queries join, because joins with empty tables would cost nothing. */
const STATEMENTS = [
  `update members set "profilePhotoId" = lpad(id::text, 22, '0') where id % 10 < 7 and "profilePhotoId" is null`,
  INSERT_PROFILE_PHOTOS,
  `insert into private_grants ("ownerId", "viewerId", "grantedAt")
  select "memberId", "otherId", now() from chat_members where ("memberId" + "otherId") % 3 = 0 on conflict do nothing`,
  `insert into ignores ("ignorerId", "ignoredId", "lastActiveThen") select one.id, other.id, now() from ${pairWithStrangers(20)}
  on conflict do nothing`,
  `insert into profile_notes ("writerId", "aboutId", notes) select one.id, other.id, 'Skrattar gott.' from ${pairWithStrangers(10)}
  on conflict do nothing`,
]

/** Inserts profile photos, grants for private photos, notes, and ignored members. */
export const insertRelations = (pool: pg.Pool): Promise<void> =>
  fillTables(pool, STATEMENTS, 'members, media, private_grants, ignores, profile_notes')
