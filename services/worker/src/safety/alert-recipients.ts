import { hasOwnInterest } from '@app/server/policies/cases'
import { type RawBuilder, sql } from 'kysely'

/** A SQL predicate that checks whether the row of `cases` is undecided, even if it awaits an answer or a second admin. */
export const IS_UNDECIDED: RawBuilder<boolean> = sql`cases.state in ('OPEN', 'CLAIMED', 'ASKED', 'SECOND_LOOK')`

/**
 * Returns a SQL predicate that checks whether the account in the row `moderator` is alerted about the row of `cases`:
 * it has the duty MODERATE, and no own interest.
 */
export const isAlertable = (account: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  moderator.level = 'ADMIN' and moderator."deletedAt" is null
  and exists (select from team_duties where "memberId" = ${account} and duty = 'MODERATE')
  and not ${hasOwnInterest(account)})`
