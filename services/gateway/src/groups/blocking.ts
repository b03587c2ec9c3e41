import type { MemberTx } from '@app/server/delivery/transact'
import { sql } from 'kysely'
import { notifyGroups } from './membership.ts'
import { type Membership, recountVisible } from './visibility.ts'

/**
 * Updates groups after a block between the acting member and another one begins or ends: recounts what each of the two
 * has read, and makes their clients reload the messages. Skips memberships of admins, who see everything in their group.
 * The caller holds the locks of the groups.
 */
export async function refreshGroupsBetween(tx: MemberTx, groupIds: string[], otherId: string): Promise<void> {
  const { rows } = await sql<Membership>`
    select "groupId"::text, "memberId"::text from group_members
    where "groupId" = any(${groupIds}::bigint[]) and "memberId" in (${tx.member.id}, ${otherId}) and not admin`.execute(
    tx.db,
  )
  const refreshedIds = [...new Set(rows.map(({ groupId }) => groupId))]
  await sql`update groups set version = version + 1 where id = any(${refreshedIds}::bigint[])`.execute(tx.db)
  await recountVisible(tx.db, rows)
  for (const groupId of refreshedIds) {
    const readers = rows.filter((membership) => membership.groupId === groupId)
    await notifyGroups(
      tx,
      [groupId],
      [],
      readers.map(({ memberId }) => memberId),
    )
  }
}
