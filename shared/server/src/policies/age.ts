import { type RawBuilder, sql } from 'kysely'
import type { Member } from '../context.ts'
import { AppError } from '../errors.ts'
import type { Config } from '../process/config.ts'

/**
 * SQL for whether the account in the row of `members` has yet to pass the age check. Admins need none: the operator knows
 * them, and an outage of the provider must not end the work of the team.
 */
const AGE_CHECK_NEEDED = `(members.level <> 'ADMIN' and not exists (
  select from age_checks where age_checks."memberId" = members.id and age_checks.result = 'PASS'))`

type AgeConfig = Pick<Config, 'ageAssurance'>

/**
 * Returns a column `ageCheckNeeded` for a statement about `members`, beginning with a comma. Returns an empty text if this
 * installation requires no age check.
 */
export const ageCheckColumnText = ({ ageAssurance }: AgeConfig): string =>
  ageAssurance === 'required' ? `, ${AGE_CHECK_NEEDED} as "ageCheckNeeded"` : ''

/** SQL for whether the account in the row of `members` has yet to pass the age check that this installation requires. */
export const ageCheckColumn = ({ ageAssurance }: AgeConfig): RawBuilder<boolean> =>
  ageAssurance === 'required' ? sql.raw<boolean>(AGE_CHECK_NEEDED) : sql<boolean>`false`

/** Throws AGE_CHECK_REQUIRED if the member has yet to pass the age check that this installation requires. */
export function assertAgeChecked({ ageCheckNeeded }: Pick<Member, 'ageCheckNeeded'>): void {
  if (ageCheckNeeded) throw new AppError('AGE_CHECK_REQUIRED')
}
