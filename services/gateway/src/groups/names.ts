import { nameKey, TEAM_NAME } from '@app/contract/names'
import { isCoupleInGroup, nameInGroup, photoInGroup } from '@app/server/group-names'
import { type RawBuilder, sql } from 'kysely'

/** How everybody in a group is shown the member whom this alias names. */
export const shownName = (members: string): RawBuilder<string> => sql.raw(nameInGroup(members))
export const shownPhoto = (members: string): RawBuilder<string | null> => sql.raw(photoInGroup(members))
export const isShownAsCouple = (members: string): RawBuilder<boolean> => sql.raw(isCoupleInGroup(members))

/** The same as names compare. */
export const shownKey = (members: string): RawBuilder<string> =>
  sql`(case ${sql.ref(`${members}.level`)} when 'ADMIN' then ${sql.lit(nameKey(TEAM_NAME))}
    else ${sql.ref(`${members}.nameKey`)} end)`

/** The same way back: who is meant by a name that somebody has read in a group. */
export const isShownAs = (members: string, userName: string): RawBuilder<boolean> =>
  sql`(${shownKey(members)} = ${nameKey(userName)})`
