import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from './db/database.ts'
import type { Ads } from './db/tables.ts'

/** For statements: what the filter of ads sees of a member. Two are a couple, one is what that person's sex is; the team is none. */
export const adKindOf = (memberId: string): RawBuilder<Ads['kind']> => sql`
  (select case
    when count(*) = 0 then 'SECRET' when count(*) = 1 then min(sex) else 'COUPLE' end
  from persons where "memberId" = ${memberId}::bigint)`

/** The filter sees the author as they are now. Caller holds the lock on the member. */
export async function refreshAdKinds(db: DatabaseTransaction, memberId: string): Promise<void> {
  await db
    .updateTable('ads')
    .set({ kind: adKindOf(memberId) })
    .where('authorId', '=', memberId)
    .execute()
}
