import type { DatabaseTransaction } from '@app/server/db/database'
import type { Tx } from '@app/server/delivery/transact'
import { refreshSearchRows } from '@app/server/members/search-rows'
import { isVisibleMember } from '@app/server/policies/team'
import { sql } from 'kysely'
import { holdChats, restoreChats } from '../chats/holding.ts'
import { leaveEvents } from '../events/leaving.ts'
import { holdGroups, restoreGroups } from '../groups/holding.ts'
import { refreshBadgesGivenBy } from '../verifications/badges.ts'

/** Locks members in id order and before chats, like all other transactions, to avoid deadlocks. */
export const lockWithConfirmed = (db: DatabaseTransaction, memberId: string) =>
  sql`
    select from members where id = ${memberId}
      or id in (select "memberId" from verifications where "verifierId" = ${memberId} and state = 'CONFIRMED')
    order by id for no key update`.execute(db)

/** Removes a member who is no longer visible from everything that others see. The caller holds `lockWithConfirmed`. */
export async function holdMember(tx: Tx, memberId: string): Promise<void> {
  await refreshSearchRows(tx.db, memberId)
  await refreshBadgesGivenBy(tx, memberId)
  await holdChats(tx, memberId)
  await holdGroups(tx, memberId)
  await leaveEvents(tx, memberId)
}

/** Reverses `holdMember`, except for events and answers, once no other reason keeps the member invisible. */
export async function restoreMember(tx: Tx, memberId: string): Promise<void> {
  const { rows } = await sql`
    select from members where id = ${memberId} and ${sql.raw(isVisibleMember('members'))}`.execute(tx.db)
  if (rows.length === 0) return
  await refreshSearchRows(tx.db, memberId)
  await refreshBadgesGivenBy(tx, memberId)
  await restoreChats(tx, memberId)
  await restoreGroups(tx, memberId)
}
