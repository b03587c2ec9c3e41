import { hasOwnInterest } from '@app/server/policies/cases'
import { type RawBuilder, sql } from 'kysely'

/**
 * Returns a SQL predicate that checks whether the account in the row `moderator` is alerted about the row of `cases`:
 * it has the duty MODERATE, and no own interest.
 */
export const isAlertable = (account: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  moderator.level = 'ADMIN' and moderator."deletedAt" is null
  and exists (select from team_duties where "memberId" = ${account} and duty = 'MODERATE')
  and not ${hasOwnInterest(account)})`
