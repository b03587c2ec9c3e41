import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import type { Ads } from '../db/tables.ts'

/**
 * Returns SQL for the kind of a member's ads, which the ad filter matches: COUPLE for two persons, SECRET for the team,
 * which has no persons, otherwise the person's sex.
 */
export const adKindOf = (memberId: string): RawBuilder<Ads['kind']> => sql`
  (select case
    when count(*) = 0 then 'SECRET' when count(*) = 1 then min(sex) else 'COUPLE' end
  from persons where "memberId" = ${memberId}::bigint)`

/** Updates the kind of a member's ads after a change to their persons. The caller holds the lock on the member. */
export async function refreshAdKinds(db: DatabaseTransaction, memberId: string): Promise<void> {
  await db
    .updateTable('ads')
    .set({ kind: adKindOf(memberId) })
    .where('authorId', '=', memberId)
    .execute()
}
