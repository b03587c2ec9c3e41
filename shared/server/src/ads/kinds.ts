import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import type { Ads } from '../db/tables.ts'

/**
 * Returns SQL for the kind by which the filter of ads finds a member: COUPLE for two persons, else the person's sex.
 * The team has none.
 */
export const adKindOf = (memberId: string): RawBuilder<Ads['kind']> => sql`
  (select case
    when count(*) = 0 then 'SECRET' when count(*) = 1 then min(sex) else 'COUPLE' end
  from persons where "memberId" = ${memberId}::bigint)`

/**
 * Updates the kind of a member's ads, so that the filter sees the current profile. The caller holds the lock on the
 * member.
 */
export async function refreshAdKinds(db: DatabaseTransaction, memberId: string): Promise<void> {
  await db
    .updateTable('ads')
    .set({ kind: adKindOf(memberId) })
    .where('authorId', '=', memberId)
    .execute()
}
