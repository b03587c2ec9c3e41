import type { DatabaseTransaction } from '@app/server/db/database'
import type { MemberTx } from '@app/server/delivery/transact'
import { sql } from 'kysely'
import { deleteGrant } from '../photos/queries.ts'
import { toStockholmDay } from '../visits/queries.ts'

/**
 * Locks two members until the transaction ends; changes to their badges take the same locks. Returns the name of the
 * other one, or undefined if either has been purged or the other one has blocked the member.
 */
export async function lockMembers(
  db: DatabaseTransaction,
  memberId: string,
  otherId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string; userName: string }>`
    select id, "userName" from members where id in (${memberId}, ${otherId}) order by id for no key update`.execute(db)
  const other = rows.find(({ id }) => id === otherId)
  const { rows: blocks } = await sql`
    select from ignores where "ignorerId" = ${otherId} and "ignoredId" = ${memberId} and kind = 'BLOCK'`.execute(db)
  return rows.length === 2 && blocks.length === 0 ? other?.userName : undefined
}

/**
 * Deletes today's kisses and the open invites to groups between the caller and another member, and the caller's album
 * grant to the other. The other member's grant is only hidden while the block lasts, as it is while an account is being
 * deleted: if the grant were gone when the block has ended, the other member would notice that there was a block.
 */
export async function endContact({ db, member, now }: MemberTx, otherId: string): Promise<void> {
  await sql`
    delete from group_invites where not declined
      and ("inviterId", "recipientId") in ((${member.id}, ${otherId}), (${otherId}, ${member.id}))`.execute(db)
  await sql`
    delete from kisses where day = ${toStockholmDay(now())}
      and ("giverId", "receiverId") in ((${member.id}, ${otherId}), (${otherId}, ${member.id}))`.execute(db)
  await deleteGrant(db, member.id, otherId)
}
