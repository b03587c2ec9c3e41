import { sql } from 'kysely'
import type { DatabaseTransaction } from './db/database.ts'

/**
 * Ends these groups at once, however much stands in them: nobody is in them or invited any more, and their names are free,
 * since no name has a colon. What is left is reached by nobody and purged in portions. Caller holds their locks.
 */
export async function emptyGroups(db: DatabaseTransaction, groupIds: string[]): Promise<void> {
  await sql`delete from group_members where "groupId" = any(${groupIds}::bigint[])`.execute(db)
  await sql`delete from group_invites where "groupId" = any(${groupIds}::bigint[])`.execute(db)
  await sql`update groups set "memberCount" = 0, "nameKey" = ':' || id where id = any(${groupIds}::bigint[])`.execute(
    db,
  )
}
