import { sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'

/**
 * Empties these groups immediately, however many messages they have: they have no members and no invites anymore, and
 * their names are free, since no name contains a colon. The rest is unreachable and is purged in batches. The caller
 * holds their locks.
 */
export async function emptyGroups(db: DatabaseTransaction, groupIds: string[]): Promise<void> {
  await sql`delete from group_members where "groupId" = any(${groupIds}::bigint[])`.execute(db)
  await sql`delete from group_invites where "groupId" = any(${groupIds}::bigint[])`.execute(db)
  await sql`update groups set "memberCount" = 0, "nameKey" = ':' || id where id = any(${groupIds}::bigint[])`.execute(
    db,
  )
}
