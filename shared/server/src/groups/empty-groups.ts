import { sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'

/**
 * Removes the members and invites of these groups, and frees their names; the names that replace them contain a colon,
 * which no other group name does. The messages, which nobody can open anymore, are purged later in batches. The caller
 * holds the groups' locks.
 */
export async function emptyGroups(db: DatabaseTransaction, groupIds: string[]): Promise<void> {
  await sql`delete from group_members where "groupId" = any(${groupIds}::bigint[])`.execute(db)
  await sql`delete from group_invites where "groupId" = any(${groupIds}::bigint[])`.execute(db)
  await sql`update groups set "memberCount" = 0, "nameKey" = ':' || id where id = any(${groupIds}::bigint[])`.execute(
    db,
  )
}
