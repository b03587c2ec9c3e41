/** The id of the team's row in `members`. Every admin acts as this party; it has no login of its own. */
export const TEAM_ID = '0'

/** Returns the account id of an admin who acts as the team, null for any other member. */
export const findWritingAdmin = ({ id, accountId }: { id: string; accountId: string }): string | null =>
  id === TEAM_ID ? accountId : null

/** Returns SQL for the id of the party as which the account with the alias `members` acts. */
export const actingPartyId = (members: string): string =>
  `(case ${members}.level when 'ADMIN' then 0 else ${members}.id end)`

/**
 * Returns a SQL predicate that checks whether the member with the alias `members` is visible to others. Members in
 * their deletion period are not, nor are the accounts of admins, who act as the team.
 */
export const isVisibleMember = (members: string): string =>
  `(${members}."deletedAt" is null and (${members}.level <> 'ADMIN' or ${members}.id = 0))`
