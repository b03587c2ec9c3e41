import { nameKey } from '@app/contract/text/names'
import { type RawBuilder, sql } from 'kysely'

/** The id of the team's row in `members`: every admin acts as this one party, and no account logs in as it. */
export const TEAM_ID = '0'

/** Returns the account of the admin who acts as the team, null for any other member. */
export const findWritingAdmin = ({ id, accountId }: { id: string; accountId: string }): string | null =>
  id === TEAM_ID ? accountId : null

/** Returns SQL for the party as which the account with this alias acts. */
export const partyOf = (members: string): string => `(case ${members}.level when 'ADMIN' then 0 else ${members}.id end)`

/**
 * Returns SQL for whether the member with this alias is visible to others. Members in their deletion period are not,
 * nor are the accounts of admins, which have no member life of their own.
 */
export const isVisibleMember = (members: string): string =>
  `(${members}."deletedAt" is null and (${members}.level <> 'ADMIN' or ${members}.id = 0))`

/** Returns SQL for the id of the party with this name: the name of an admin means the team, as the team's own does. */
export const partyByName = (userName: string): RawBuilder<string> => sql`(
  select ${sql.raw(partyOf('named'))} from members named
  where named."nameKey" = ${nameKey(userName)} and named."deletedAt" is null)`
