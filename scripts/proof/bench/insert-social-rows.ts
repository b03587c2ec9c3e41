import type pg from 'pg'
import { fillBy } from './lists/fill-by.ts'
import { INSERT_PROFILE_PHOTOS } from './pictures.ts'

/** Members far from one's chat partners in the order, since ignoring a partner would prevent writing to them. */
const others = (count: number): string => `
  numbered one cross join generate_series(1, ${count}) step cross join (select count(*) as n from numbered) everybody
  join numbered other on other.at = (one.at + n / 2 + step * 3) % n and other.id <> one.id`

/** Fills the tables that list queries join; joins with empty tables would cost nothing. */
const STATEMENTS = [
  `update members set "profilePhotoId" = lpad(id::text, 22, '0') where id % 10 < 7 and "profilePhotoId" is null`,
  INSERT_PROFILE_PHOTOS,
  `insert into private_grants ("ownerId", "viewerId", "grantedAt")
  select "memberId", "otherId", now() from chat_members where ("memberId" + "otherId") % 3 = 0 on conflict do nothing`,
  `insert into ignores ("ignorerId", "ignoredId", "lastActiveThen") select one.id, other.id, now() from ${others(20)}
  on conflict do nothing`,
  `insert into profile_notes ("writerId", "aboutId", notes) select one.id, other.id, 'Skrattar gott.' from ${others(10)}
  on conflict do nothing`,
]

/** Inserts profile photos, grants for private photos, notes, and ignored members. */
export const insertSocialRows = (pool: pg.Pool): Promise<void> =>
  fillBy(pool, STATEMENTS, 'members, media, private_grants, ignores, profile_notes')
