import { nameKey, TEAM_NAME } from '@app/contract/names'
import { profilePhotoUrl } from '@app/server/pictures'
import { type RawBuilder, sql } from 'kysely'

/** For statements: the name that everybody in a group sees; those who run the community have one common name there. */
export const shownName = (members: string): RawBuilder<string> =>
  sql`(case ${sql.ref(`${members}.level`)} when 'ADMIN' then ${sql.lit(TEAM_NAME)} else ${sql.ref(`${members}.userName`)} end)`

export const shownPhoto = (members: string): RawBuilder<string | null> =>
  sql`(case when ${sql.ref(`${members}.level`)} <> 'ADMIN' then ${profilePhotoUrl(members, 'small')} end)`

export const isShownAsCouple = (members: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${members}.level`)} <> 'ADMIN'
    and exists (select from persons where "memberId" = ${sql.ref(`${members}.id`)} and ordinal = 2))`

/** The same way back: who is meant by a name that somebody has read in a group. */
export const isShownAs = (members: string, userName: string): RawBuilder<boolean> =>
  sql`(case ${sql.ref(`${members}.level`)} when 'ADMIN' then ${sql.lit(nameKey(TEAM_NAME))}
    else ${sql.ref(`${members}.nameKey`)} end = ${nameKey(userName)})`
