import { refreshBadgesGivenBy } from '@app/server/badges'
import type { DatabaseTransaction } from '@app/server/db/database'
import { refreshSearchRows } from '@app/server/search-rows'
import { isVisibleMember } from '@app/server/team'
import type { Tx } from '@app/server/transact'
import { sql } from 'kysely'
import { holdChats, restoreChats } from '../chats/holding.ts'
import { leaveEvents } from '../events/leaving.ts'
import { holdGroups, restoreGroups } from '../groups/holding.ts'

/** Locks members before chats and in one order, as everywhere, so that no two wait for each other. */
export const lockWithConfirmed = (db: DatabaseTransaction, memberId: string) =>
  sql`
    select from members where id = ${memberId}
      or id in (select "memberId" from verifications where "verifierId" = ${memberId} and state = 'CONFIRMED')
    order by id for no key update`.execute(db)

/** Takes a member whom nobody meets from now on out of everything that others see. Caller holds `lockWithConfirmed`. */
export async function holdMember(tx: Tx, memberId: string): Promise<void> {
  await refreshSearchRows(tx.db, memberId)
  await refreshBadgesGivenBy(tx, memberId)
  await holdChats(tx, memberId)
  await holdGroups(tx, memberId)
  await leaveEvents(tx, memberId)
}

/** Puts back what `holdMember` has taken, except events and answers to them, once nothing else keeps the member away. */
export async function restoreMember(tx: Tx, memberId: string): Promise<void> {
  const { rows } = await sql`
    select from members where id = ${memberId} and ${sql.raw(isVisibleMember('members'))}`.execute(tx.db)
  if (rows.length === 0) return
  await refreshSearchRows(tx.db, memberId)
  await refreshBadgesGivenBy(tx, memberId)
  await restoreChats(tx, memberId)
  await restoreGroups(tx, memberId)
}
