import { nameKey } from '@app/contract/names'
import { type RawBuilder, sql } from 'kysely'

/** The team's row in `members`: every admin acts as this one party, and nobody logs in as it. */
export const TEAM_ID = '0'

/** Returns the account of the admin who acts as the team, null for any other member. */
export const findWritingAdmin = ({ id, accountId }: { id: string; accountId: string }): string | null =>
  id === TEAM_ID ? accountId : null

/** For statements: the party as which the account acts that this alias names. */
export const partyOf = (members: string): string => `(case ${members}.level when 'ADMIN' then 0 else ${members}.id end)`

/**
 * For statements: whether others meet the member whom this alias names. They meet neither members on the way out nor the
 * account of an admin, which has no member life of its own.
 */
export const isVisibleMember = (members: string): string =>
  `(${members}."deletedAt" is null and (${members}.level <> 'ADMIN' or ${members}.id = 0))`

/** The id of the party whom a name means: the name of an admin means the team, as the team's own does. */
export const partyByName = (userName: string): RawBuilder<string> => sql`(
  select ${sql.raw(partyOf('named'))} from members named
  where named."nameKey" = ${nameKey(userName)} and named."deletedAt" is null)`
